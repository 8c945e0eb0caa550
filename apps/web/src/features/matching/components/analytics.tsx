import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { ProgressBar } from '../../../components/ui/progress-bar.tsx';
import { Loading, Skeleton } from '../../../components/ui/skeleton.tsx';
import { Stat, StatRow } from '../../../components/ui/stat.tsx';
import { queryOf } from '../../../lib/api.ts';
import { interestNames } from '../../../lib/interest-names.ts';
import type { Analytics as Figures } from '../api.ts';
import { bandFills, factorLabels } from '../labels.ts';
import { FlameDays } from './flame-days.tsx';

/** Statistics of the member's stored matches. */
export function Analytics() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(queryOf('matchAnalytics'));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label={t`Loading analytics`} className="mt-6 grid gap-4">
        <Skeleton className="h-20 rounded-card" />
        <Skeleton className="h-48 rounded-card" />
      </Loading>
    );
  if (data.total === 0 && data.flamesSent === 0 && data.flamesReceived === 0)
    return (
      <EmptyState
        title={<Trans>Nothing to show yet</Trans>}
        text={<Trans>When you have matches and flames, this shows how they come about.</Trans>}
      />
    );
  return (
    <div className="mt-6 grid gap-10">
      <div>
        {data.averageScore === null ? null : (
          <p>
            <span className="num -ml-[3px] block text-[min(4.5rem,22vw)] leading-[.9]! tracking-[-0.05em]!">
              {data.averageScore}%
            </span>
            <span className="mt-2.5 block text-muted">
              <Plural
                value={data.total}
                one="compatible with your # match"
                other="compatible on average, over # matches"
              />
            </span>
          </p>
        )}
        <StatRow className="mt-6">
          <Stat label={<Trans>Flames sent</Trans>} value={data.flamesSent} />
          <Stat label={<Trans>Received</Trans>} value={data.flamesReceived} />
          <Stat label={<Trans>Mutual</Trans>} value={data.mutual} />
        </StatRow>
      </div>
      <div className="grid gap-10 lg:grid-cols-2">
        <Bands figures={data} />
        <Factors figures={data} />
        <TopInterests figures={data} />
        <FlameDays days={data.days} />
      </div>
    </div>
  );
}

function Bands({ figures: { bands, total } }: { figures: Figures }) {
  const { t } = useLingui();
  const rows = [
    { band: 'green', label: t`90% and more` },
    { band: 'yellow', label: t`80% to 89%` },
    { band: 'orange', label: t`70% to 79%` },
    { band: 'red', label: t`Under 70%` },
  ] as const;
  const filled = rows.filter(({ band }) => bands[band] > 0);
  return (
    <section>
      <h2 className="d4">
        <Trans>Compatibility</Trans>
      </h2>
      <div aria-hidden className="mt-4 flex h-5 gap-0.5 overflow-hidden rounded-pill bg-surface-2">
        {filled.map(({ band }) => (
          <span key={band} className={bandFills[band]} style={{ flexGrow: bands[band] }} />
        ))}
      </div>
      <dl className="mt-3">
        {filled.map(({ band, label }) => (
          <div
            key={band}
            className="flex items-center justify-between gap-3 border-line border-t py-2.5 first:border-t-0"
          >
            <dt className="flex items-center gap-2.5">
              <span aria-hidden className={`size-3 rounded-pill ${bandFills[band]}`} />
              {label}
            </dt>
            <dd className="tabular-nums">{t`${bands[band]} of ${total}`}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Factors({ figures: { factors } }: { figures: Figures }) {
  const { t, i18n } = useLingui();
  return (
    <section>
      <h2 className="d4">
        <Trans>What your matches give</Trans>
      </h2>
      <ul className="mt-4 grid gap-4">
        {factors.map(({ factor, average }) => {
          const name = i18n._(factorLabels[factor]);
          return (
            <li key={factor}>
              <p className="mb-1.5 flex justify-between text-sm">
                <span className="font-semibold">{name}</span>
                <span className="text-muted tabular-nums">{average}%</span>
              </p>
              <ProgressBar value={average / 100} label={t`${name}: ${average}% of its weight`} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function TopInterests({ figures: { topInterests, total } }: { figures: Figures }) {
  const { t, i18n } = useLingui();
  if (topInterests.length === 0) return null;
  return (
    <section>
      <h2 className="d4">
        <Trans>What they like most</Trans>
      </h2>
      <ul className="mt-4 grid gap-4">
        {topInterests.map(({ interest, matches }) => {
          const name = i18n._(interestNames[interest]);
          return (
            <li key={interest}>
              <p className="mb-1.5 flex justify-between text-sm">
                <span className="font-semibold">{name}</span>
                <span className="text-muted tabular-nums">{t`${matches} of ${total}`}</span>
              </p>
              <ProgressBar value={matches / Math.max(1, total)} label={t`${name}: ${matches} of ${total}`} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
