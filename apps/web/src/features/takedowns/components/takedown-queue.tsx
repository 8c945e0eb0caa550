import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { DueTag } from '../../../components/ui/due-clock.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { QueueList, queueRow } from '../../../components/ui/queue-list.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { Tag } from '../../../components/ui/tag.tsx';
import { queryOf } from '../../../lib/api.ts';
import { formatDate } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { Link } from '../../../lib/router.tsx';
import { useStore } from '../../../lib/store.ts';
import type { StaffTakedown } from '../api.ts';
import { classLabels } from '../labels.ts';
import { CaseClock, dueOf } from './case-clock.tsx';

/** Cases of the desk, least time left first; the list shows no pictures. */
export function TakedownQueue({ state }: { state: 'open' | 'decided' }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery({
    ...queryOf('listTakedowns', { query: { state } }),
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
    return (
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
      className={`${queueRow} flex min-h-20 items-center gap-4 py-3`}
    >
      {isOpen ? <CaseClock found={found} /> : null}
      <span className="min-w-0 flex-1">
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
      <span className="max-w-[40%] shrink-0 text-right text-muted text-meta">
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
