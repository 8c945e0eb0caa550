import { cities, type InterestCategory, interestCategories } from '@vlam/contract/constants';
import type { HeatMapRow } from '@vlam/contract/discovery-activity';
import { heatLevel, shownCount } from '@vlam/contract/rules/heat';
import { cityPlaces } from '@vlam/contract/rules/places';
import type { CityCraving, Counts } from './activity-store.ts';

export interface HeatMap {
  rows: HeatMapRow[];
  nationalTotal: number | null;
  blazingCities: number;
  averageGrowth: number | null;
}

const interestsShown = 3;
const isCategory = (name: string): name is InterestCategory => interestCategories.some((category) => category === name);

/**
 * The heat map of one window. A city of fewer than ten people shows nothing of them: no count, no growth, no interests,
 * ordered by name alone. The total covers only cities whose count shows, so that hidden counts cannot be computed by
 * subtraction; each interest counts ten people at least.
 */
export function toHeatMap(counted: {
  people: Counts;
  /** The same in the window before; null without a snapshot of it. */
  before: Counts | null;
  /** Most craved first. */
  cravings: readonly CityCraving[];
}): HeatMap {
  const { people, before, cravings } = counted;
  const rows = cities
    .map((city) => {
      const activeUsers = shownCount(people.get(city) ?? 0);
      const earlier = before && shownCount(before.get(city) ?? 0);
      const growth =
        activeUsers === null || earlier === null ? null : Math.round(((activeUsers - earlier) / earlier) * 100);
      const topInterests =
        activeUsers === null
          ? []
          : cravings
              .filter((one) => one.city === city && shownCount(one.people) !== null)
              .map((one) => one.category)
              .filter(isCategory)
              .slice(0, interestsShown);
      const { province } = cityPlaces[city];
      return { city, province, activeUsers, heatLevel: heatLevel(activeUsers ?? 0), growth, topInterests };
    })
    .sort((a, b) => (b.activeUsers ?? -1) - (a.activeUsers ?? -1) || cities.indexOf(a.city) - cities.indexOf(b.city))
    .map((row, index) => ({ ...row, rank: index + 1 }));
  const shown = rows.flatMap((row) => row.activeUsers ?? []);
  const growths = rows.flatMap((row) => row.growth ?? []);
  return {
    rows,
    nationalTotal: shown.length === 0 ? null : sum(shown),
    blazingCities: rows.filter((row) => row.heatLevel === 'blazing').length,
    averageGrowth: growths.length === 0 ? null : Math.round(sum(growths) / growths.length),
  };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
