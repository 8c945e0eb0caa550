import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ProfileView } from '@vlam/contract/profiles';
import { type RefObject, useState } from 'react';
import { BalancePill } from '../../components/ui/balance-pill.tsx';
import { Tabs } from '../../components/ui/tabs.tsx';
import { Figures } from '../../features/profiles/components/figures.tsx';
import { type BarProps, GlassBar } from '../../features/profiles/components/person-bar.tsx';
import { PersonHero } from '../../features/profiles/components/person-hero.tsx';
import { PersonTags } from '../../features/profiles/components/person-tags.tsx';
import { queryOf } from '../../lib/api.ts';
import { formatCompact } from '../../lib/format.ts';
import { useSearchParam } from '../../lib/router.tsx';
import { lazyPart } from '../../lib/styles.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { LazyBoundary } from '../shell/lazy-boundary.tsx';
import { PersonActions, type PersonCallbacks } from './person-actions.tsx';
import { FollowIcon } from './person-follow.tsx';
import { type ItemKind, PersonItems, useLinkedItem } from './person-items.tsx';

// On phones in another tab, on wide screens beside the items.
const PersonFacts = lazyPart(() => import('./person-facts.tsx').then((module) => module.PersonFacts));
const CommunityGuidelines = lazyPart(() =>
  import('../../features/profiles/components/community-guidelines.tsx').then((module) => module.CommunityGuidelines),
);
const About = lazyPart(() => import('./person-about.tsx').then((module) => module.About));
const LinkedOffer = lazyPart(() =>
  import('../../features/payments/components/linked-offer.tsx').then((module) => module.LinkedOffer),
);
const PersonSubscribed = lazyPart(() => import('./person-subscribed.tsx').then((module) => module.PersonSubscribed));
const WideActions = lazyPart(() => import('./person-wide-actions.tsx').then((module) => module.WideActions));

export interface PageProps {
  person: ProfileView;
  callbacks: PersonCallbacks;
  bar: BarProps;
  actionsRef: RefObject<HTMLDivElement | null>;
}

const goldOnPicture = 'in-data-[theme=light]:bg-[rgb(46_36_19/.92)]! in-data-[theme=light]:text-[#f0c35e]!';
/** On a phone the tabs stick below the name, and all five fit. */
const tabsStyle =
  'mt-3 max-lg:*:[[role=tablist]]:sticky max-lg:*:[[role=tablist]]:top-14 max-lg:*:[[role=tablist]]:z-20 max-lg:*:[[role=tablist]]:gap-4 max-lg:*:[[role=tablist]]:bg-bg lg:*:[[role=tablist]]:mx-0 lg:*:[[role=tablist]]:px-0';
/** A count for a tab; undefined for zero. */
const withCount = (count: number) => (count > 0 ? { count } : {});

type Tab = ItemKind | 'about' | 'community';

/** A creator's screen: items, profile, and ways to support them. */
export function CreatorPage({ person, callbacks, bar, actionsRef }: PageProps) {
  const { t } = useLingui();
  const [tab, setTab] = useState<Tab>('all');
  // A linked item opens over the items.
  const isLinked = useLinkedItem() !== null;
  if (isLinked && (tab === 'about' || tab === 'community')) setTab('all');
  const offer = useSearchParam('offer');
  const isWide = useMediaQuery('(min-width: 1024px)');
  const { data: credits } = useQuery(queryOf('creditBalance'));
  const { creator, stats, displayName, isOwn } = person;
  if (!creator) return null;
  const subscription = person.relation?.subscription ?? null;
  return (
    <>
      <PersonHero
        person={person}
        banner
        bar={
          <GlassBar {...bar}>
            {credits ? <BalancePill balance={credits.balance} className={goldOnPicture} /> : null}
          </GlassBar>
        }
      >
        <div className="mt-1 flex min-h-11 items-center gap-2 lg:mt-2">
          <PersonTags person={person} variant="glass" className="min-w-0 flex-1" />
          {isOwn ? null : <FollowIcon person={person} variant="glass" className="lg:hidden" />}
        </div>
      </PersonHero>
      <div className="mt-4 lg:mt-5 lg:flex lg:items-center lg:justify-between lg:gap-6">
        <CreatorFigures stats={stats} />
        <div ref={actionsRef} className="mt-4 lg:mt-0 lg:flex lg:shrink-0 lg:gap-2">
          <PersonActions person={person} callbacks={callbacks} />
          {isOwn || !isWide ? null : (
            <LazyBoundary fallback={<span className="w-50" />}>
              <WideActions person={person} callbacks={callbacks} />
            </LazyBoundary>
          )}
        </div>
      </div>
      {offer ? (
        <LazyBoundary>
          <LinkedOffer person={person} code={offer} onOpen={callbacks.open} />
        </LazyBoundary>
      ) : null}
      <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_320px] lg:gap-12">
        <div>
          {subscription ? (
            <div className="mt-3 flex min-h-11 flex-wrap items-center justify-between gap-x-4 lg:hidden">
              <LazyBoundary>
                <PersonSubscribed subscription={subscription} items={creator.contentCount} />
              </LazyBoundary>
            </div>
          ) : person.bio ? (
            <p className="mt-4 line-clamp-2 max-w-140 break-words text-button/[1.6]! text-muted lg:mt-5">
              {person.bio}
            </p>
          ) : null}
          <Tabs
            className={tabsStyle}
            label={t`Content of ${displayName}`}
            value={tab}
            onChange={setTab}
            tabs={[
              { value: 'all', label: t`All`, ...withCount(stats.totalContent) },
              { value: 'photos', label: t`Photos`, ...withCount(stats.photos) },
              { value: 'videos', label: t`Videos`, ...withCount(stats.videos) },
              { value: 'about', label: t`About` },
              { value: 'community', label: t`Community` },
            ]}
          >
            {tab === 'about' ? (
              <LazyBoundary>
                <About person={person} creator={creator} withFacts={!isWide} />
              </LazyBoundary>
            ) : tab === 'community' ? (
              <LazyBoundary>
                <CommunityGuidelines />
              </LazyBoundary>
            ) : (
              <PersonItems person={person} kind={tab} />
            )}
          </Tabs>
        </div>
        {isWide ? (
          <div className="sticky top-22 mt-6 self-start">
            <LazyBoundary>
              <PersonFacts person={person} creator={creator} />
            </LazyBoundary>
          </div>
        ) : null}
      </div>
    </>
  );
}

function CreatorFigures({ stats }: Pick<ProfileView, 'stats'>) {
  const { t } = useLingui();
  return (
    <Figures
      figures={[
        { value: formatCompact(stats.totalContent), label: t`items` },
        { value: formatCompact(stats.totalLikes), label: t`likes` },
        ...(stats.rating === null ? [] : [{ value: stats.rating.toFixed(1), label: t`rating` }]),
        ...(stats.responseRate === null ? [] : [{ value: `${stats.responseRate}%`, label: t`replies` }]),
      ]}
    />
  );
}
