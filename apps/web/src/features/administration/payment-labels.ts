import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';

const flags: Record<string, MessageDescriptor> = {
  'paid another amount': msg`Paid another amount`,
  'refunded another amount': msg`Refunded another amount`,
  'charged back': msg`Charged back`,
  'no answer': msg`No answer from the provider`,
  'card of a payment that was charged back': msg`Card of a payment that was charged back`,
  'paid twice': msg`Paid twice`,
};

/** Error codes of a delivery that failed after payment. */
const refusals: Record<string, MessageDescriptor> = {
  ACCOUNT_SUSPENDED: msg`the account is suspended`,
  NOT_FOUND: msg`what was bought is gone`,
  CONFLICT: msg`what was bought has changed`,
  FORBIDDEN: msg`the payer may not have it`,
  QUOTA_REACHED: msg`the payer has reached a limit`,
  SPENDING_LIMIT_REACHED: msg`the payer has reached a limit`,
  INTERNAL: msg`something went wrong here`,
};

const providers: Record<string, MessageDescriptor> = {
  sandbox: msg`Sandbox`,
};

const kinds: Record<string, MessageDescriptor> = {
  paid: msg`Paid`,
  failed: msg`Failed`,
  pending: msg`Pending`,
  cancelled: msg`Cancelled`,
  refunded: msg`Refunded`,
  charged_back: msg`Charged back`,
};

const outcomes: Record<string, MessageDescriptor> = {
  applied: msg`booked`,
  already: msg`changed nothing`,
  held: msg`held, not booked`,
  mismatch: msg`another amount, held`,
  'second payment': msg`a second payment, held`,
  no_order: msg`of no payment known here`,
  ignored: msg`changed nothing`,
};

/** Labels of a flagged payment; unknown values are shown as the server sends them. */
export function usePaymentLabels() {
  const { t, i18n } = useLingui();
  const labelOf = (labels: Record<string, MessageDescriptor>, name: string) => {
    const found = labels[name];
    return found ? i18n._(found) : name;
  };
  return {
    flag(flag: string): string {
      const [, refused] = flag.match(/^not delivered: (\w+)$/) ?? [];
      if (refused) {
        const why = labelOf(refusals, refused);
        return t`Not delivered: ${why}`;
      }
      const [, creators] = flag.match(/^charged back, spent on creator (.+)$/) ?? [];
      return creators ? t`Charged back, most of it spent on creator ${creators}` : labelOf(flags, flag);
    },
    provider: (name: string): string => labelOf(providers, name),
    kind: (kind: string | null): string => (kind === null ? t`Something unknown` : labelOf(kinds, kind)),
    outcome(outcome: string): string {
      const [, refused] = outcome.match(/^refused (\w+)$/) ?? [];
      return refused ? labelOf(refusals, refused) : labelOf(outcomes, outcome);
    },
  };
}
