import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ContentView } from '@vlam/contract/content';
import type { ProfileView } from '@vlam/contract/profiles';
import HandCoins from 'lucide-react/icons/hand-coins';
import MessageCircle from 'lucide-react/icons/message-circle';
import { useState } from 'react';
import { buttonStyle } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { ErrorState } from '../../components/ui/error-state.tsx';
import { IconButton } from '../../components/ui/icon-button.tsx';
import { SafetyMenu } from '../../components/ui/safety-menu.tsx';
import { Tabs } from '../../components/ui/tabs.tsx';
import { ContentGrid } from '../../features/content/components/content-grid.tsx';
import { DetailBar } from '../../features/profiles/components/detail-bar.tsx';
import { ProfileHeader } from '../../features/profiles/components/profile-header.tsx';
import { mediaTypeOf, useContentTab } from '../../features/profiles/use-content-tab.ts';
import { FollowButton } from '../../features/social/components/follow-button.tsx';
import { ApiError, queryOf } from '../../lib/api.ts';
import { formatRand } from '../../lib/format.ts';
import { go, Link, useParams } from '../../lib/router.tsx';
import { lazyPart } from '../../lib/styles.ts';
import { ScreenLoading } from '../screen-loading.tsx';
import { OnceOpened, Opened } from '../shell/opened.tsx';

const ItemSheet = lazyPart(() =>
  import('../../features/content/components/item-sheet.tsx').then((module) => module.ItemSheet),
);
const TipSheet = lazyPart(() =>
  import('../../features/payments/components/tip-sheet.tsx').then((module) => module.TipSheet),
);
const CallMenu = lazyPart(() => import('../../components/ui/call-button.tsx').then((module) => module.CallMenu));

/** A person as others see them, with what they publish. */
export function Route() {
  const { id } = useParams('/profile/:id');
  const { data: profile, error, refetch } = useQuery(queryOf('getProfile', { params: { id } }));
  if (error instanceof ApiError && error.status === 404) return <NobodyHere />;
  if (error) return <ErrorState heading="h1" error={error} onRetry={() => void refetch()} />;
  if (!profile) return <ScreenLoading />;
  return <Person key={profile.id} profile={profile} />;
}

function NobodyHere() {
  return (
    <EmptyState
      heading="h1"
      title={<Trans>Nobody here</Trans>}
      text={<Trans>This profile doesn't exist, or isn't shown to you.</Trans>}
      action={
        <Link to="/" className={buttonStyle({ variant: 'bone' })}>
          <Trans>Go to Feed</Trans>
        </Link>
      }
    />
  );
}

function Person({ profile }: { profile: ProfileView }) {
  const { t } = useLingui();
  const [tab, setTab] = useContentTab();
  const [open, setOpen] = useState<ContentView | null>(null);
  const { data: credits } = useQuery(queryOf('creditBalance'));
  const { stats, creator } = profile;
  return (
    <>
      <ProfileHeader
        profile={profile}
        bar={<DetailBar title={profile.displayName} balance={credits?.balance} />}
        actions={<Actions profile={profile} />}
      />
      {creator ? (
        <Tabs
          className="mt-6"
          label={t`Content of ${profile.displayName}`}
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'all', label: t`All`, count: stats.totalContent },
            { value: 'photos', label: t`Photos`, count: stats.photos },
            { value: 'videos', label: t`Videos`, count: stats.videos },
          ]}
        >
          <div className="mt-4 lg:mt-5">
            <ContentGrid
              creatorId={profile.id}
              name={profile.displayName}
              mediaType={mediaTypeOf[tab]}
              onOpen={setOpen}
            />
          </div>
        </Tabs>
      ) : null}
      <OnceOpened open={open !== null} close={() => setOpen(null)}>
        <ItemSheet item={open} onClose={() => setOpen(null)} onUnlocked={setOpen} />
      </OnceOpened>
    </>
  );
}

function Actions({ profile }: { profile: ProfileView }) {
  const { t } = useLingui();
  const { creator, id, displayName } = profile;
  const [tipping, setTipping] = useState<{ profileId: string; name: string } | null>(null);
  if (profile.isOwn)
    return (
      <Link to="/profile" className={buttonStyle({ variant: 'quiet', size: 'sm' })}>
        <Trans>Edit profile</Trans>
      </Link>
    );
  return (
    <>
      <Link
        to="/chat/:id"
        params={{ id: profile.id }}
        className={buttonStyle({
          variant: 'primary',
          size: 'sm',
          className: 'flex-1 max-xs:min-w-[calc(50%-4px)] max-xs:px-2! lg:flex-none',
        })}
      >
        <MessageCircle size={18} strokeWidth={1.75} className="max-xs:hidden" />
        <Trans>Message</Trans>
      </Link>
      {creator ? (
        <>
          <Link
            to="/profiles/:id"
            params={{ id: profile.id }}
            className={buttonStyle({
              size: 'sm',
              className: 'flex-1 max-xs:min-w-[calc(50%-4px)] max-xs:px-2! lg:flex-none',
            })}
          >
            <Trans>Subscribe {formatRand(creator.subscriptionPrice)}</Trans>
          </Link>
          <FollowButton creatorId={profile.id} compact />
          <IconButton
            look="filled"
            label={t`Tip ${displayName}`}
            className="bg-gold-soft! text-gold!"
            onClick={() => setTipping({ profileId: id, name: displayName })}
          >
            <HandCoins size={20} strokeWidth={1.75} />
          </IconButton>
          <OnceOpened open={tipping !== null} close={() => setTipping(null)}>
            <TipSheet to={tipping} onClose={() => setTipping(null)} />
          </OnceOpened>
        </>
      ) : null}
      {creator ? (
        <Opened>
          <CallMenu profileId={id} look="filled" />
        </Opened>
      ) : null}
      <SafetyMenu person={profile} look="filled" onBlocked={() => go({ to: '/', replace: true })} />
    </>
  );
}
