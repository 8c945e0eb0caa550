import { Plural, Trans } from '@lingui/react/macro';
import { formatRand } from '../../../lib/format.ts';

interface PriceChangeProps {
  /** The monthly price as it stands in the form. */
  typed: string;
  present: { subscriptionPrice: number; subscriberCount: number };
}

/** What another monthly price means for those who subscribe already; nothing while it is the same or there are none. */
export function PriceChange({ typed, present: { subscriptionPrice: old, subscriberCount: count } }: PriceChangeProps) {
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
