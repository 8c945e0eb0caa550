import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ContentView } from '@vlam/contract/content';
import type { CreatorView } from '@vlam/contract/profiles';
import HandCoins from 'lucide-react/icons/hand-coins';
import { useState } from 'react';
import { Button, buttonStyle } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { ErrorState } from '../../components/ui/error-state.tsx';
import { Loading, SkeletonRows } from '../../components/ui/skeleton.tsx';
import { Tabs } from '../../components/ui/tabs.tsx';
import { creatorContentQuery, tipForItem, useTipped } from '../../features/content/api.ts';
import { ContentCard } from '../../features/content/components/content-card.tsx';
import { CommunityGuidelines } from '../../features/profiles/components/community-guidelines.tsx';
import { CreatorHero } from '../../features/profiles/components/creator-hero.tsx';
import { DetailBar } from '../../features/profiles/components/detail-bar.tsx';
import { SubscriptionCard } from '../../features/profiles/components/subscription-card.tsx';
import { FollowButton } from '../../features/social/components/follow-button.tsx';
import { ApiError, queryOf } from '../../lib/api.ts';
import { bottomBar } from '../../lib/bottom-bar.ts';
import { formatRand } from '../../lib/format.ts';
import { Link, useParams } from '../../lib/router.tsx';
import { useCurrentUser } from '../../lib/session.ts';
import { lazyPart } from '../../lib/styles.ts';
import { ScreenLoading } from '../screen-loading.tsx';
import { OnceOpened, Opened } from '../shell/opened.tsx';

const SubscribeSheet = lazyPart(() =>
  import('../../features/payments/components/subscribe-sheet.tsx').then((module) => module.SubscribeSheet),
);
const ItemSheet = lazyPart(() =>
  import('../../features/content/components/item-sheet.tsx').then((module) => module.ItemSheet),
);
const TipSheet = lazyPart(() =>
  import('../../features/payments/components/tip-sheet.tsx').then((module) => module.TipSheet),
);
const CallRow = lazyPart(() => import('../../components/ui/call-button.tsx').then((module) => module.CallRow));

/** A creator's page: what they post, who they are, and how to support them. */
export function Route() {
  const { id } = useParams('/profiles/:id');
  const { data: creator, error, refetch } = useQuery(queryOf('getCreator', { params: { id } }));
  if (error instanceof ApiError && error.status === 404)
    return (
      <EmptyState
        heading="h1"
        title={<Trans>Creator Not Found</Trans>}
        text={<Trans>The creator you're looking for doesn't exist.</Trans>}
        action={
          <Link to="/" className={buttonStyle({ variant: 'bone' })}>
            <Trans>Go to Feed</Trans>
          </Link>
        }
      />
    );
  if (error) return <ErrorState heading="h1" error={error} onRetry={() => void refetch()} />;
  if (!creator) return <ScreenLoading />;
  return <Creator key={creator.id} creator={creator} />;
}

type TipTarget = { profileId: string; name: string; contentId?: string; title?: string };

function Creator({ creator }: { creator: CreatorView }) {
  const { t } = useLingui();
  const [tab, setTab] = useState<'content' | 'about' | 'community'>('content');
  const [subscribing, setSubscribing] = useState(false);
  const [tipping, setTipping] = useState<TipTarget | null>(null);
  const tipped = useTipped();
  const { data: subscription } = useQuery(queryOf('checkSubscription', { params: { id: creator.id } }));
  const { data: credits } = useQuery(queryOf('creditBalance'));
  const user = useCurrentUser();
  const isOwn = user?.profileId === creator.id;
  const subscribed = subscription?.subscribed === true;
  const subscribe = (size: 'sm' | 'lg') => (
    <Button
      variant="primary"
      size={size}
      full={size === 'lg'}
      disabled={subscribed}
      onClick={() => setSubscribing(true)}
    >
      {subscribed ? <Trans>Subscribed</Trans> : <Trans>Subscribe</Trans>}
    </Button>
  );
  return (
    <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_340px] lg:gap-14">
      <div>
        <CreatorHero creator={creator} bar={<DetailBar title={creator.displayName} balance={credits?.balance} />} />
        <p className="mt-3 max-w-[560px] text-muted">{creator.bio}</p>
        <Tabs
          className="mt-4"
          label={t`About ${creator.displayName}`}
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'content', label: t`Content`, count: creator.contentCount },
            { value: 'about', label: t`About` },
            { value: 'community', label: t`Community` },
          ]}
        >
          {tab === 'content' ? <Posts creator={creator} onTip={(item) => setTipping(tipForItem(item))} /> : null}
          {tab === 'about' ? <About creator={creator} /> : null}
          {tab === 'community' ? <CommunityGuidelines /> : null}
        </Tabs>
      </div>
      <div className="mt-8 lg:mt-4">
        <div className="lg:sticky lg:top-22">
          <SubscriptionCard
            creator={creator}
            actions={
              isOwn ? (
                <Link to="/create" className={buttonStyle({ variant: 'bone', full: true })}>
                  <Trans>Create</Trans>
                </Link>
              ) : (
                <>
                  {subscribe('lg')}
                  {subscribed ? (
                    <Link
                      to="/credits"
                      className="inline-flex min-h-11 items-center justify-center font-semibold text-ember-text text-sm"
                    >
                      <Trans>Stop or resume your subscription</Trans>
                    </Link>
                  ) : null}
                  <FollowButton creatorId={creator.id} full />
                  <Link to="/chat/:id" params={{ id: creator.id }} className={buttonStyle({ full: true })}>
                    <Trans>Message</Trans>
                  </Link>
                  <Opened>
                    <CallRow profileId={creator.id} />
                  </Opened>
                  <Button
                    variant="gold"
                    full
                    onClick={() => setTipping({ profileId: creator.id, name: creator.displayName })}
                  >
                    <HandCoins size={18} strokeWidth={1.75} />
                    <Trans>Tip</Trans>
                  </Button>
                  <div className="flex gap-2">
                    <Link
                      to="/gifts"
                      search={{ to: creator.id }}
                      className={buttonStyle({ size: 'sm', className: 'flex-1' })}
                    >
                      <Trans>Send Gift</Trans>
                    </Link>
                    <Link
                      to="/requests"
                      search={{ creator: creator.id }}
                      className={buttonStyle({ size: 'sm', className: 'flex-1' })}
                    >
                      <Trans>Make Request</Trans>
                    </Link>
                  </div>
                </>
              )
            }
          />
        </div>
      </div>
      {isOwn ? null : (
        <div
          ref={bottomBar}
          className="sticky bottom-0 z-20 -mx-(--gutter) mt-8 -mb-24 flex items-center gap-3 border-line border-t bg-surface-1 px-4 pt-2.5 pb-[max(14px,env(safe-area-inset-bottom))] lg:hidden"
        >
          <p className="min-w-0 flex-1">
            <b className="num block text-[22px]">{formatRand(creator.subscriptionPrice)}</b>
            <span className="text-meta text-faint">
              <Trans>a month, 30 days at a time</Trans>
            </span>
          </p>
          {subscribe('sm')}
        </div>
      )}
      <OnceOpened open={subscribing} close={() => setSubscribing(false)}>
        <SubscribeSheet creator={creator} open={subscribing} onClose={() => setSubscribing(false)} />
      </OnceOpened>
      <OnceOpened open={tipping !== null} close={() => setTipping(null)}>
        <TipSheet
          to={tipping}
          onClose={() => setTipping(null)}
          onSent={({ contentId }, amount) => contentId && tipped(contentId, amount)}
        />
      </OnceOpened>
    </div>
  );
}

function About({ creator }: { creator: CreatorView }) {
  return (
    <div className="mt-4 max-w-[60ch]">
      <p className="text-lead text-muted">{creator.bio}</p>
      <p className="mt-4 text-muted">
        {creator.category} · {creator.location}
      </p>
    </div>
  );
}

function Posts({ creator, onTip }: { creator: CreatorView; onTip(item: ContentView): void }) {
  const { t } = useLingui();
  const [open, setOpen] = useState<ContentView | null>(null);
  const { data, error, refetch } = useQuery(creatorContentQuery(creator.id));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label={t`Loading content`} className="mt-4">
        <SkeletonRows count={3} />
      </Loading>
    );
  if (data.length === 0)
    return (
      <EmptyState
        title={<Trans>No content available yet</Trans>}
        text={t`${creator.displayName} hasn't posted. Follow and you'll know when they do.`}
      />
    );
  return (
    <>
      <h2 className="sr-only">
        <Trans>Content</Trans>
      </h2>
      <div className="rise mt-2">
        {data.map((item, index) => (
          <ContentCard key={item.id} item={item} eager={index === 0} onOpen={setOpen} onTip={onTip} />
        ))}
        <OnceOpened open={open !== null} close={() => setOpen(null)}>
          <ItemSheet item={open} onClose={() => setOpen(null)} onUnlocked={setOpen} />
        </OnceOpened>
      </div>
    </>
  );
}
