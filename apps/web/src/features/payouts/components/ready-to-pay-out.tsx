import { Trans } from '@lingui/react/macro';
import { clsx } from 'clsx';
import { Button } from '../../../components/ui/button.tsx';
import { formatRand } from '../../../lib/format.ts';
import type { PayoutSummary } from '../api.ts';

/** Earnings available for a payout, and the button that requests one. */
export function ReadyToPayOut({ summary, onRequest }: { summary: PayoutSummary; onRequest(): void }) {
  const { availableCents, clearingCents, minimumCents } = summary;
  const available = formatRand(availableCents / 100);
  const missingCents = Math.max(0, minimumCents - availableCents);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-4">
        <div>
          <p className={clsx('num text-gold', available.length > 8 ? 'text-[1.375rem]' : 'text-[1.75rem]')}>
            {available}
          </p>
          <p className="mt-1 text-meta text-muted">
            <Trans>ready to pay out</Trans>
            {missingCents > 0 ? (
              <b className="block font-semibold text-ink">
                <Trans>{formatRand(missingCents / 100)} to go</Trans>
              </b>
            ) : null}
          </p>
        </div>
        <Button variant={missingCents > 0 ? 'outline' : 'primary'} onClick={onRequest}>
          <Trans>Request Payout</Trans>
        </Button>
      </div>
      <p className="mt-2 text-faint text-meta">
        {missingCents > 0 ? <Trans>Payouts start at {formatRand(minimumCents / 100)}.</Trans> : null}{' '}
        {clearingCents > 0 ? <Trans>{formatRand(clearingCents / 100)} more clears within 7 days.</Trans> : null}
      </p>
    </>
  );
}
