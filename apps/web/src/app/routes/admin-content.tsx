import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { Tabs } from '../../components/ui/tabs.tsx';
import { ContentQueue } from '../../features/moderation/components/content-queue.tsx';
import { GentleViewBar } from '../../features/moderation/components/gentle-view.tsx';
import { go, Link, usePathname, useSearchParam } from '../../lib/router.tsx';
import { lazyPart } from '../../lib/styles.ts';
import { LazyBoundary } from '../shell/lazy-boundary.tsx';
import { StaffBadge } from '../shell/staff-badge.tsx';

const ContentList = lazyPart(() =>
  import('../../features/moderation/components/content-list.tsx').then((module) => module.ContentList),
);

const addresses = {
  all: '/admin/content',
  review: '/admin/content/pending',
  flagged: '/admin/content/flagged',
} as const;
type Shown = keyof typeof addresses;

/** All items of creators, those that wait for a moderator, and those held back. */
export function Route() {
  const { t } = useLingui();
  const pathname = usePathname();
  const shown: Shown = pathname.endsWith('/pending') ? 'review' : pathname.endsWith('/flagged') ? 'flagged' : 'all';
  useFormerPhotoAddress(shown);
  return (
    <>
      <PageTitle size="d3" aside={<StaffBadge className="lg:hidden" />}>
        {shown === 'all' ? <Trans>All content</Trans> : <Trans>Content to review</Trans>}
      </PageTitle>
      <p className="mt-1 text-muted text-sm">
        <Link to="/admin/photos" className="text-ember-text underline">
          <Trans>Photos and selfies of members</Trans>
        </Link>
      </p>
      <GentleViewBar />
      <Tabs<Shown>
        className="mt-4"
        label={t`Content`}
        value={shown}
        onChange={(next) => go({ to: addresses[next], replace: true })}
        tabs={[
          { value: 'all', label: t`All` },
          { value: 'review', label: t`Waiting` },
          { value: 'flagged', label: t`Held back` },
        ]}
      >
        {shown === 'all' ? (
          <LazyBoundary close={() => go({ to: addresses.review, replace: true })}>
            <ContentList />
          </LazyBoundary>
        ) : (
          <ContentQueue key={shown} state={shown} />
        )}
      </Tabs>
    </>
  );
}

/** Photos and selfies were once reviewed under this address; links in notes of staff still lead here. */
function useFormerPhotoAddress(shown: Shown): void {
  const profile = useSearchParam('profile') ?? undefined;
  const show = useSearchParam('show') === 'selfies' ? 'selfies' : undefined;
  useEffect(() => {
    if (shown === 'review' && (profile || show)) go({ to: '/admin/photos', search: { profile, show }, replace: true });
  }, [shown, profile, show]);
}
