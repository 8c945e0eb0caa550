import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { TierNumber } from '@vlam/contract/rules/subscription-tiers';
import type { ReactNode } from 'react';
import { queryOf } from '../../lib/api.ts';
import { formatRand } from '../../lib/numbers.ts';
import { RadioRows } from '../ui/choice.tsx';

/** What the caller's tiers are called, by number; empty for a creator with one tier. */
export function useOwnTierNames(): ReadonlyMap<TierNumber, string> {
  const { t } = useLingui();
  const { data } = useQuery(queryOf('listOwnTiers'));
  const tiers = data?.tiers ?? [];
  return new Map(tiers.length < 2 ? [] : tiers.map(({ tier, name }) => [tier, name || t`Tier ${tier}`]));
}

interface OwnTierRowsProps<Value extends TierNumber | null> {
  legend: ReactNode;
  value: Value;
  onChange(tier: Value): void;
  /** A first choice that names no tier. */
  none?: { value: Value; label: ReactNode };
  className?: string;
}

/** The caller's tiers to choose from; nothing for a creator with one tier. */
export function OwnTierRows<Value extends TierNumber | null>({
  legend,
  value,
  onChange,
  none,
  className,
}: OwnTierRowsProps<Value>) {
  const { t } = useLingui();
  const { data } = useQuery(queryOf('listOwnTiers'));
  const names = useOwnTierNames();
  if (names.size === 0) return null;
  const priceOf = (number: TierNumber) =>
    formatRand((data?.tiers.find(({ tier }) => tier === number)?.priceCents ?? 0) / 100);
  const tiers = [...names.keys()];
  return (
    <RadioRows
      legend={legend}
      value={String(value)}
      onChange={(chosen) => onChange((tiers.find((tier) => String(tier) === chosen) ?? none?.value ?? 1) as Value)}
      options={[
        ...(none ? [{ value: String(none.value), label: none.label }] : []),
        ...[...names].map(([tier, label]) => ({
          value: String(tier),
          label,
          description: t`${priceOf(tier)} a month`,
        })),
      ]}
      {...(className ? { className } : {})}
    />
  );
}

/** From which tier on an item or a show opens. */
export const FromTier = ({
  value,
  onChange,
  className,
}: {
  value: TierNumber;
  onChange(tier: TierNumber): void;
  className?: string;
}) => (
  <OwnTierRows
    legend={<Trans>Opens for subscribers from</Trans>}
    {...{ value, onChange }}
    {...(className ? { className } : {})}
  />
);
