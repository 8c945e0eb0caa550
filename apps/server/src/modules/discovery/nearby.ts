import { relationshipStatuses } from '@vlam/contract/constants';
import {
  ageRanges,
  availableDistance,
  maxAvailableShown as maxAvailable,
  type nearbyOperations,
  type PersonCard,
} from '@vlam/contract/discovery-people';
import type { QueryOf, ResponseOf } from '@vlam/contract/operation';
import { minShownCount } from '@vlam/contract/rules/heat';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Sealer } from '../../platform/key-ring.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { type ProfilesService, tooManyPeople } from '../profiles/service.ts';
import type { Cards } from './cards.ts';
import { cellOfCity, cornersOf, farthestKm, mapAround, nearestKm } from './cells.ts';
import { createListCursors } from './list-cursor.ts';
import { createNearbyStore, type PeopleFilters } from './nearby-store.ts';
import type { Places } from './place.ts';
import { interestBit } from './ranking.ts';
import { createWalks, type Found, listStart } from './walks.ts';

type Operations = typeof nearbyOperations;
type NearbyQuery = QueryOf<Operations['nearby']>;

export interface Nearby {
  /**
   * Throws `QUOTA_REACHED` when today's quota of people is used up, `VALIDATION_FAILED` for a cursor of another list.
   */
  nearby(viewer: Viewer, query: NearbyQuery): Promise<ResponseOf<Operations['nearby']>>;
  nearbyCells(
    viewer: Viewer,
    query: QueryOf<Operations['nearbyCells']>,
  ): Promise<ResponseOf<Operations['nearbyCells']>>;
  /** Throws `QUOTA_REACHED` when today's quota of people is used up. */
  listAvailable(viewer: Viewer, query: QueryOf<Operations['available']>): Promise<PersonCard[]>;
}

const initialRadius = 25;
/** Maximum number of further statements when results are invisible to the viewer. */
const maxRounds = 6;
const countsAgeMs = 60_000;
const maxCachedCells = 20_000;

export function createNearby(deps: {
  database: Database;
  clock: Clock;
  cursorSealer: Sealer;
  profiles: Pick<ProfilesService, 'recordShown'>;
  cardsOf: Cards['cardsOf'];
  originOf: Places['originOf'];
}): Nearby {
  const { clock, profiles, cardsOf } = deps;
  const store = createNearbyStore(deps.database);
  const walks = createWalks(store);
  const cursors = createListCursors(deps.cursorSealer);
  const counted = new Map<string, { at: number; people: number }>();

  /** Ordered cards the viewer may see within today's quota; `refused` is true when the quota cut the list. */
  async function show(viewer: Viewer, found: readonly Found[]): Promise<{ cards: PersonCard[]; refused: boolean }> {
    const others = found.filter(({ id }) => id !== viewer.profileId);
    const cards = await cardsOf(
      viewer,
      others.map(({ id }) => id),
    );
    const allowed = await profiles.recordShown(viewer, [...cards.keys()]);
    return {
      // Displayed distances match the order, even after a recent move.
      cards: others.flatMap(({ id, km }) => {
        const card = cards.get(id);
        return card && allowed.has(id) ? [{ ...card, distance: km }] : [];
      }),
      refused: allowed.size < cards.size,
    };
  }

  const originFor = async (viewer: Viewer, city: NearbyQuery['city']) =>
    city ? { cell: cellOfCity(city), located: true } : deps.originOf(viewer);

  return {
    async nearby(viewer, query) {
      const { limit = 12, sort = 'distance' } = query;
      const radius = Math.max(nearestKm, query.radius ?? initialRadius);
      const listOrigin = await originFor(viewer, query.city);
      if (!listOrigin) return { items: [], nextCursor: null, located: false };
      const list = cursors.open(viewer.accountId, query.cursor, clock.now()) ?? {
        origin: listOrigin.cell,
        since: clock.now(),
        sort,
        place: listStart,
      };
      const filters = filtersOf(query, list.since);
      const next = list.sort === 'distance' ? walks.byDistance : walks.byRecency;
      const items: PersonCard[] = [];
      let { place } = list;
      let isOver = false;
      let refused = false;
      for (let round = 0; round < maxRounds && items.length < limit && !isOver; round += 1) {
        const wanted = limit - items.length;
        const found = await next(list.origin, radius, filters, place, wanted);
        const shown = await show(viewer, found);
        items.push(...shown.cards.filter((card) => query.online !== 'yes' || card.isOnline));
        refused ||= shown.refused;
        place = found.at(-1)?.place ?? place;
        isOver = found.length < wanted;
      }
      if (refused && items.length === 0) throw tooManyPeople();
      return {
        items,
        nextCursor: isOver || refused ? null : cursors.seal(viewer.accountId, { ...list, place }),
        located: listOrigin.located,
      };
    },

    async listAvailable(viewer, { maxDistance = availableDistance.initial, relationship }) {
      const listOrigin = await deps.originOf(viewer);
      if (!listOrigin) return [];
      const wanted = { now: clock.now(), relationship: relationshipOf(relationship) };
      const items: PersonCard[] = [];
      let after = { km: -1, rank: -1, tie: 0n };
      for (let round = 0; round < maxRounds && items.length < maxAvailable; round += 1) {
        const limit = maxAvailable - items.length + 1;
        const found = await walks.outward(
          listOrigin.cell,
          Math.max(nearestKm, maxDistance),
          limit,
          (rings, most) => store.walkAvailable(rings, wanted, after, most),
          after.km,
        );
        const shown = await show(viewer, found);
        items.push(...shown.cards.filter(({ isAvailable }) => isAvailable));
        if (shown.refused && items.length === 0) throw tooManyPeople();
        const last = found.at(-1)?.place;
        if (!last || found.length < limit) break;
        after = { km: last.first, rank: last.rank, tie: last.tie };
      }
      return items.slice(0, maxAvailable);
    },

    async nearbyCells(viewer, { radius = initialRadius, city }) {
      const listOrigin = await originFor(viewer, city);
      if (!listOrigin) return { cells: [], located: false };
      const cells = mapAround(listOrigin.cell, Math.min(radius, farthestKm));
      const now = clock.now().getTime();
      const stale = cells.filter(
        ({ index }) => now - (counted.get(index)?.at ?? Number.NEGATIVE_INFINITY) > countsAgeMs,
      );
      if (counted.size + stale.length > maxCachedCells) counted.clear();
      const counts = stale.length > 0 ? await store.countRanges(stale) : [];
      stale.forEach(({ index }, nth) => void counted.set(index, { at: now, people: counts[nth] ?? 0 }));
      return {
        cells: cells.map(({ index, isOwn }) => {
          const people = counted.get(index)?.people ?? 0;
          return {
            cell: index,
            boundary: cornersOf(index),
            people: people < minShownCount ? null : people,
            isOwn: isOwn && city === undefined,
          };
        }),
        located: listOrigin.located,
      };
    },
  };
}

const relationshipOf = (wanted: NearbyQuery['relationship']): number =>
  (relationshipStatuses as readonly string[]).indexOf(wanted ?? 'all') + 1;

function filtersOf(query: NearbyQuery, since: Date): PeopleFilters {
  const range = query.ageRange && query.ageRange !== ageRanges[0] ? query.ageRange : null;
  const [from = 0, to = 999] = range?.match(/\d+/g)?.map(Number) ?? [];
  return {
    ageFrom: from,
    ageTo: to,
    relationship: relationshipOf(query.relationship),
    verified: query.verified === 'yes',
    interest: query.interest ? interestBit(query.interest) : 0,
    maxBand: query.online === 'yes' ? 0 : 4,
    since,
  };
}
