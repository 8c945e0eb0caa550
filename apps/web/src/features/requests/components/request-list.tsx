import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { RequestStatus } from '@vlam/contract/requests';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { Loading, Skeleton } from '../../../components/ui/skeleton.tsx';
import { StatusList } from '../../../components/ui/status-list.tsx';
import { type ContentRequestView, type RequestBox, requestsQuery } from '../api.ts';
import { requestStatusLabels } from '../labels.ts';
import { RequestActions } from './request-actions.tsx';
import { RequestCard } from './request-card.tsx';

const filterStatuses: readonly RequestStatus[] = [
  'pending',
  'accepted',
  'completed',
  'declined',
  'disputed',
  'resolved',
];

interface RequestListProps {
  box: RequestBox;
  empty: ReactNode;
  onView(request: ContentRequestView): void;
  onDeliver(request: ContentRequestView): void;
  renderOverlay: ComponentProps<typeof RequestActions>['renderOverlay'];
}

/** Sent or received requests, optionally of one status. */
export function RequestList({ box, empty, onView, onDeliver, renderOverlay }: RequestListProps) {
  const { t, i18n } = useLingui();
  const [status, setStatus] = useState<RequestStatus | undefined>(undefined);
  const query = useInfiniteQuery(requestsQuery(box, status));
  return (
    <StatusList<ContentRequestView, RequestStatus>
      className="mt-4"
      label={t`Status`}
      statuses={filterStatuses}
      labelOf={(each) => i18n._(requestStatusLabels[each].label)}
      status={status}
      onStatus={setStatus}
      query={query}
      loading={
        <Loading label={t`Loading requests`} className="grid gap-4 lg:grid-cols-2">
          <Skeleton className="h-60 rounded-card" />
          <Skeleton className="h-60 rounded-card" />
        </Loading>
      }
      empty={
        status ? (
          <EmptyState title={<Trans>No requests here</Trans>} text={<Trans>None has this status.</Trans>} />
        ) : (
          empty
        )
      }
    >
      {(requests) => (
        <ul className="rise grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
          {requests.map((request) => (
            <li key={request.id}>
              <RequestCard request={request}>
                <RequestActions request={request} onView={onView} onDeliver={onDeliver} renderOverlay={renderOverlay} />
              </RequestCard>
            </li>
          ))}
        </ul>
      )}
    </StatusList>
  );
}
