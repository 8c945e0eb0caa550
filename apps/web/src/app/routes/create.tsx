import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ContentView } from '@vlam/contract/content';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { Button, buttonStyle } from '../../components/ui/button.tsx';
import { Segment } from '../../components/ui/choice.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { ErrorState } from '../../components/ui/error-state.tsx';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { useShareLabel } from '../../components/ui/share-label.ts';
import { MediaTile } from '../../features/content/components/media-tile.tsx';
import { ownProfileQuery } from '../../features/profiles/own-api.ts';
import { Publisher } from '../../features/publishing/components/publisher.tsx';
import { PublisherStats } from '../../features/publishing/components/publisher-stats.tsx';
import { keyOf, queryOf } from '../../lib/api.ts';
import { go, useSearchParam } from '../../lib/router.tsx';
import { signInUrl, useCurrentUser } from '../../lib/session.ts';
import { useShare } from '../../lib/share.ts';
import { lazyPart } from '../../lib/styles.ts';
import { LibraryHost } from '../library-host.tsx';
import { ScreenLoading } from '../screen-loading.tsx';
import { LazyBoundary, LazySheet } from '../shell/lazy-boundary.tsx';

// The form can be filled in before its preview is there.
const ContentCard = lazyPart(() =>
  import('../../features/content/components/content-card.tsx').then((module) => module.ContentCard),
);
const OwnEditSheet = lazyPart(() =>
  import('../../features/profiles/components/own-edit-sheet.tsx').then((module) => module.OwnEditSheet),
);
const OwnFirstForm = lazyPart(() =>
  import('../../features/profiles/components/own-first-form.tsx').then((module) => module.OwnFirstForm),
);

const PublishingTips = lazyPart(() =>
  import('../../features/publishing/components/tips.tsx').then((module) => module.PublishingTips),
);

/** Publishing screen for creators, `?item=` for a stored item of theirs; others read what they still need. */
export function Route() {
  const user = useCurrentUser();
  if (user === undefined) return <ScreenLoading />;
  if (user === null) return <LoginRequired />;
  return user.creator ? (
    <Creating profileId={user.creator.id} subscribers={user.creator.subscriberCount} />
  ) : (
    <NoCreator />
  );
}

function LoginRequired() {
  return (
    <EmptyState
      heading="h1"
      title={<Trans>Login Required</Trans>}
      text={<Trans>Publishing is for members. You come back here after you log in.</Trans>}
      action={
        <a href={signInUrl()} className={buttonStyle({ variant: 'bone' })}>
          <Trans>Login</Trans>
        </a>
      }
    />
  );
}

function NoCreator() {
  const share = useShare()();
  const { data: profile, error, refetch } = useQuery(ownProfileQuery);
  const [asking, setAsking] = useState(false);
  if (error) return <ErrorState heading="h1" error={error} onRetry={() => void refetch()} />;
  if (profile === undefined) return <ScreenLoading />;
  if (profile === null && asking)
    return (
      <>
        <PageTitle lead={<Trans>Say who you are, what you make and what a month with you costs.</Trans>}>
          <Trans>Become a creator</Trans>
        </PageTitle>
        <LazyBoundary>
          <OwnFirstForm asCreator />
        </LazyBoundary>
      </>
    );
  return (
    <>
      <EmptyState
        heading="h1"
        title={<Trans>Creator Profile Required</Trans>}
        text={
          share ? (
            <Trans>
              Name a category and a monthly price, and you can publish. You keep {share.percent}% of what your work
              earns.
            </Trans>
          ) : (
            <Trans>Name a category and a monthly price, and you can publish.</Trans>
          )
        }
        action={
          <Button variant="bone" onClick={() => setAsking(true)}>
            <Trans>Create Creator Profile</Trans>
          </Button>
        }
      />
      {profile ? (
        <LazySheet open={asking} close={() => setAsking(false)}>
          <OwnEditSheet profile={profile} part="creator" open={asking} onClose={() => setAsking(false)} />
        </LazySheet>
      ) : null}
    </>
  );
}

function Creating({ profileId, subscribers }: { profileId: string; subscribers: number }) {
  const { data: profile, error, refetch } = useQuery(queryOf('getProfile', { params: { id: profileId } }));
  const author = useMemo(
    () =>
      profile && {
        id: profile.id,
        displayName: profile.displayName,
        category: profile.creator?.category ?? '',
        isVerified: profile.isVerified,
        avatar: profile.portraits.avatar,
        veil: profile.portraits.cover,
      },
    [profile],
  );
  const client = useQueryClient();
  const itemId = useSearchParam('item');
  // The first steps of a creator go on where they began.
  const toDashboard = useSearchParam('back') === 'dashboard';
  // An item that this form has stored keeps its form; the screen's own address begins another.
  const stored = useRef<string | null>(null);
  const form = useRef({ itemId, number: 0 });
  if (form.current.itemId !== itemId) {
    form.current = { itemId, number: form.current.number + (itemId === null ? 1 : 0) };
    if (itemId === null) stored.current = null;
  }
  const isNew = itemId === null || itemId === stored.current;
  const own = useQuery({
    ...queryOf('getContent', { params: { id: itemId ?? '' } }),
    enabled: !isNew,
    refetchOnMount: 'always',
  });
  if (error && !profile) return <ErrorState heading="h1" error={error} onRetry={() => void refetch()} />;
  if (!isNew && (own.error || own.data?.isOwn === false))
    return <ErrorState heading="h1" error={own.error} onRetry={() => void own.refetch()} />;
  if (!profile || !author || (!isNew && (!own.data || !own.isFetchedAfterMount))) return <ScreenLoading />;
  const item = isNew ? null : (own.data ?? null);
  return (
    <>
      <PageTitle lead={item ? undefined : <Trans>A picture, a video or a sound, a few words, and your price.</Trans>}>
        {item ? <Trans>Edit {item.title}</Trans> : <Trans>Create content</Trans>}
      </PageTitle>
      <LibraryHost />
      <Publisher
        key={isNew ? form.current.number : itemId}
        author={author}
        item={item}
        preview={(shown) => <Preview item={shown} />}
        onStored={(made) => {
          stored.current = made.id;
          client.setQueryData(keyOf('getContent', { params: { id: made.id } }), made);
          const back: Record<string, string> = toDashboard ? { back: 'dashboard' } : {};
          go({ to: '/create', search: { item: made.id, ...back }, replace: true });
        }}
        onDone={() => (toDashboard ? go({ to: '/dashboard' }) : go({ to: '/profile/:id', params: { id: profileId } }))}
        aside={
          <>
            <Part title={<Trans>Publishing tips</Trans>}>
              <LazyBoundary>
                <PublishingTips />
              </LazyBoundary>
            </Part>
            <Part title={<Trans>Your stats</Trans>}>
              <PublisherStats
                items={profile.stats.totalContent}
                likes={profile.stats.totalLikes}
                subscribers={profile.creator?.subscriberCount ?? subscribers}
                earnings={profile.creator?.totalEarnings}
              />
            </Part>
          </>
        }
      />
    </>
  );
}

function Part({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="mt-9">
      <h2 className="d4 mb-2">{title}</h2>
      {children}
    </section>
  );
}

const ignore = () => undefined;

/** Preview of the item in the feed or in the grid; its buttons do nothing. */
function Preview({ item }: { item: ContentView }) {
  const { t } = useLingui();
  const [view, setView] = useState<'card' | 'tile'>('card');
  const shown = { ...item, title: item.title || t`Your title` };
  const shareLabel = useShareLabel();
  return (
    <section>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="d4">
          <Trans>Preview</Trans>
        </h2>
        <Segment
          label={t`Show the preview`}
          options={[
            { value: 'card', label: <Trans>Feed</Trans> },
            { value: 'tile', label: <Trans>Your page</Trans> },
          ]}
          value={view}
          onChange={setView}
          className="w-57"
        />
      </div>
      <div inert className="mt-4">
        {view === 'card' ? (
          <LazyBoundary fallback={<div className="aspect-[4/5]" />}>
            <ContentCard item={shown} onOpen={ignore} onTip={ignore} eager />
          </LazyBoundary>
        ) : (
          <div className="w-50">
            <MediaTile item={shown} onOpen={ignore} eager />
          </div>
        )}
      </div>
      <p className="mt-2 text-meta text-faint">
        {!item.isPremium ? (
          <Trans>Everybody sees the picture.</Trans>
        ) : item.price > 0 ? (
          <>
            <Trans>Others see a veil until they unlock it or subscribe.</Trans> {shareLabel(item.price)}
          </>
        ) : (
          <Trans>Others see a veil until they subscribe.</Trans>
        )}
      </p>
    </section>
  );
}
