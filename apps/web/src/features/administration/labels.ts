import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { TagTone } from '../../components/ui/tag.tsx';
import type { AgeReview, Dispute, DisputeState, PayoutStatus, TransferField } from './api.ts';

export const payoutStatusLabels: Record<PayoutStatus, { tone: TagTone; label: MessageDescriptor }> = {
  requested: { tone: 'warning', label: msg`Requested` },
  approved: { tone: 'info', label: msg`Approved` },
  sent: { tone: 'online', label: msg`Sent` },
  failed: { tone: 'danger', label: msg`Failed` },
  reversed: { tone: 'danger', label: msg`Reversed` },
};

export const transferFieldLabels: Record<TransferField, MessageDescriptor> = {
  reference: msg`Reference`,
  kind: msg`Kind`,
  ownerId: msg`Payer's id`,
  payeeId: msg`Payee's id`,
};

export const disputeStateLabels: Record<DisputeState, MessageDescriptor> = {
  disputed: msg`Waiting`,
  resolved: msg`Decided`,
};

export const disputeOutcomeLabels: Record<NonNullable<Dispute['outcome']>['decision'], MessageDescriptor> = {
  released: msg`Paid to the creator`,
  returned: msg`Returned`,
  split: msg`Split`,
};

export const ageReviewReasonLabels: Record<AgeReview['reason'], MessageDescriptor> = {
  number_in_use: msg`ID number in use`,
  two_centuries: msg`Aged over 100`,
  refused_before: msg`Number refused before`,
};

const documentLabels: Record<string, MessageDescriptor> = {
  id_document: msg`ID document`,
  passport: msg`Passport`,
  drivers_license: msg`Driver's licence`,
};
export const documentLabel = (type: string): MessageDescriptor => documentLabels[type] ?? msg`ID document`;
