import { smallestShownCount } from '@vlam/contract/rules/heat';
import { cityPlaces } from '@vlam/contract/rules/places';
import type { MapLabel, MapLight } from '../../components/ui/country-map.tsx';
import type { HeatMapAnswer } from './api.ts';

type Rows = HeatMapAnswer['rows'];

/** Cities as lights; one too small to be counted still glows a little. */
export function lightsOf(rows: Rows): MapLight[] {
  const counts = rows.map(({ activeUsers }) => activeUsers ?? smallestShownCount / 2);
  const most = Math.max(...counts, smallestShownCount);
  return rows.map(({ city }, index) => ({ ...cityPlaces[city], strength: (counts[index] ?? 0) / most }));
}

/** Names of the blazing cities, the hottest first; without counts, which are of five minutes and stand beside those online now. */
export function labelsOf(rows: Rows): MapLabel[] {
  return rows
    .filter(({ heatLevel }) => heatLevel === 'blazing')
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ city }) => ({ ...cityPlaces[city], name: city }));
}
