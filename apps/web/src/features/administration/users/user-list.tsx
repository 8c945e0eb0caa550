import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { UserFilter } from '@vlam/contract/administration-users';
import Download from 'lucide-react/icons/download';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useExport } from '../../../components/staff-lists/use-export.ts';
import { Button } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { FailedNote } from '../../../components/ui/failed-note.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { PageTitle } from '../../../components/ui/page-title.tsx';
import { SearchField } from '../../../components/ui/search-field.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { queryOf } from '../../../lib/api.ts';
import { useStaffUser } from '../../../lib/session.ts';
import { lazyPart } from '../../../lib/styles.ts';
import { useMediaQuery } from '../../../lib/use-media-query.ts';
import { AdminGrants } from './admin-grants.tsx';
import { type User, usersFile, usersQuery } from './api.ts';
import { type ListView, queryOfFilter } from './filter.ts';
import { FilterChips, totalText } from './filter-chips.tsx';
import { Pager } from './pager.tsx';
import { useBulk } from './use-bulk.tsx';
import type { Question } from './user-actions.tsx';
import { UserCards } from './user-cards.tsx';
import { UserTable } from './user-table.tsx';

const UserSheets = lazyPart(() => import('./user-sheets.tsx').then((module) => module.UserSheets));
const FiltersSheet = lazyPart(() => import('./filters-sheet.tsx').then((module) => module.FiltersSheet));

export interface UserListProps {
  view: ListView;
  onView(view: ListView, options?: { replace: boolean }): void;
  /** The status that the screen is about, which is no part of its address. */
  status?: 'suspended' | 'unverified';
  /** Beside the number, such as `members`. */
  noun: ReactNode;
  aside?: ReactNode;
  empty: { title: ReactNode; text: ReactNode };
  /** Without a heading of its own. */
  isPart?: boolean;
}

/** Accounts with search, filters, pages, actions on one and on several, and export. */
export function UserList({ view, onView, status, noun, aside, empty, isPart = false }: UserListProps) {
  const { t } = useLingui();
  const wide = useMediaQuery('(min-width: 1024px)');
  const own = useStaffUser();
  const [open, setOpen] = useState<{ question: Question; user: User } | null>(null);
  const [filtering, setFiltering] = useState(false);
  const bulk = useBulk();
  const [startExport, isExporting] = useExport(...usersFile);
  const filter: UserFilter = { ...view.filter, ...(status ? { status } : {}) };
  const list = useQuery({ ...usersQuery({ ...view, filter }), placeholderData: keepPreviousData });
  const filters = useQuery(queryOf('userFilters'));
  const { data, error, isPlaceholderData } = list;
  const { q = '', ...rest } = view.filter;
  const show = (next: UserFilter, options?: { replace: boolean }) =>
    onView({ filter: next, page: 1, cursor: null }, options);
  const search = (text: string) => show(text ? { ...rest, q: text } : rest, { replace: true });
  useSlashKey();
  const rows = {
    users: data?.users ?? [],
    ownId: own?.id,
    chosen: new Set(bulk.chosen.rows.keys()),
    onChoose: bulk.chosen.toggle,
    ask: (question: Question, user: User) => setOpen({ question, user }),
    suspensions: status === 'suspended' || view.filter.status === 'suspended',
  };
  const active = Object.keys(queryOfFilter(rest)).length;
  const number = data ? totalText(data, q !== '') : '…';
  return (
    <div className={bulk.chosen.rows.size > 0 ? 'pb-24' : ''}>
      {isPart ? null : (
        <PageTitle size="d3" aside={aside}>
          <span className="num mr-2 text-[2.5rem] max-sm:text-[2.125rem]">{number}</span> {noun}
        </PageTitle>
      )}
      {isPart || status ? null : <AdminGrants />}
      <div className="mt-4 flex flex-wrap gap-2">
        <div className="min-w-40 flex-1 lg:max-w-110">
          <SearchField
            label={t`Search by name or email`}
            placeholder={t`Name or email`}
            value={q}
            maxLength={100}
            onChange={search}
          />
        </div>
        <div className="flex gap-2 lg:grow">
          <Button
            icon={<SlidersHorizontal size={18} />}
            onClick={() => setFiltering(true)}
            aria-haspopup="dialog"
            className="min-h-[52px]"
          >
            <Trans>Filters</Trans>
            {active > 0 ? <span className="text-faint tabular-nums">{active}</span> : null}
          </Button>
          <IconButton
            label={t`Export this list as CSV`}
            disabled={isExporting}
            onClick={() => startExport(queryOfFilter(filter))}
            className="mt-1 lg:ml-auto"
          >
            <Download size={20} />
          </IconButton>
        </div>
      </div>
      {status ? null : (
        <div className="mt-2">
          <FilterChips filter={rest} filters={filters.data} onShow={(next) => show(q ? { ...next, q } : next)} />
          {filters.error && !filters.data ? (
            <div className="mt-2">
              <FailedNote onRetry={() => void filters.refetch()}>
                <Trans>Counts and saved filters did not load.</Trans>
              </FailedNote>
            </div>
          ) : null}
        </div>
      )}
      {bulk.notice}
      <div className="mt-3" aria-busy={isPlaceholderData || undefined}>
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void list.refetch()} />
        ) : !data ? (
          <Loading label={t`Loading members`}>
            <SkeletonRows count={6} />
          </Loading>
        ) : data.users.length === 0 ? (
          active > 0 || q ? (
            <EmptyState
              title={<Trans>Nobody matches</Trans>}
              text={<Trans>Try fewer letters, or another filter.</Trans>}
              action={
                <Button variant="bone" onClick={() => show({})}>
                  <Trans>Clear all</Trans>
                </Button>
              }
            />
          ) : (
            <EmptyState {...empty} />
          )
        ) : (
          <>
            {error ? (
              <FailedNote onRetry={() => void list.refetch()}>
                <Trans>This list could not be refreshed. It shows what was last loaded.</Trans>
              </FailedNote>
            ) : null}
            {wide ? <UserTable {...rows} /> : <UserCards {...rows} />}
            <Pager view={view} page={data} busy={isPlaceholderData} onView={onView} />
          </>
        )}
      </div>
      {bulk.bar}
      {open ? (
        <Suspense fallback={null}>
          <UserSheets
            key={open.user.id}
            {...open}
            isFixed={open.user.id === own?.id}
            onAsk={(question) => setOpen({ ...open, question })}
            onChoose={() => {
              bulk.chosen.toggle(open.user);
              setOpen(null);
            }}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      ) : null}
      {filtering ? (
        <Suspense fallback={null}>
          <FiltersSheet
            filter={view.filter}
            saved={filters.data?.saved ?? []}
            hasFixedStatus={status !== undefined}
            onShow={(next) => {
              setFiltering(false);
              show(next);
            }}
            onClose={() => setFiltering(false)}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

/** `/` puts the cursor in the search, as in the rest of the app. */
function useSlashKey(): void {
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof Element && event.target.closest('input, textarea, select, dialog, [contenteditable]');
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      document.querySelector<HTMLInputElement>('main input[name="q"]')?.focus();
    };
    addEventListener('keydown', focus);
    return () => removeEventListener('keydown', focus);
  }, []);
}
