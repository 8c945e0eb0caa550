import { createFanCards } from './cards.ts';
import { createFanExport } from './export.ts';
import { createFanFigures } from './figures.ts';
import { createFanLists } from './lists.ts';
import { createFanPages } from './pages.ts';
import type { Fans, FansDependencies } from './types.ts';

export { daysUntilEnded } from './figures.ts';
export type { FanCounts, FanFacts, FanPlace, FanQuery, Fans } from './types.ts';
export { paidNothing } from './types.ts';

export function createFans(deps: FansDependencies): Fans {
  const cards = createFanCards(deps);
  return {
    ...cards,
    ...createFanPages(deps),
    ...createFanExport(deps),
    ...createFanLists({ ...deps, requireFan: cards.requireFan }),
    figures: createFanFigures(deps),
  };
}
