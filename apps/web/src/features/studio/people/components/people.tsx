import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { FanList, FanSort } from '@vlam/contract/rules/fans';
import SearchIcon from 'lucide-react/icons/search';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { type ReactNode, useState } from 'react';
import { SaveButton } from '../../../../components/save-button.tsx';
import { IconButton } from '../../../../components/ui/icon-button.tsx';
import { PageTitle } from '../../../../components/ui/page-title.tsx';
import { SearchField } from '../../../../components/ui/search-field.tsx';
import { Tabs } from '../../../../components/ui/tabs.tsx';
import { formatNumber } from '../../../../lib/format.ts';
import { useMediaQuery } from '../../../../lib/use-media-query.ts';
import { StudioParts } from '../../components/studio-parts.tsx';
import { type PeopleFilter, peopleQuery, toQuery } from '../api.ts';
import { FanPanel, FanSheet } from './fan-panel.tsx';
import { FilterSheet } from './filter-sheet.tsx';
import { OwnListHead, OwnLists } from './own-lists.tsx';
import { PeopleList } from './people-list.tsx';

const tabs = ['subscribers', 'former', 'followers', 'spenders', 'own'] as const;
export type PeopleTab = (typeof tabs)[number];
/** An own list is open, or that of restricted people. */
export interface PeoplePlace {
  tab: PeopleTab;
  listId: string | null;
  restricted: boolean;
  fanId: string | null;
}

interface PeopleProps {
  place: PeoplePlace;
  onPlace(place: PeoplePlace): void;
}

const unfiltered: Pick<PeopleFilter, 'q' | 'active' | 'ending' | 'tier' | 'earnedOver'> = {
  ...{ q: '', active: false, ending: false },
  ...{ tier: null, earnedOver: null },
};

/** Everyone a creator works with, as lists, with the card of one person beside them. */
export function People({ place, onPlace }: PeopleProps) {
  const { t } = useLingui();
  const { tab, listId, restricted, fanId } = place;
  const wide = useMediaQuery('(min-width: 1280px)');
  const [own, setOwn] = useState(unfiltered);
  const [sort, setSort] = useState<FanSort | null>(null);
  const [searching, setSearching] = useState(false);
  const [filtering, setFiltering] = useState(false);
  const list: FanList = restricted ? 'restricted' : tab;
  const showsPeople = tab !== 'own' || listId !== null || restricted;
  const filter: PeopleFilter = {
    ...own,
    list,
    ...(listId ? { listId } : {}),
    // Money is what the list of spenders is about.
    sort: sort ?? (tab === 'spenders' ? 'spent' : 'newest'),
  };
  // The numbers come with the first page of any list.
  const first = useInfiniteQuery(
    peopleQuery(showsPeople ? filter : { ...unfiltered, list: 'subscribers', sort: 'newest' }),
  ).data?.pages[0];
  const counts = first?.counts;
  // A wide screen is never half empty.
  const openId = fanId ?? (wide && showsPeople ? (first?.items[0]?.id ?? null) : null);
  const open = (part: Partial<PeoplePlace>) => onPlace({ ...place, fanId: null, ...part });
  const close = () => open({});
  const changed = own.active || own.ending || own.tier !== null || own.earnedOver !== null || sort !== null;
  const query = new URLSearchParams(toQuery(filter));
  const labels: Record<PeopleTab, ReactNode> = {
    subscribers: <Trans>Subscribers</Trans>,
    former: <Trans>Former</Trans>,
    followers: <Trans>Followers</Trans>,
    spenders: <Trans>Spenders</Trans>,
    own: <Trans>My lists</Trans>,
  };
  const total = counts?.[list];
  return (
    <>
      <StudioParts here="/studio/people" />
      <div className="xl:grid xl:grid-cols-[minmax(0,1fr)_340px] xl:gap-12">
        <div className="min-w-0">
          <PageTitle
            size="d3"
            className="items-center! pt-1!"
            aside={
              showsPeople ? (
                <div className="flex items-center">
                  <IconButton
                    label={t`Search by name`}
                    aria-expanded={searching}
                    onClick={() => {
                      if (searching) setOwn({ ...own, q: '' });
                      setSearching(!searching);
                    }}
                  >
                    <SearchIcon size={20} />
                  </IconButton>
                  <IconButton label={t`Order and filters`} onClick={() => setFiltering(true)}>
                    <SlidersHorizontal size={20} />
                    {changed ? <span className="absolute top-2 right-2 size-2 rounded-pill bg-ember" /> : null}
                  </IconButton>
                  <SaveButton
                    href={`/api/studio/people.csv?${query}`}
                    name={`people-${list}.csv`}
                    size="sm"
                    className="bg-transparent! px-3! hover:bg-surface-2!"
                  >
                    <span className="sr-only">
                      <Trans>Export as CSV</Trans>
                    </span>
                  </SaveButton>
                </div>
              ) : null
            }
          >
            <Headline tab={tab} total={tab === 'own' ? counts?.own : total} />
          </PageTitle>
          <Tabs<PeopleTab>
            label={t`Lists of people`}
            value={tab}
            onChange={(next) => open({ tab: next, listId: null, restricted: false })}
            tabs={tabs.map((value) => ({
              value,
              label: labels[value],
              count: counts ? formatNumber(counts[value]) : undefined,
            }))}
          >
            {tab === 'own' && showsPeople ? (
              <OwnListHead listId={listId} onBack={() => open({ listId: null, restricted: false })} />
            ) : null}
            {searching && showsPeople ? (
              <div className="mt-3 max-w-md">
                <SearchField
                  label={t`Search by name`}
                  placeholder={t`The name they show`}
                  value={own.q}
                  maxLength={40}
                  onChange={(q) => setOwn({ ...own, q })}
                />
              </div>
            ) : null}
            {showsPeople ? (
              <PeopleList
                filter={filter}
                total={total}
                openId={openId}
                onOpen={(id) => open({ fanId: id })}
                onClear={() => setOwn(unfiltered)}
              />
            ) : (
              <OwnLists
                restricted={counts?.restricted ?? 0}
                onOpen={(id) => open({ listId: id })}
                onRestricted={() => open({ restricted: true })}
              />
            )}
          </Tabs>
        </div>
        {wide && openId ? (
          <aside aria-label={t`Fan card`} className="sticky top-22 self-start pt-3">
            <FanPanel key={openId} id={openId} onClose={close} />
          </aside>
        ) : null}
      </div>
      {!wide && fanId ? <FanSheet key={fanId} id={fanId} onClose={close} /> : null}
      {filtering ? (
        <FilterSheet
          filter={filter}
          onChange={({ sort: order, active, ending, tier, earnedOver }) => {
            if (order !== filter.sort) setSort(order);
            setOwn({ ...own, active, ending, tier, earnedOver });
          }}
          onClose={() => setFiltering(false)}
        />
      ) : null}
    </>
  );
}

/** The one number of the screen. */
function Headline({ tab, total }: { tab: PeopleTab; total: number | undefined }) {
  // A newcomer's screen has no zero as its first figure.
  if (!total) return <Trans>People</Trans>;
  const nouns: Record<PeopleTab, ReactNode> = {
    subscribers: <Plural value={total} one="subscriber" other="subscribers" />,
    former: <Plural value={total} one="former subscriber" other="former subscribers" />,
    followers: <Plural value={total} one="follower" other="followers" />,
    spenders: <Plural value={total} one="spender" other="spenders" />,
    own: <Plural value={total} one="list of your own" other="lists of your own" />,
  };
  return (
    <>
      <span className="num text-[2.75rem] lg:text-[3.5rem]">{formatNumber(total)}</span> {nouns[tab]}
    </>
  );
}
