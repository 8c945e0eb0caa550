import type { searchResults } from '@vlam/contract/profiles';
import type * as z from 'zod/mini';
import type { Database } from '../../platform/database.ts';
import { addSimilar, findSimilar } from '../../platform/trigram.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { searchCities } from './city-search.ts';
import { portraitUrl } from './portraits.ts';
import { createSearchByName, listSimilarNames } from './search-store.ts';
import type { ProfileRow } from './store.ts';
import { isVerified } from './view.ts';
import type { ViewQuota } from './view-quota.ts';

type SearchResults = z.output<typeof searchResults>;
export type FoundContent = SearchResults['content'][number];

export interface Search {
  /** Up to eight people and creators, plus content and cities. An empty text finds nothing. */
  search(viewer: Viewer, text: string): Promise<SearchResults>;
}

const resultLimit = 8;

export function createSearch(deps: {
  database: Database;
  searchContent(viewer: Viewer, text: string): Promise<FoundContent[]>;
  recordShown: ViewQuota['recordShown'];
}): Search {
  const { db } = deps.database;
  const byName = createSearchByName(deps.database);

  async function searchPeople(viewerId: string | null, text: string) {
    const wanted = { viewerId, text, limit: resultLimit };
    const begins = await byName.begins(wanted);
    const whole = async (found: ProfileRow[], creators: boolean) => {
      const isShort = found.length < resultLimit && text.length >= 3;
      const exact = isShort
        ? [...found, ...(await byName.holds({ ...wanted, creators }))].slice(0, resultLimit)
        : found;
      return addSimilar(exact, {
        text,
        limit: resultLimit,
        find: () => findSimilar(db, (tx) => listSimilarNames(tx, { ...wanted, creators })),
      });
    };
    const [people, creators] = await Promise.all([
      whole(
        begins.filter(({ category }) => category === null),
        false,
      ),
      whole(
        begins.filter(({ category }) => category !== null),
        true,
      ),
    ]);
    return { people, creators };
  }

  return {
    async search(viewer, text) {
      if (text === '') return { people: [], creators: [], content: [], cities: [] };
      const [{ people, creators }, content] = await Promise.all([
        searchPeople(viewer.profileId, text),
        deps.searchContent(viewer, text),
      ]);
      const allowed = await deps.recordShown(
        viewer,
        [...people, ...creators].map(({ id }) => id),
      );
      const shown = ({ id }: { id: string }) => allowed.has(id);
      return {
        people: people.filter(shown).map((row) => ({
          id: row.id,
          displayName: row.display_name,
          location: row.city,
          avatar: portraitUrl(row, 'avatar'),
        })),
        creators: creators.filter(shown).map((row) => ({
          id: row.id,
          displayName: row.display_name,
          category: row.category ?? '',
          location: row.city,
          avatar: portraitUrl(row, 'avatar'),
          isVerified: isVerified(row),
        })),
        content,
        cities: searchCities(text),
      };
    },
  };
}
