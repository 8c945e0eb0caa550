import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../../lib/api.ts';
import { formatRand } from '../../../lib/format.ts';
import { Link } from '../../../lib/router.tsx';

/** A creator's withdrawable earnings, which are not spendable credits. */
export function EarningsLine() {
  const { data } = useQuery(queryOf('listPayouts'));
  if (!data) return null;
  const earned = formatRand((data.availableCents + data.clearingCents) / 100);
  return (
    <p data-slot="earnings-line" className="mt-4 flex flex-wrap items-center gap-x-3">
      <span>
        <Trans>
          <b className="num text-[1.25rem] text-gold">{earned}</b> in your earnings
        </Trans>
        {data.promotionalCents > 0 ? (
          <span className="block text-muted text-sm">
            <Trans>{formatRand(data.promotionalCents / 100)} held, paid with free credits</Trans>
          </span>
        ) : null}
      </span>
      <Link to="/dashboard" className="inline-flex min-h-11 items-center font-semibold text-ember-text text-sm">
        <Trans>See your earnings</Trans>
      </Link>
    </p>
  );
}
