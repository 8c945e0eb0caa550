import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { takedownClasses } from '@vlam/contract/rules/takedowns';
import { type ListFilter, readListFilter } from '../../../components/staff-lists/list-filter.ts';
import { ListTools } from '../../../components/staff-lists/list-tools.tsx';
import { QueueList, queueRow } from '../../../components/staff-lists/queue-list.tsx';
import { useExport } from '../../../components/staff-lists/use-export.ts';
import { DueTag } from '../../../components/ui/due-clock.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { Tag } from '../../../components/ui/tag.tsx';
import { queryOf } from '../../../lib/api.ts';
import { formatDate } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { go, Link, useSearchParams } from '../../../lib/router.tsx';
import { useStore } from '../../../lib/store.ts';
import type { StaffTakedown } from '../api.ts';
import { classLabels } from '../labels.ts';
import { CaseClock, dueOf } from './case-clock.tsx';

/** Cases of the desk, least time left first; the list shows no pictures. */
export function TakedownQueue({ state }: { state: 'open' | 'decided' }) {
  const { t, i18n } = useLingui();
  const filter = readListFilter(useSearchParams(), { class: takedownClasses, late: ['true'] });
  const [startExport, isExporting] = useExport('/api/admin/takedowns/export.csv', 'vlam-takedowns.csv');
  return (
    <>
      <ListTools
        list="takedowns"
        filter={filter}
        fields={[
          {
            name: 'class',
            label: t`Class`,
            options: takedownClasses.map((value) => ({ value, label: i18n._(classLabels[value]) })),
          },
          { name: 'late', label: t`Time`, options: [{ value: 'true', label: t`Late` }] },
        ]}
        onShow={(next) => go({ to: '/admin/takedowns', search: next, replace: true })}
        exports={{ isExporting, start: () => startExport({ ...filter, state }) }}
      />
      <Cases state={state} filter={filter} />
    </>
  );
}

function Cases({ state, filter }: { state: 'open' | 'decided'; filter: ListFilter }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery({
    ...queryOf('listTakedowns', { query: { ...filter, state } }),
    refetchOnMount: 'always',
    refetchInterval: 30_000,
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label={t`Loading cases`} className="mt-4">
        <SkeletonRows />
      </Loading>
    );
  if (data.length === 0)
    return Object.keys(filter).length > 0 ? (
      <EmptyState title={<Trans>Nothing matches</Trans>} text={<Trans>Try another filter.</Trans>} />
    ) : (
      <EmptyState
        title={state === 'open' ? <Trans>Nothing is waiting</Trans> : <Trans>Nothing decided yet</Trans>}
        text={<Trans>Complaints to the public desk are listed here, the least time left first.</Trans>}
      />
    );
  return (
    <QueueList label={t`Cases`} className="rise mt-2">
      {data.map((found) => (
        <li key={found.id} className="border-line border-t first:border-t-0">
          <QueueRow found={found} />
        </li>
      ))}
    </QueueList>
  );
}

function QueueRow({ found }: { found: StaffTakedown }) {
  const { i18n } = useLingui();
  const language = useStore(languageStore);
  const isOpen = found.state === 'open';
  return (
    <Link
      to="/admin/takedowns/:id"
      params={{ id: found.id }}
      className={`${queueRow} flex min-h-20 flex-wrap items-center gap-x-4 gap-y-1 py-3`}
    >
      {isOpen ? <CaseClock found={found} /> : null}
      <span className="min-w-[6rem] flex-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold">{i18n._(classLabels[found.class])}</span>
          {found.isAppeal ? (
            <Tag tone="info">
              <Trans>appeal</Trans>
            </Tag>
          ) : null}
          {isOpen ? <DueTag {...dueOf(found)} /> : null}
        </span>
        <span className="block text-muted text-sm">
          {found.by === 'fingerprint' ? (
            <Trans>By fingerprint</Trans>
          ) : found.by === 'address' ? (
            <Trans>By address</Trans>
          ) : (
            <Trans>By description</Trans>
          )}
        </span>
        <span className="block text-faint text-meta tabular-nums">{found.caseNumber}</span>
      </span>
      <span className="ml-auto shrink-0 text-right text-muted text-meta">
        {found.state === 'removed' ? (
          <Trans>taken down</Trans>
        ) : found.state === 'refused' ? (
          <Trans>not upheld</Trans>
        ) : found.hidden > 0 ? (
          <Trans>hidden</Trans>
        ) : found.files > 0 ? (
          <Trans>visible</Trans>
        ) : (
          <Trans>nothing found</Trans>
        )}
        {found.decidedAt ? <span className="block text-faint">{formatDate(found.decidedAt, language)}</span> : null}
      </span>
    </Link>
  );
}
