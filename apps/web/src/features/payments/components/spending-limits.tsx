import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { ProgressBar } from '../../../components/ui/progress-bar.tsx';
import { Loading, Skeleton } from '../../../components/ui/skeleton.tsx';
import { queryOf } from '../../../lib/api.ts';
import { formatDate, formatRand, formatTime } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import { LimitsSheet } from './limits-sheet.tsx';

/** The member's spending limits, what is spent, and breaks. */
export function SpendingLimits() {
  const { t } = useLingui();
  const language = useStore(languageStore);
  const [editing, setEditing] = useState(false);
  const { data, error, refetch } = useQuery(queryOf('getSpendingLimits'));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label={t`Loading spending limits`}>
        <Skeleton className="h-30 rounded-md" />
      </Loading>
    );
  const { dailyCents, monthlyCents, spentTodayCents, spentThisMonthCents, reservedCents, coolOffUntil, pending } = data;
  const reserved = formatRand(reservedCents / 100);
  const limited = dailyCents !== null || monthlyCents !== null;
  const when = (at: string) => `${formatDate(at, language)}, ${formatTime(at)}`;
  return (
    <>
      <div>
        <Limit label={t`Today`} spent={spentTodayCents} limit={dailyCents} />
        <Limit label={t`This month`} spent={spentThisMonthCents} limit={monthlyCents} />
      </div>
      {limited && reservedCents > 0 ? (
        <p className="mb-2 text-meta text-muted">
          <Trans>
            {reserved} more can still be paid on a page you opened. It counts for an hour, or until you cancel it.
          </Trans>
        </p>
      ) : null}
      {coolOffUntil ? (
        <p role="status" className="mt-2 rounded-md bg-warning-soft px-4 py-3 text-sm">
          <Trans>You are taking a break: nothing can be bought until {when(coolOffUntil)}.</Trans>
        </p>
      ) : null}
      {pending ? (
        <p className="mt-2 text-meta text-muted">
          <Trans>From {when(pending.from)}:</Trans> <Amount cents={pending.dailyCents} /> <Trans>a day</Trans>,{' '}
          <Amount cents={pending.monthlyCents} /> <Trans>a month</Trans>
        </p>
      ) : null}
      <Button size="sm" className="mt-3" onClick={() => setEditing(true)}>
        <Trans>Change limits</Trans>
      </Button>
      <LimitsSheet limits={data} open={editing} onClose={() => setEditing(false)} />
    </>
  );
}

function Amount({ cents }: { cents: number | null }) {
  return cents === null ? <Trans>no limit</Trans> : formatRand(cents / 100);
}

function Limit({ label, spent, limit }: { label: string; spent: number; limit: number | null }) {
  const { t } = useLingui();
  const now = formatRand(spent / 100);
  const formattedLimit = limit === null ? null : formatRand(limit / 100);
  return (
    <div className="border-line border-t py-3.5 first:border-t-0">
      <p className="flex items-baseline justify-between gap-3">
        <span className="text-muted">{label}</span>
        <span className="tabular-nums">
          <b className="font-semibold">{now}</b>{' '}
          <span className="text-faint text-sm">{formattedLimit === null ? t`no limit` : t`of ${formattedLimit}`}</span>
        </span>
      </p>
      {formattedLimit !== null && limit !== null ? (
        <ProgressBar
          className="mt-2"
          value={limit === 0 ? 1 : spent / limit}
          label={t`${label}: ${now} of ${formattedLimit} spent`}
        />
      ) : null}
    </div>
  );
}
