import { Plural, Trans } from '@lingui/react/macro';
import { formatRand } from '../../../lib/format.ts';

interface PriceChangeProps {
  /** The monthly price as typed. */
  typed: string;
  current: { subscriptionPrice: number; subscriberCount: number };
}

/** Effect of a changed price on current subscribers; renders nothing without a change or subscribers. */
export function PriceChange({ typed, current: { subscriptionPrice: old, subscriberCount: count } }: PriceChangeProps) {
  const price = Number(typed.trim().replace(',', '.'));
  if (!(price > 0) || price === old || count === 0) return null;
  const [before, after] = [formatRand(old), formatRand(price)];
  return (
    <p role="status" data-slot="price-change" className="rounded-md bg-surface-2 px-4 py-3 text-sm">
      {price > old ? (
        <Trans>
          Your <Plural value={count} one="# subscriber keeps" other="# subscribers keep" /> the price they have for as
          long as they renew. {after} instead of {before} is for those who subscribe from now on. Once it is saved, you
          can ask present subscribers to move to it.
        </Trans>
      ) : (
        <Trans>
          Your <Plural value={count} one="# subscriber pays" other="# subscribers pay" /> {after} instead of {before}{' '}
          from the next renewal, and so do those who subscribe from now on.
        </Trans>
      )}
    </p>
  );
}
