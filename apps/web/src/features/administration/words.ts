import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { TagTone } from '../../components/ui/tag.tsx';
import type { AgeReview, Dispute, DisputeState, PayoutStatus, TransferField } from './api.ts';

export const payoutLooks: Record<PayoutStatus, { tone: TagTone; word: MessageDescriptor }> = {
  requested: { tone: 'warning', word: msg`Requested` },
  approved: { tone: 'info', word: msg`Approved` },
  sent: { tone: 'online', word: msg`Sent` },
  failed: { tone: 'danger', word: msg`Failed` },
  reversed: { tone: 'danger', word: msg`Reversed` },
};

export const fieldWords: Record<TransferField, MessageDescriptor> = {
  reference: msg`Reference`,
  kind: msg`Kind`,
  ownerId: msg`Payer's id`,
  payeeId: msg`Payee's id`,
};

export const disputeWords: Record<DisputeState, MessageDescriptor> = {
  disputed: msg`Waiting`,
  resolved: msg`Decided`,
};

export const outcomeWords: Record<NonNullable<Dispute['outcome']>['decision'], MessageDescriptor> = {
  released: msg`Paid to the creator`,
  returned: msg`Returned`,
  split: msg`Split`,
};

export const reviewReasonWords: Record<AgeReview['reason'], MessageDescriptor> = {
  number_in_use: msg`ID number in use`,
  two_centuries: msg`Aged over 100`,
  refused_before: msg`Number refused before`,
};

const documentWords: Record<string, MessageDescriptor> = {
  id_document: msg`ID document`,
  passport: msg`Passport`,
  drivers_license: msg`Driver's licence`,
};
export const documentWord = (type: string): MessageDescriptor => documentWords[type] ?? msg`ID document`;
