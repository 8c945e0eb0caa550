import { minShownCount } from '@vlam/contract/rules/heat';
import { cityPlaces } from '@vlam/contract/rules/places';
import type { MapLabel, MapLight } from '../../components/ui/country-map.tsx';
import type { HeatMapAnswer } from './api.ts';

type Rows = HeatMapAnswer['rows'];

/** Cities as map lights; a city too small to be counted still glows. */
export function toMapLights(rows: Rows): MapLight[] {
  const counts = rows.map(({ activeUsers }) => activeUsers ?? minShownCount / 2);
  const maxCount = Math.max(...counts, minShownCount);
  return rows.map(({ city }, index) => ({ ...cityPlaces[city], strength: (counts[index] ?? 0) / maxCount }));
}

/**
 * Labels of the blazing cities, hottest first. Without counts, which cover five minutes and would contradict the number
 * online.
 */
export function toMapLabels(rows: Rows): MapLabel[] {
  return rows
    .filter(({ heatLevel }) => heatLevel === 'blazing')
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ city }) => ({ ...cityPlaces[city], name: city }));
}
