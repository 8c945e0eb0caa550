import { useLingui } from '@lingui/react/macro';
import { minShownCount } from '@vlam/contract/rules/heat';
import { formatNumber } from '../../lib/numbers.ts';

/** A count for display; small ones are `< 10`. */
export function useCount(): (count: number | null) => string {
  const { t } = useLingui();
  return (count) => (count === null ? t`< ${minShownCount}` : formatNumber(count));
}
