import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { TierNumber } from '@vlam/contract/rules/subscription-tiers';
import { RadioRows } from '../../../components/ui/choice.tsx';
import { queryOf } from '../../../lib/api.ts';

/** From which tier on an item opens; nothing for a creator with one tier. */
export function FromTier({ value, onChange }: { value: TierNumber; onChange(tier: TierNumber): void }) {
  const { t } = useLingui();
  const { data } = useQuery(queryOf('listOwnTiers'));
  const tiers = data?.tiers ?? [];
  if (tiers.length < 2) return null;
  return (
    <RadioRows
      legend={<Trans>Opens for subscribers from</Trans>}
      value={String(value)}
      onChange={(chosen) => onChange(tiers.find(({ tier }) => String(tier) === chosen)?.tier ?? 1)}
      options={tiers.map(({ tier, name }) => ({ value: String(tier), label: name || t`Tier ${tier}` }))}
      className="pb-4"
    />
  );
}
