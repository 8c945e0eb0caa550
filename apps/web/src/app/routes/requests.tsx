import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import type { PickedCreator } from '../../components/ui/creator-picker.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { Tabs } from '../../components/ui/tabs.tsx';
import type { ContentRequestView, RequestBox } from '../../features/requests/api.ts';
import { DiamondRequired } from '../../features/requests/components/diamond-required.tsx';
import { RequestList } from '../../features/requests/components/request-list.tsx';
import { queryOf } from '../../lib/api.ts';
import { useSearchParam } from '../../lib/router.tsx';
import { useCurrentUser } from '../../lib/session.ts';
import { lazyPart } from '../../lib/styles.ts';
import { ScreenLoading } from '../screen-loading.tsx';
import { LazyBoundary } from '../shell/lazy-boundary.tsx';

const CreateRequestSheet = lazyPart(() =>
  import('../../features/requests/components/create-request-sheet.tsx').then((module) => module.CreateRequestSheet),
);
const Delivered = lazyPart(() => import('./requests-delivered.tsx').then((module) => module.Delivered));
const Delivery = lazyPart(() => import('./requests-delivery.tsx').then((module) => module.RequestDelivery));

/** Custom requests: made by the member, and received by creators. `?creator=<profile id>` opens a new one. */
export function Route() {
  const user = useCurrentUser();
  if (!user) return <ScreenLoading />;
  return <Requests isCreator={user.creator !== undefined} isDiamond={user.vipTier === 'diamond'} />;
}

function Requests({ isCreator, isDiamond }: { isCreator: boolean; isDiamond: boolean }) {
  const { t } = useLingui();
  const creatorId = useSearchParam('creator') ?? '';
  const { data: found, isLoading } = useQuery({
    ...queryOf('getCreator', { params: { id: creatorId } }),
    enabled: creatorId !== '',
  });
  const { data: terms } = useQuery({
    ...queryOf('getRequestTerms', { params: { id: creatorId } }),
    enabled: creatorId !== '' && !isDiamond,
  });
  // A creator may take requests from subscribers too.
  const canRequest = isDiamond || terms?.mayRequest === true;
  const [box, setBox] = useState<RequestBox>(isCreator && creatorId === '' ? 'received' : 'sent');
  const [creating, setCreating] = useState(creatorId !== '');
  const [viewing, setViewing] = useState<ContentRequestView | null>(null);
  const [delivering, setDelivering] = useState<ContentRequestView | null>(null);
  const creator: PickedCreator | null = found
    ? { id: found.id, displayName: found.displayName, avatar: found.portraits.avatar }
    : null;
  const list = (
    <RequestList
      key={box}
      box={box}
      onView={setViewing}
      onDeliver={setDelivering}
      renderOverlay={(close, sheet) => <LazyBoundary close={close}>{sheet}</LazyBoundary>}
      empty={
        box === 'sent' ? (
          <EmptyState
            title={<Trans>No requests yet</Trans>}
            text={<Trans>Ask a creator for something of your own. You name the price, they say yes or no.</Trans>}
            action={
              canRequest ? (
                <Button variant="bone" onClick={() => setCreating(true)}>
                  <Trans>Make Request</Trans>
                </Button>
              ) : null
            }
          />
        ) : (
          <EmptyState
            title={<Trans>Nobody has asked yet</Trans>}
            text={<Trans>Requests from Diamond members arrive here, with the price already in safekeeping.</Trans>}
          />
        )
      }
    />
  );
  return (
    <>
      <PageTitle
        lead={<Trans>Something made for you. The price is held until it is delivered.</Trans>}
        aside={
          canRequest ? (
            <Button variant="primary" onClick={() => setCreating(true)}>
              <Trans>Make Request</Trans>
            </Button>
          ) : null
        }
      >
        <Trans>Content Requests</Trans>
      </PageTitle>
      {canRequest || box === 'received' ? null : <DiamondRequired />}
      {isCreator ? (
        <Tabs<RequestBox>
          className="mt-6"
          label={t`Content Requests`}
          value={box}
          onChange={setBox}
          tabs={[
            { value: 'received', label: t`Received` },
            { value: 'sent', label: t`Sent` },
          ]}
        >
          {list}
        </Tabs>
      ) : (
        <div className="mt-2">{list}</div>
      )}
      {creating && canRequest && !isLoading ? (
        <LazyBoundary close={() => setCreating(false)}>
          <CreateRequestSheet creator={creator} open onClose={() => setCreating(false)} />
        </LazyBoundary>
      ) : null}
      {delivering ? (
        <LazyBoundary close={() => setDelivering(null)}>
          <Delivery request={delivering} onClose={() => setDelivering(null)} />
        </LazyBoundary>
      ) : null}
      {viewing ? (
        <LazyBoundary close={() => setViewing(null)}>
          <Delivered request={viewing} onClose={() => setViewing(null)} />
        </LazyBoundary>
      ) : null}
    </>
  );
}
