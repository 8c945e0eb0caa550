import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import ChevronDown from 'lucide-react/icons/chevron-down';
import CircleCheck from 'lucide-react/icons/circle-check';
import OctagonAlert from 'lucide-react/icons/octagon-alert';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { Loading, Skeleton } from '../../../components/ui/skeleton.tsx';
import { Stat } from '../../../components/ui/stat.tsx';
import { queryOf } from '../../../lib/api.ts';
import { formatDate, formatNumber, formatRand, formatTime } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';

/** Whether the ledger balances, and whether held money covers what is owed. */
export function HealthCard() {
  const { t } = useLingui();
  const language = useStore(languageStore);
  const [isOpen, setOpen] = useState(false);
  const figures = useId();
  const { data, error, refetch, isFetching } = useQuery(queryOf('ledgerHealth'));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label={t`Checking the ledger`}>
        <Skeleton className="h-44 rounded-card" />
      </Loading>
    );
  const surplusCents = data.heldCents - data.owedCents;
  const hasProblem = !data.balanced || !data.solvent;
  // On phones the queue below comes first, unless a check failed.
  const hidden = hasProblem || isOpen ? '' : 'max-sm:hidden';
  return (
    <section className="rounded-card bg-surface-1 p-4.5 sm:p-6" aria-label={t`Ledger health`}>
      <div className="flex items-start justify-between gap-x-4 gap-y-3 sm:items-center">
        <ul className="flex flex-wrap gap-x-6 gap-y-2">
          <HealthCheck ok={data.balanced}>
            {data.balanced ? <Trans>The books add up</Trans> : <Trans>The books don't add up</Trans>}
          </HealthCheck>
          <HealthCheck ok={data.solvent}>
            {data.solvent ? <Trans>Everything owed is covered</Trans> : <Trans>Owed more than is held</Trans>}
          </HealthCheck>
        </ul>
        <IconButton
          label={t`Check again`}
          variant="filled"
          disabled={isFetching}
          onClick={() => void refetch()}
          className="sm:hidden"
        >
          <RefreshCw size={20} />
        </IconButton>
        <Button
          size="sm"
          busy={isFetching}
          busyLabel={<Trans>Checking</Trans>}
          onClick={() => void refetch()}
          className="max-sm:hidden"
        >
          <Trans>Check again</Trans>
        </Button>
      </div>
      {hasProblem ? null : (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={figures}
          onClick={() => setOpen(!isOpen)}
          className="-mb-2.5 flex min-h-11 items-center gap-1.5 font-semibold text-muted text-sm sm:hidden"
        >
          {isOpen ? <Trans>Hide the figures</Trans> : <Trans>Show the figures</Trans>}
          <ChevronDown size={18} aria-hidden className={isOpen ? 'rotate-180' : ''} />
        </button>
      )}
      <dl
        id={figures}
        className={clsx(
          'mt-4 grid grid-cols-2 gap-x-5 gap-y-3.5 lg:grid-cols-4 max-lg:[&_.num]:text-[1.25rem] max-xs:[&_.num]:text-[1.0625rem]',
          hidden,
        )}
      >
        <Stat label={<Trans>Held</Trans>} value={formatRand(data.heldCents / 100)} />
        <Stat
          label={<Trans>Owed to creators</Trans>}
          value={formatRand(data.owedCents / 100)}
          note={
            surplusCents >= 0 ? (
              <Trans>{formatRand(surplusCents / 100)} to spare</Trans>
            ) : (
              <span className="text-danger">
                <Trans>{formatRand(-surplusCents / 100)} short</Trans>
              </span>
            )
          }
        />
        <Stat
          label={<Trans>Bought credits unspent</Trans>}
          value={formatNumber(data.creditsOutstanding)}
          note={<Trans>{formatRand(data.packSalesCents / 100)} paid for credits</Trans>}
        />
        <Stat
          label={<Trans>Given credits unspent</Trans>}
          value={formatNumber(data.promotionalOutstanding)}
          note={<Trans>{formatNumber(data.heldCredits)} more are held for creators</Trans>}
        />
      </dl>
      <p className={clsx('mt-4 text-faint text-meta', hidden)}>
        <Trans>
          {formatNumber(data.transfers)} transfers, checked {formatDate(data.checkedAt, language)},{' '}
          {formatTime(data.checkedAt)}
        </Trans>
      </p>
      {data.differences.length > 0 ? (
        <ul className="mt-3 rounded-md bg-danger-soft px-4 py-3 text-danger text-sm">
          {data.differences.map((difference) => (
            <li key={difference} className="break-words py-0.5">
              {difference}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function HealthCheck({ ok, children }: { ok: boolean; children: ReactNode }) {
  const Icon = ok ? CircleCheck : OctagonAlert;
  return (
    <li className={`flex items-center gap-2 font-semibold ${ok ? 'text-online' : 'text-danger'}`}>
      <Icon size={20} className="shrink-0" aria-hidden />
      {children}
    </li>
  );
}
