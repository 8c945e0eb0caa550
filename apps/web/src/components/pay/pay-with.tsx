import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import CreditCard from 'lucide-react/icons/credit-card';
import type { ReactNode } from 'react';
import { type Answer, queryOf } from '../../lib/api.ts';
import { formatRand } from '../../lib/numbers.ts';
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

interface PayWithRowProps {
  methods: readonly PaymentMethod[] | undefined;
  /** In rand; names what is left of the member's limit of a month after it. */
  price?: number;
}

export function PayWithRow({ methods, price }: PayWithRowProps) {
  return (
    <CostRow label={<Trans>Pay with</Trans>}>
      <PayWith methods={methods} />
      {price === undefined ? null : <LimitLeft price={price} />}
    </CostRow>
  );
}

/** What a member who limits their spending may still pay this month; nothing for others, or where it would be passed. */
function LimitLeft({ price }: { price: number }) {
  const { data } = useQuery(queryOf('getSpendingLimits'));
  if (data?.monthlyCents == null) return null;
  const left = data.monthlyCents / 100 - data.spentThisMonthCents / 100 - price;
  if (left < 0) return null;
  const limit = formatRand(data.monthlyCents / 100);
  return (
    <span className="mt-0.5 block font-normal text-faint text-meta">
      <Trans>
        Limit {limit} a month, {formatRand(left)} left after this
      </Trans>
    </span>
  );
}

/** The total of a payment in rand, in larger type. */
export function TotalRow({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <CostRow label={label}>
      <span className="num text-[1.75rem]">{children}</span>
    </CostRow>
  );
}
