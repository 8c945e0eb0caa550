import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { SaveButton } from '../../../components/save-button.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Chip } from '../../../components/ui/chip.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { CreditToken } from '../../../components/ui/marks.tsx';
import { PageTitle } from '../../../components/ui/page-title.tsx';
import { Select } from '../../../components/ui/select.tsx';
import { NextPageError, ShowMore } from '../../../components/ui/show-more.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { queryOf } from '../../../lib/api.ts';
import { formatDate, formatNumber, formatRand } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import { isShown, monthsSince, type Shown, shownFilters, statementCsvUrl, statementQuery } from '../statement-api.ts';
import { StatementDays } from './statement-days.tsx';

interface StatementProps {
  title: ReactNode;
  /** The chosen filter and month as the address names them. */
  show: string | null;
  month: string | null;
  onChange(chosen: { show: Shown; month: string | null }): void;
}

const johannesburgMonth = (at: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Johannesburg' }).format(at).slice(0, 7);

/** Rand and credits in one list, with two totals, a month and filters. */
export function Statement({ title, show: asked, month: askedMonth, onChange }: StatementProps) {
  const { t } = useLingui();
  const [thisMonth] = useState(() => johannesburgMonth(new Date()));
  const show = isShown(asked) ? asked : 'all';
  const month = askedMonth === 'all' || /^\d{4}-\d{2}$/.test(askedMonth ?? '') ? (askedMonth ?? '') : thisMonth;
  const list = useInfiniteQuery(statementQuery(show, month));
  const { data, error, refetch, fetchNextPage } = list;
  const entries = data?.pages.flatMap((page) => page.items) ?? [];
  const summary = data?.pages[0]?.summary ?? null;
  const change = (chosen: { show?: Shown; month?: string }) => {
    const next = chosen.month ?? month;
    onChange({ show: chosen.show ?? show, month: next === thisMonth ? null : next });
  };
  const names: Record<Shown, string> = {
    all: t`All`,
    rand: t`Rand`,
    credits: t`Credits`,
    subscriptions: t`Subscriptions`,
    tips: t`Tips and gifts`,
    content: t`Pictures and videos`,
    calls: t`Calls`,
    requests: t`Requests`,
    free: t`Free credits`,
    returns: t`Refunds`,
  };
  return (
    <>
      <PageTitle
        aside={
          <MonthChoice
            first={summary?.firstMonth ?? null}
            month={month}
            thisMonth={thisMonth}
            onChange={(next) => change({ month: next })}
          />
        }
      >
        {title}
      </PageTitle>
      <Totals month={month} summary={summary} />
      <fieldset
        aria-label={t`Show`}
        className="bleed no-scrollbar mt-5 flex min-w-0 gap-2 overflow-x-auto py-1 lg:mx-0 lg:flex-wrap lg:px-0"
      >
        {(Object.keys(shownFilters) as Shown[]).map((name) => (
          <Chip key={name} pressed={name === show} onClick={() => change({ show: name })}>
            {names[name]}
          </Chip>
        ))}
      </fieldset>
      <div className="mt-4">
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <Loading label={t`Loading the statement`}>
            <SkeletonRows count={6} />
          </Loading>
        ) : entries.length === 0 ? (
          <Nothing
            isFiltered={show !== 'all'}
            isWhole={month === 'all'}
            onWhole={() => onChange({ show: 'all', month: 'all' })}
          />
        ) : (
          <>
            <StatementDays entries={entries} />
            {list.isFetchNextPageError ? (
              <NextPageError error={error} onRetry={() => void fetchNextPage()} />
            ) : (
              <ShowMore list={list} full className="mt-6" />
            )}
            <SaveButton
              href={statementCsvUrl(show, month)}
              name={`statement${month === 'all' ? '' : `-${month}`}.csv`}
              size="sm"
              className="mt-8"
            >
              <Trans>Save as CSV</Trans>
            </SaveButton>
          </>
        )}
      </div>
    </>
  );
}

interface MonthChoiceProps {
  first: string | null;
  month: string;
  thisMonth: string;
  onChange(month: string): void;
}

function MonthChoice({ first, month, thisMonth, onChange }: MonthChoiceProps) {
  const { t } = useLingui();
  const language = useStore(languageStore);
  const months = new Set([...monthsSince(first, thisMonth), ...(month === 'all' ? [] : [month])]);
  // `Nov 2026` of `1 Nov 2026`.
  const options = [...months].map((value) => ({
    value,
    label: formatDate(`${value}-01T12:00:00+02:00`, language).slice(2),
  }));
  return (
    <Select
      aria-label={t`Month`}
      value={month}
      options={[...options, { value: 'all', label: t`All months` }]}
      onChange={(event) => onChange(event.target.value)}
      className="h-11! rounded-pill! border-transparent! font-semibold"
    />
  );
}

interface Summary {
  paidCents: number;
  spentCredits: number;
  receivedCredits: number;
}

function Totals({ month, summary }: { month: string; summary: Summary | null }) {
  const { data: balance } = useQuery(queryOf('creditBalance'));
  const { data: limits } = useQuery(queryOf('getSpendingLimits'));
  const left = limits?.monthlyCents == null ? null : Math.max(0, limits.monthlyCents - limits.spentThisMonthCents);
  const limit = formatRand((limits?.monthlyCents ?? 0) / 100);
  const figure = 'num block min-h-[1em] text-[1.75rem] xs:text-[2rem] lg:text-[3rem]';
  return (
    <dl className="mt-3 flex flex-wrap gap-y-4 *:border-line-strong *:border-l *:px-4 *:first:border-l-0 *:first:pl-0 lg:*:px-10">
      {summary?.paidCents === 0 ? null : (
        <div>
          <dd className={figure}>{summary ? formatRand(summary.paidCents / 100) : null}</dd>
          <dt className="mt-1 text-meta text-muted">
            {month === 'all' ? <Trans>paid in all</Trans> : <Trans>paid in this month</Trans>}
          </dt>
        </div>
      )}
      <div>
        <dd className={`${figure} text-gold`}>
          {balance ? (
            <span className="inline-flex items-center gap-2">
              <CreditToken />
              {formatNumber(balance.balance)}
            </span>
          ) : null}
        </dd>
        <dt className="mt-1 text-meta text-muted">
          <span className="sr-only">
            <Trans>credits now</Trans>,{' '}
          </span>
          {summary ? (
            <Trans>
              {formatNumber(summary.spentCredits)} spent, {formatNumber(summary.receivedCredits)} came in
            </Trans>
          ) : null}
        </dt>
      </div>
      {left === null ? null : (
        <div className="hidden lg:block">
          <dd className={figure}>{formatRand(left / 100)}</dd>
          <dt className="mt-1 text-meta text-muted">
            <Trans>left of your {limit} limit</Trans>
          </dt>
        </div>
      )}
    </dl>
  );
}

function Nothing({ isFiltered, isWhole, onWhole }: { isFiltered: boolean; isWhole: boolean; onWhole(): void }) {
  return (
    <div className="py-6">
      <p className="text-muted">
        {isFiltered ? (
          <Trans>Nothing of this kind here.</Trans>
        ) : isWhole ? (
          <Trans>No transactions yet. Purchase some credits to get started!</Trans>
        ) : (
          <Trans>Nothing moved in this month.</Trans>
        )}
      </p>
      {isWhole && !isFiltered ? null : (
        <Button size="sm" className="mt-3" onClick={onWhole}>
          <Trans>Show everything</Trans>
        </Button>
      )}
    </div>
  );
}
