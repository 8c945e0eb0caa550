import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { AuthorityRequest, LegalHold } from '@vlam/contract/records-holds';
import type { Authority, HoldSubject } from '@vlam/contract/rules/records';

export const authorityLabels: Record<Authority, MessageDescriptor> = {
  police: msg`Police`,
  court: msg`Court`,
  film_board: msg`Film and Publication Board`,
  regulator: msg`Information Regulator`,
  card_scheme: msg`Card scheme`,
  other: msg`Another authority`,
};

export const demandLabels: Record<AuthorityRequest['demand'], MessageDescriptor> = {
  preserve: msg`To preserve`,
  disclose: msg`To disclose`,
  remove: msg`To remove`,
};

export const requestStates: Record<AuthorityRequest['state'], MessageDescriptor> = {
  open: msg`Open`,
  answered: msg`Answered`,
  refused: msg`Refused`,
};

export const subjectLabels: Record<HoldSubject, MessageDescriptor> = {
  account: msg`Member`,
  takedown: msg`Takedown case`,
  report: msg`Report`,
};

export const holdStates: Record<LegalHold['state'], MessageDescriptor> = {
  asked: msg`Waits for another`,
  confirmed: msg`In force`,
  lapsed: msg`Lapsed`,
  ended: msg`Ended`,
};
