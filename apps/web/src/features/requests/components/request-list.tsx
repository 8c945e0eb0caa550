import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { RequestStatus } from '@vlam/contract/requests';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { Loading, Skeleton } from '../../../components/ui/skeleton.tsx';
import { StatusList } from '../../../components/ui/status-list.tsx';
import { useMediaQuery } from '../../../lib/use-media-query.ts';
import { type ContentRequestView, type RequestBox, requestsQuery } from '../api.ts';
import { requestStatusLabels } from '../labels.ts';
import { RequestActions } from './request-actions.tsx';
import { RequestCard } from './request-card.tsx';
import { RequestRow } from './request-row.tsx';

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
  const [chosen, setChosen] = useState('');
  // Wide screens show one of the list in full beside it.
  const wide = useMediaQuery('(min-width: 1024px)');
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
        <Loading label={t`Loading requests`} className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_420px] lg:gap-10">
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
      {(requests) => {
        const card = (request: ContentRequestView) => (
          <RequestCard request={request}>
            <RequestActions request={request} onView={onView} onDeliver={onDeliver} renderOverlay={renderOverlay} />
          </RequestCard>
        );
        const shown = requests.find(({ id }) => id === chosen) ?? requests[0];
        return wide && shown ? (
          <div className="grid grid-cols-[minmax(0,1fr)_420px] items-start gap-10">
            <ul className="rise">
              {requests.map((request) => (
                <li key={request.id} className="border-line border-t first:border-t-0">
                  <RequestRow request={request} isShown={request === shown} onShow={() => setChosen(request.id)} />
                </li>
              ))}
            </ul>
            <div className="sticky top-22 max-h-[calc(100dvh-112px)] overflow-y-auto rounded-card" key={shown.id}>
              {card(shown)}
            </div>
          </div>
        ) : (
          <ul className="rise grid grid-cols-1 items-start gap-4">
            {requests.map((request) => (
              <li key={request.id}>{card(request)}</li>
            ))}
          </ul>
        );
      }}
    </StatusList>
  );
}
