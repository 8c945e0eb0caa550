import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { InformationRequest } from '@vlam/contract/records-information';
import type { InformationKind } from '@vlam/contract/rules/records';
import type { TagTone } from '../../../components/ui/tag.tsx';

export const kindLabels: Record<InformationKind, MessageDescriptor> = {
  access: msg`See what is known about me`,
  correction: msg`Have something corrected`,
  objection: msg`Object to a use`,
  deletion: msg`Have something deleted`,
};

/** The same, as staff read it. */
export const caseLabels: Record<InformationKind, MessageDescriptor> = {
  access: msg`Access`,
  correction: msg`Correction`,
  objection: msg`Objection`,
  deletion: msg`Deletion`,
};

export const kindHelp: Record<InformationKind, MessageDescriptor> = {
  access: msg`Say what you want to see. You get it in writing, with a file.`,
  correction: msg`Say what is wrong and what is right. Name, photos and text of your page you can change yourself.`,
  objection: msg`Say which use of your information you object to, and why.`,
  deletion: msg`Say what should be deleted. What the law asks us to keep stays, and you are told what it is.`,
};

export const stateLabels: Record<InformationRequest['state'], MessageDescriptor> = {
  unconfirmed: msg`Link not opened yet`,
  open: msg`With a person`,
  granted: msg`Granted`,
  partly: msg`Granted in part`,
  refused: msg`Refused`,
};

export const stateTones: Record<InformationRequest['state'], TagTone> = {
  unconfirmed: 'neutral',
  open: 'info',
  granted: 'online',
  partly: 'warning',
  refused: 'danger',
};
