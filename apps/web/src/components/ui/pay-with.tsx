import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import CreditCard from 'lucide-react/icons/credit-card';
import { type Answer, queryOf } from '../../lib/api.ts';

export type PaymentMethod = Answer<'listPaymentMethods'>[number];

/** The methods kept for this member, the one charged first; undefined while they are being read. */
export function usePaymentMethods(enabled = true) {
  return useQuery({ ...queryOf('listPaymentMethods'), enabled });
}

/** A saved method in words: `Card ending 4417`. */
export function MethodName({ method }: { method: PaymentMethod }) {
  return method.lastFour ? <Trans>Card ending {method.lastFour}</Trans> : method.brand;
}

/** What a payment goes through: the saved method, or the provider's own page. */
export function PayWith({ methods }: { methods: readonly PaymentMethod[] | undefined }) {
  const [first] = methods ?? [];
  return (
    <span className="inline-flex items-center justify-end gap-2">
      <CreditCard size={18} strokeWidth={1.75} className="shrink-0" />
      {methods === undefined ? '…' : first ? <MethodName method={first} /> : <Trans>On the payment page</Trans>}
    </span>
  );
}
