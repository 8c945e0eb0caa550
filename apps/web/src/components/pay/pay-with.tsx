import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import CreditCard from 'lucide-react/icons/credit-card';
import type { ReactNode } from 'react';
import { type Answer, queryOf } from '../../lib/api.ts';
import { CostRow } from './cost-summary.tsx';

export type PaymentMethod = Answer<'listPaymentMethods'>[number];

/** Saved payment methods, default first; undefined while loading. */
export function usePaymentMethods(enabled = true) {
  return useQuery({ ...queryOf('listPaymentMethods'), enabled });
}

/** Name of a saved method: `Card ending 4417`. */
export function MethodName({ method }: { method: PaymentMethod }) {
  return method.lastFour ? <Trans>Card ending {method.lastFour}</Trans> : method.brand;
}

/** The method a payment uses: saved, or the provider's page. */
function PayWith({ methods }: { methods: readonly PaymentMethod[] | undefined }) {
  const [first] = methods ?? [];
  return (
    <span className="inline-flex items-center justify-end gap-2">
      <CreditCard size={18} strokeWidth={1.75} className="shrink-0" />
      {methods === undefined ? '…' : first ? <MethodName method={first} /> : <Trans>On the payment page</Trans>}
    </span>
  );
}

export function PayWithRow({ methods }: { methods: readonly PaymentMethod[] | undefined }) {
  return (
    <CostRow label={<Trans>Pay with</Trans>}>
      <PayWith methods={methods} />
    </CostRow>
  );
}

/** The total of a payment in rand, in larger type. */
export function TotalRow({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <CostRow label={label}>
      <span className="num text-[1.375rem]">{children}</span>
    </CostRow>
  );
}
