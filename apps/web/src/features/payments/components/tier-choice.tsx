import { Trans, useLingui } from '@lingui/react/macro';
import type { SoldTier } from '@vlam/contract/subscription-terms';
import { RadioRows } from '../../../components/ui/choice.tsx';
import { formatRand } from '../../../lib/format.ts';

/** What a creator calls a tier, or its number. */
export function useTierName(): (tier: { tier: number; name: string }) => string {
  const { t } = useLingui();
  return ({ tier, name }) => name || t`Tier ${tier}`;
}

/** The tiers of a creator, each with its price and what it opens. */
export function TierChoice({
  tiers,
  value,
  onChange,
}: {
  tiers: readonly SoldTier[];
  value: SoldTier['tier'];
  onChange(tier: SoldTier['tier']): void;
}) {
  const nameOf = useTierName();
  return (
    <RadioRows
      legend={<Trans>Tier</Trans>}
      value={String(value)}
      onChange={(chosen) => onChange(tiers.find(({ tier }) => String(tier) === chosen)?.tier ?? value)}
      options={tiers.map((each) => {
        const price = formatRand(each.priceCents / 100);
        return {
          value: String(each.tier),
          label: (
            <>
              <span className="wrap-anywhere">{nameOf(each)}</span>,{' '}
              <span className="tabular-nums">
                <Trans>{price} a month</Trans>
              </span>
            </>
          ),
          ...(each.opens ? { description: <span className="wrap-anywhere">{each.opens}</span> } : {}),
        };
      })}
      className="mb-4"
    />
  );
}
