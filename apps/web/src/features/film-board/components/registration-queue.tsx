import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { QueueList, queueRow } from '../../../components/staff-lists/queue-list.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { ShowMore } from '../../../components/ui/show-more.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { Tag } from '../../../components/ui/tag.tsx';
import { api, keyOf } from '../../../lib/api.ts';
import { Link } from '../../../lib/router.tsx';
import { type RegistrationList, type StaffRegistration, useDay } from '../api.ts';
import { stateLabels } from '../labels.ts';
import { DayClock } from './day-clock.tsx';

const emptyTexts: Record<RegistrationList, ReactNode> = {
  waiting: (
    <Trans>Applications, and exemptions that need a second person, are listed here, least time left first.</Trans>
  ),
  holding: <Trans>Registrations that hold are listed here, by the day they end.</Trans>,
  closed: <Trans>What was refused, withdrawn or has ended is listed here.</Trans>,
};

/** Applications and registrations of creators. */
export function RegistrationQueue({ state }: { state: RegistrationList }) {
  const { t } = useLingui();
  const list = useInfiniteQuery({
    queryKey: [...keyOf('listRegistrations'), state],
    queryFn: ({ pageParam, signal }) =>
      api.listRegistrations({ query: { state, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor,
    refetchOnMount: 'always',
  });
  const items = list.data?.pages.flatMap((page) => page.items);
  if (list.error && !items) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (!items)
    return (
      <Loading label={t`Loading registrations`} className="mt-4">
        <SkeletonRows />
      </Loading>
    );
  if (items.length === 0)
    return (
      <EmptyState
        title={state === 'waiting' ? <Trans>Nothing is waiting</Trans> : <Trans>Nothing here yet</Trans>}
        text={emptyTexts[state]}
      />
    );
  return (
    <>
      <QueueList label={t`Registrations`} className="rise mt-2">
        {items.map((found) => (
          <li key={found.id} className="border-line border-t first:border-t-0">
            <QueueRow found={found} />
          </li>
        ))}
      </QueueList>
      <ShowMore list={list} className="mt-6" />
    </>
  );
}

function QueueRow({ found }: { found: StaffRegistration }) {
  const { i18n } = useLingui();
  const day = useDay();
  return (
    <Link
      to="/admin/fpb-registrations/:id"
      params={{ id: found.id }}
      className={`${queueRow} flex min-h-20 items-center gap-4 py-3`}
    >
      <DayClock found={found} />
      <span className="min-w-0 flex-1">
        <span className="block wrap-anywhere font-semibold">{found.businessName}</span>
        <span className="block wrap-anywhere text-muted text-sm">{found.creator.name}</span>
        <span className="mt-1 flex flex-wrap gap-1.5 empty:hidden">
          {found.awaitsSecond ? (
            <Tag tone="warning">
              <Trans>second person needed</Trans>
            </Tag>
          ) : null}
          {found.hasExemption ? (
            <Tag tone="online">
              <Trans>X18</Trans>
            </Tag>
          ) : null}
          {found.isOwn ? (
            <Tag tone="info">
              <Trans>your own</Trans>
            </Tag>
          ) : null}
        </span>
      </span>
      <span className="max-w-[40%] shrink-0 text-right text-meta text-muted">
        {found.state === 'approved' && found.validUntil ? (
          <Trans>until {day(found.validUntil)}</Trans>
        ) : found.state === 'pending' && found.dueOn ? (
          <Trans>by {day(found.dueOn)}</Trans>
        ) : (
          i18n._(stateLabels[found.state])
        )}
      </span>
    </Link>
  );
}
