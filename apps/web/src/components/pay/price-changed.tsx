import { Trans } from '@lingui/react/macro';
import { newPriceOf } from '../../lib/price-changed.ts';

/** Shown when a purchase was refused because its price changed: both prices, and that nothing was charged. */
export function PriceChanged({
  error,
  was,
  className = 'mt-4',
}: {
  error: unknown;
  was: number | undefined;
  className?: string;
}) {
  const price = newPriceOf(error);
  if (price === null || was === undefined) return null;
  return (
    <p role="alert" data-slot="price-changed" className={`rounded-md bg-warning-soft px-4 py-3 text-sm ${className}`}>
      <Trans>
        <b className="font-semibold">
          The price has changed from {was} to {price} credits.
        </b>{' '}
        Nothing was charged.
      </Trans>
    </p>
  );
}
