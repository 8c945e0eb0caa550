import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Settings from 'lucide-react/icons/settings';
import { useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { ErrorState } from '../../components/ui/error-state.tsx';
import { PageTitle, Section, sectionLink } from '../../components/ui/page-title.tsx';
import { sheetRow } from '../../components/ui/sheet-row.ts';
import { Stat, StatRow } from '../../components/ui/stat.tsx';
import { OwnCreatorSection } from '../../features/profiles/components/own-creator-section.tsx';
import { OwnEditSheet } from '../../features/profiles/components/own-edit-sheet.tsx';
import { OwnFirstForm } from '../../features/profiles/components/own-first-form.tsx';
import { OwnHeader } from '../../features/profiles/components/own-header.tsx';
import { type OwnProfile, ownProfileQuery } from '../../features/profiles/own-api.ts';
import { formatNumber } from '../../lib/format.ts';
import { Link, useSearchParam } from '../../lib/router.tsx';
import { type CurrentUser, useCurrentUser } from '../../lib/session.ts';
import { useShare } from '../../lib/share.ts';
import { lazyPart } from '../../lib/styles.ts';
import { ScreenLoading } from '../screen-loading.tsx';
import { LazyBoundary } from '../shell/lazy-boundary.tsx';
import { SignedIn } from '../signed-in.tsx';
import { ThemeChoice } from '../theme-choice.tsx';
import { PlaceAndPrivacy, type PlaceSheetName } from './place-and-privacy.tsx';

const PhotoSheet = lazyPart(() =>
  import('../../features/profiles/components/photo-sheet.tsx').then((module) => module.PhotoSheet),
);

const PhotoCheckSheet = lazyPart(() =>
  import('../../features/profiles/components/photo-check-sheet.tsx').then((module) => module.PhotoCheckSheet),
);

const OwnAddress = lazyPart(() =>
  import('../../features/profiles/components/own-address.tsx').then((module) => module.OwnAddress),
);

/** The member's own profile, earnings and device settings; `?photos=open` opens the photos. */
export function Route() {
  const user = useCurrentUser();
  const { data: profile, error, refetch } = useQuery(ownProfileQuery);
  const [checkOpen, setCheckOpen] = useState(false);
  const [editing, setEditing] = useState(false);
  const [photosOpen, setPhotosOpen] = useState(useSearchParam('photos') !== null);
  // The content stays while the sheet slides out.
  const [part, setPart] = useState<'person' | 'creator'>('person');
  const edit = (next: 'person' | 'creator') => {
    setPart(next);
    setEditing(true);
  };
  if (error) return <ErrorState heading="h1" error={error} onRetry={() => void refetch()} />;
  if (profile === undefined || !user) return <ScreenLoading />;
  return (
    <>
      {profile ? (
        <OwnHeader
          profile={profile}
          onEdit={() => edit('person')}
          onPhotos={() => setPhotosOpen(true)}
          onPhotoCheck={() => setCheckOpen(true)}
        />
      ) : (
        <MissingProfile />
      )}
      <div className="lg:grid lg:grid-cols-2 lg:items-start lg:gap-12">
        {profile ? <Publishing profile={profile} onEdit={() => edit('creator')} /> : null}
        <div className="lg:-order-1">
          {profile ? (
            <Section title={<Trans>Your address</Trans>}>
              <LazyBoundary>
                <OwnAddress person={profile} />
              </LazyBoundary>
            </Section>
          ) : null}
          <CircleSection user={user} />
          {profile ? <PlaceSection /> : null}
          <ThisDevice />
        </div>
      </div>
      {profile ? <OwnEditSheet profile={profile} part={part} open={editing} onClose={() => setEditing(false)} /> : null}
      {profile && photosOpen ? (
        <LazyBoundary close={() => setPhotosOpen(false)}>
          <PhotoSheet isCreator={profile.creator !== null} onClose={() => setPhotosOpen(false)} />
        </LazyBoundary>
      ) : null}
      {checkOpen ? (
        <LazyBoundary close={() => setCheckOpen(false)}>
          <PhotoCheckSheet onClose={() => setCheckOpen(false)} />
        </LazyBoundary>
      ) : null}
    </>
  );
}

function MissingProfile() {
  return (
    <>
      <PageTitle lead={<Trans>Others see you once you have said who you are.</Trans>}>
        <Trans>Complete your profile</Trans>
      </PageTitle>
      <OwnFirstForm />
    </>
  );
}

function CircleSection({ user }: { user: CurrentUser }) {
  const { subscriptionCount, followingCount } = user.stats;
  return (
    <Section
      title={<Trans>Your circle</Trans>}
      aside={
        <Link to="/creators" search={{ following: 'yes' }} className={sectionLink}>
          <Trans>Creators you follow</Trans>
        </Link>
      }
    >
      <p className="mb-3 flex flex-wrap gap-x-5">
        <Link to="/library" search={{ show: 'bought' }} className={sectionLink}>
          <Trans>Bought, saved and shared with you</Trans>
        </Link>
        <Link to="/settings/:part" params={{ part: 'payments' }} className={sectionLink}>
          <Trans>Your subscriptions</Trans>
        </Link>
      </p>
      {subscriptionCount + followingCount > 0 ? (
        <StatRow>
          <Stat label={<Trans>Subscriptions</Trans>} value={formatNumber(subscriptionCount)} />
          <Stat label={<Trans>Following</Trans>} value={formatNumber(followingCount)} />
        </StatRow>
      ) : (
        <p className="max-w-[52ch] text-muted">
          <Trans>Follow a creator, and what they post comes first in your feed.</Trans>
        </p>
      )}
    </Section>
  );
}

function PlaceSection() {
  const [openSheet, setOpenSheet] = useState<PlaceSheetName>(null);
  return (
    <Section title={<Trans>Where you are, and who sees you</Trans>}>
      <p className="mb-4 max-w-[52ch] text-muted">
        <Trans>Your place is yours to share. Others never see more than your city and whole kilometres.</Trans>
      </p>
      <PlaceAndPrivacy openSheet={openSheet} onOpen={setOpenSheet} />
    </Section>
  );
}

function Publishing({ profile, onEdit }: { profile: OwnProfile; onEdit(): void }) {
  const { creator } = profile;
  const share = useShare(creator === null)();
  if (creator)
    return (
      <Section
        title={<Trans>As a creator</Trans>}
        aside={
          <span className="flex flex-wrap justify-end gap-x-4">
            <Link to="/studio" className={sectionLink}>
              <Trans>Studio</Trans>
            </Link>
            <Link to="/library" className={sectionLink}>
              <Trans>Library</Trans>
            </Link>
          </span>
        }
      >
        <OwnCreatorSection creator={creator} showEarnings={profile.showEarnings} onEdit={onEdit} />
      </Section>
    );
  return (
    <Section title={<Trans>Publish on Vlam</Trans>}>
      <p className="max-w-[52ch] text-muted">
        {share ? (
          <Trans>Creators set their own price and keep {share.percent}% of what their work earns.</Trans>
        ) : (
          <Trans>Creators set their own price.</Trans>
        )}
      </p>
      <Button variant="bone" className="mt-4" onClick={onEdit}>
        <Trans>Become a creator</Trans>
      </Button>
    </Section>
  );
}

function ThisDevice() {
  return (
    <Section title={<Trans>This device</Trans>}>
      <p className="mb-2 font-semibold text-sm">
        <Trans>Appearance</Trans>
      </p>
      <ThemeChoice />
      <Link to="/settings" className={clsx(sheetRow, 'mt-4')}>
        <Settings size={20} aria-hidden />
        <span className="min-w-0 flex-1 font-semibold">
          <Trans>Settings</Trans>
        </span>
        <ChevronRight size={18} aria-hidden className="text-faint" />
      </Link>
      <SignedIn />
    </Section>
  );
}
