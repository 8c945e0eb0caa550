import { AppError } from '../../../platform/errors.ts';
import type { Purpose } from '../../../platform/purpose.ts';
import type { Refunds } from '../orders/refunds.ts';
import type { PaymentProviderAdapter } from '../providers/port.ts';

/** Checks a card with a charge of one rand that is refunded immediately and never booked. */
const trialCents = 100;

export function createMethodPurpose({
  chosen,
  refunds,
}: {
  chosen(): PaymentProviderAdapter;
  refunds: Pick<Refunds, 'begin'>;
}): Purpose {
  return {
    async quote() {
      if (!chosen().chargesSaved)
        throw new AppError('CONFLICT', {
          message: 'Cards cannot be saved with this payment provider: you pay on its page each time',
        });
      return { amountCents: trialCents, description: 'Card check, given back at once', details: {} };
    },
    async paid(tx, order) {
      await refunds.begin(tx, order.id);
      return [];
    },
    reversed: async () => [],
  };
}
