import type { PersonCard } from '@vlam/contract/discovery-people';
import { type Clock, johannesburgDay } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ProfilesService } from '../profiles/service.ts';
import { createListPlacements } from './cards-store.ts';
import { cellOfCity, shownKm } from './cells.ts';
import type { TravelCityOf } from './people.ts';
import type { Places } from './place.ts';

/** The latest mood of today by profile id; from moods. */
export type MoodsOf = (profileIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** Usual response time in minutes by profile id, as measured by messaging. */
export type ResponseTimesOf = (profileIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;

export interface Cards {
  /**
   * Person cards by id: the ones of `profileIds` that the viewer may see, read in batched statements. Distances are
   * between cells, from the viewer's own or that of their profile's city.
   */
  cardsOf(viewer: Viewer, profileIds: readonly string[]): Promise<ReadonlyMap<string, PersonCard>>;
}

export function createCards(deps: {
  database: Database;
  clock: Clock;
  profiles: Pick<ProfilesService, 'listVisibleCards'>;
  originOf: Places['originOf'];
  moodsOf: MoodsOf;
  travelCityOf: TravelCityOf;
  responseTimesOf: ResponseTimesOf;
}): Cards {
  const { clock } = deps;
  const listPlacements = createListPlacements(deps.database);
  return {
    async cardsOf(viewer, profileIds) {
      const ids = [...new Set(profileIds)];
      if (ids.length === 0) return new Map();
      const [people, placements, moods, origin, travels, responseTimes] = await Promise.all([
        deps.profiles.listVisibleCards(viewer.profileId, ids),
        listPlacements(viewer.profileId, ids),
        deps.moodsOf(ids),
        deps.originOf(viewer),
        deps.travelCityOf(ids),
        deps.responseTimesOf(ids),
      ]);
      const today = johannesburgDay(clock.now());
      const placementOf = new Map(placements.map((row) => [row.id, row]));
      return new Map(
        people.map((person): [string, PersonCard] => {
          const placement = placementOf.get(person.id);
          const away = travels.get(person.id);
          const cell = away ? cellOfCity(away) : (placement?.shown_cell ?? null);
          return [
            person.id,
            {
              ...person,
              location: away ?? placement?.shown_city ?? person.location,
              distance: cell === null || !origin ? null : shownKm(origin.cell, cell),
              mood: moods.get(person.id) ?? null,
              responseTime: responseTimes.get(person.id) ?? null,
              flamed: placement?.flamed_at ? johannesburgDay(placement.flamed_at) === today : false,
              matched: placement?.matched ?? false,
            },
          ];
        }),
      );
    },
  };
}
