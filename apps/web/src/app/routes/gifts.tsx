import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { BalanceLine } from '../../components/ui/balance-line.tsx';
import type { PickedCreator } from '../../components/ui/creator-picker.tsx';
import { PageTitle } from '../../components/ui/page-title.tsx';
import type { Gift } from '../../features/gifts/api.ts';
import { GiftGrid } from '../../features/gifts/components/gift-grid.tsx';
import { GiftHistory } from '../../features/gifts/components/gift-history.tsx';
import { queryOf } from '../../lib/api.ts';
import { useBalance } from '../../lib/balance.ts';
import { useSearchParam } from '../../lib/router.tsx';
import { useCurrentUser } from '../../lib/session.ts';
import { lazyPart } from '../../lib/styles.ts';
import { LazyBoundary } from '../shell/lazy-boundary.tsx';

const SendSheet = lazyPart(() =>
  import('../../features/gifts/components/send-sheet.tsx').then((module) => module.SendSheet),
);

const subscriptionGifts = () => import('../../features/payments/components/subscription-gifts.tsx');
const OfferedSubscriptions = lazyPart(() => subscriptionGifts().then((module) => module.OfferedSubscriptions));
const SubscriptionGiftHistory = lazyPart(() => subscriptionGifts().then((module) => module.SubscriptionGiftHistory));

/** Given subscriptions that wait, and the seven gifts. `?to=<profile id>` preselects the recipient. */
export function Route() {
  const balance = useBalance();
  const user = useCurrentUser();
  const to = useSearchParam('to') ?? '';
  const { data: creator } = useQuery({ ...queryOf('getCreator', { params: { id: to } }), enabled: to !== '' });
  // The last gift stays while the sheet slides out.
  const [chosen, setChosen] = useState<Gift | null>(null);
  const [sending, setSending] = useState(false);
  const recipient: PickedCreator | null = creator
    ? { id: creator.id, displayName: creator.displayName, avatar: creator.portraits.avatar }
    : null;
  return (
    <>
      <PageTitle
        lead={
          recipient ? (
            <Trans>Something for {recipient.displayName}. They keep 80% of what it is worth.</Trans>
          ) : (
            <Trans>Something small that says a lot. Creators keep 80% of what it is worth.</Trans>
          )
        }
        aside={<BalanceLine balance={balance} />}
      >
        <Trans>Virtual Gifts</Trans>
      </PageTitle>
      <Suspense>
        <OfferedSubscriptions />
      </Suspense>
      <GiftGrid
        onChoose={(gift) => {
          setChosen(gift);
          setSending(true);
        }}
      />
      <Suspense>
        <SubscriptionGiftHistory />
      </Suspense>
      <GiftHistory isCreator={user?.creator !== undefined} />
      {chosen ? (
        <LazyBoundary close={() => setChosen(null)}>
          <SendSheet gift={chosen} recipient={recipient} open={sending} onClose={() => setSending(false)} />
        </LazyBoundary>
      ) : null}
    </>
  );
}
