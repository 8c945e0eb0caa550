import type { searchResults } from '@vlam/contract/profiles';
import type * as z from 'zod/mini';
import type { Database } from '../../platform/database.ts';
import { exactThenFuzzy, withFuzzyMatch } from '../../platform/trigram.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { searchCities } from './city-search.ts';
import { portraitAddress } from './portraits.ts';
import { searchByName } from './search-store.ts';
import { isVerified } from './view.ts';
import type { Viewing } from './viewing.ts';

type SearchResults = z.output<typeof searchResults>;
export type FoundContent = SearchResults['content'][number];

export interface Search {
  /** Up to eight people and creators, content and cities. An empty text finds nothing. */
  search(viewer: Viewer, text: string): Promise<SearchResults>;
}

const atMost = 8;

export function createSearch(deps: {
  db: Database['db'];
  searchContent(viewer: Viewer, text: string): Promise<FoundContent[]>;
  noteShown: Viewing['noteShown'];
}): Search {
  const { db } = deps;
  return {
    async search(viewer, text) {
      if (text === '') return { people: [], creators: [], content: [], cities: [] };
      const viewerId = viewer.profileId;
      const [{ people, creators }, content] = await Promise.all([
        withFuzzyMatch(db, async (tx) => {
          const find = (creators: boolean) =>
            exactThenFuzzy(text, atMost, (fuzzy) =>
              searchByName(tx, { viewerId, text, creators, fuzzy, limit: atMost }),
            );
          return { people: await find(false), creators: await find(true) };
        }),
        deps.searchContent(viewer, text),
      ]);
      const allowed = await deps.noteShown(
        viewer,
        [...people, ...creators].map(({ id }) => id),
      );
      const shown = ({ id }: { id: string }) => allowed.has(id);
      return {
        people: people.filter(shown).map((row) => ({
          id: row.id,
          displayName: row.display_name,
          location: row.city,
          avatar: portraitAddress(row, 'avatar'),
        })),
        creators: creators.filter(shown).map((row) => ({
          id: row.id,
          displayName: row.display_name,
          category: row.category ?? '',
          location: row.city,
          avatar: portraitAddress(row, 'avatar'),
          isVerified: isVerified(row),
        })),
        content,
        cities: searchCities(text),
      };
    },
  };
}
