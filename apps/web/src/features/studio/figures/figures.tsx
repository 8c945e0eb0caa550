import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { FigurePeriod } from '@vlam/contract/rules/fans-figures';
import { buttonStyle } from '../../../components/ui/button.tsx';
import { Segment } from '../../../components/ui/choice.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { PageTitle, Section } from '../../../components/ui/page-title.tsx';
import { Loading, Skeleton } from '../../../components/ui/skeleton.tsx';
import { Stat } from '../../../components/ui/stat.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { Link } from '../../../lib/router.tsx';
import { useCurrentUser } from '../../../lib/session.ts';
import { type CreatorFigures, figuresQuery } from './api.ts';
import { BestHours } from './best-hours.tsx';
import { Renewals } from './renewals.tsx';
import { percentOf } from './series.ts';
import { SourceValues, VisitSources } from './sources.tsx';
import { VisitChart } from './visit-chart.tsx';

const isEmpty = ({ visits, followers, subscribers, months, values }: CreatorFigures): boolean =>
  visits.total + (visits.previous ?? 0) + followers + subscribers + months.length + values.length === 0;

/** Visits of a creator's page, what became of them, renewals, value by source and best hours. */
export function Figures({ period, onPeriod }: { period: FigurePeriod; onPeriod(period: FigurePeriod): void }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(figuresQuery(period));
  if (error && !data) return <ErrorState heading="h1" error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <PageTitle
        size="d3"
        className="lg:items-center"
        aside={
          <Segment<FigurePeriod>
            label={t`Period`}
            className="w-full lg:w-95"
            value={period}
            onChange={onPeriod}
            options={[
              { value: 'week', label: <Trans>7 days</Trans> },
              { value: 'month', label: <Trans>30 days</Trans> },
              { value: 'quarter', label: <Trans>90 days</Trans> },
              { value: 'year', label: <Trans>Year</Trans> },
            ]}
          />
        }
      >
        <Trans>Figures</Trans>
      </PageTitle>
      {data ? isEmpty(data) ? <NoFigures /> : <Shown figures={data} /> : <FiguresLoading />}
    </>
  );
}

function Shown({ figures }: { figures: CreatorFigures }) {
  const { visits, followers, subscribers } = figures;
  const [followed, subscribed] = [percentOf(followers, visits.total), percentOf(subscribers, visits.total)];
  return (
    <>
      <div className="mt-6 grid grid-cols-1 gap-x-14 gap-y-6 lg:grid-cols-[minmax(0,1fr)_300px]">
        <VisitChart visits={visits} />
        <div className="lg:pt-3">
          <h2 className="d4">
            <Trans>Where they came from</Trans>
          </h2>
          <VisitSources sources={visits.sources} />
        </div>
      </div>
      <div className="mt-8 overflow-clip border-line border-y lg:mt-10">
        <dl className="-mt-px -ml-[17px] grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] *:border-line *:border-t *:border-l *:py-4 *:pl-4 lg:-ml-[25px] lg:*:py-5 lg:*:pl-6">
          <Stat
            label={<Trans>New followers</Trans>}
            value={formatNumber(followers)}
            note={followed === null ? null : <Trans>{followed}% of visits</Trans>}
          />
          <Stat
            label={<Trans>New subscribers</Trans>}
            value={formatNumber(subscribers)}
            note={subscribed === null ? null : <Trans>{subscribed}% of visits</Trans>}
          />
        </dl>
      </div>
      <Section title={<Trans>Best hours</Trans>}>
        <BestHours hours={figures.hours} />
      </Section>
      <div className="grid grid-cols-1 gap-x-14 lg:grid-cols-2">
        <Section title={<Trans>Renewals</Trans>}>
          <Renewals months={figures.months} until={figures.endsUntil} />
        </Section>
        <Section title={<Trans>What a fan is worth</Trans>}>
          <SourceValues values={figures.values} />
        </Section>
      </div>
      <p className="mt-10 max-w-[60ch] text-faint text-meta">
        <Trans>
          A person counts once a day. Who they were is forgotten when the day is over. Incognito members and your own
          visits are not counted.
        </Trans>
      </p>
    </>
  );
}

function NoFigures() {
  const user = useCurrentUser();
  return (
    <EmptyState
      title={<Trans>The first visit starts it</Trans>}
      text={<Trans>Share your page, and you see here who comes by which way, and when your fans are about.</Trans>}
      action={
        user?.profileId ? (
          <Link to="/profile/:id" params={{ id: user.profileId }} className={buttonStyle({ variant: 'bone' })}>
            <Trans>Open and share your page</Trans>
          </Link>
        ) : null
      }
    />
  );
}

function FiguresLoading() {
  const { t } = useLingui();
  return (
    <Loading label={t`Loading your figures`}>
      <Skeleton className="mt-6 h-5 w-32 rounded-xs" />
      <Skeleton className="mt-3 h-18 w-64 rounded-md lg:h-25" />
      <Skeleton className="mt-10 h-55 rounded-md" />
    </Loading>
  );
}
