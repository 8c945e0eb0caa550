import type { QueryClient } from '@tanstack/react-query';
import type { ProfileView } from '@vlam/contract/profiles';
import type { VisitSource } from '@vlam/contract/rules/fans-figures';
import { type Answer, api, keyOf } from '../../lib/api.ts';

/** A search that answered this long ago still led here, in milliseconds. */
const searchMs = 60_000;

interface Way {
  /** The address the document was loaded with, when this page is its first. */
  loaded: URL | null;
  /** Path of the page before this one in the tab; null when unknown. */
  before: string | null;
  referrer: string;
  /** A recent search found this person. */
  wasSearched: boolean;
}

/** How the member came to a page, from what the tab knows of the way. */
export function sourceOf({ loaded, before, referrer, wasSearched }: Way): VisitSource {
  if (loaded) {
    const isElsewhere = referrer !== '' && URL.parse(referrer)?.origin !== loaded.origin;
    const isShared = loaded.pathname.startsWith('/@') || loaded.searchParams.has('offer');
    return isShared || isElsewhere ? 'link' : 'direct';
  }
  if (wasSearched) return 'search';
  return before === '/' ? 'feed' : 'discovery';
}

interface History {
  entries(): readonly { url: string | null }[];
  currentEntry: { index: number } | null;
}

/** Pages of signing in are no way of their own. */
const isDoor = (path: string) => /^\/(login|signup|welcome|age)/.test(path);

function readWay(client: QueryClient, id: string): Way {
  const history = (window as { navigation?: History }).navigation;
  const index = history?.currentEntry?.index ?? 0;
  const previous = index > 0 ? history?.entries()[index - 1]?.url : null;
  const before = previous ? new URL(previous).pathname : null;
  const entry = performance.getEntriesByType('navigation')[0]?.name;
  const first = entry ? new URL(entry) : null;
  const isPersonAddress = first !== null && /^\/(@|profiles?\/|creator\/)/.test(first.pathname);
  const isFirst = before === null || isDoor(before);
  const searches = client.getQueryCache().findAll({ queryKey: keyOf('searchProfiles') });
  return {
    before,
    // Without the list of entries, a document that was loaded with a person's address is one that began here.
    loaded: isFirst && (isPersonAddress || !history) ? first : null,
    referrer: document.referrer,
    wasSearched: searches.some(({ state }) => {
      const found = state.data as Answer<'searchProfiles'> | undefined;
      return state.dataUpdatedAt > Date.now() - searchMs && found?.creators.some((creator) => creator.id === id);
    }),
  };
}

let latest: string | null = null;

/** Counts the visit of a creator's page, once while it stays open. A visit that fails is not counted. */
export function recordVisit(client: QueryClient, { id, creator, isOwn }: ProfileView): void {
  const isSame = latest === id;
  latest = id;
  if (!creator || isOwn || isSame) return;
  const source = sourceOf(readWay(client, id));
  api.recordPageVisit({ params: { id }, body: { source } }).catch(() => undefined);
}
