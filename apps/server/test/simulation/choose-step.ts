import { promotionSteps } from './promotions.ts';
import { catchUp, steps } from './steps.ts';
import type { World } from './world.ts';

const all = [...steps, ...promotionSteps];
const total = all.reduce((sum, [, weight]) => sum + weight, 0);

/** The next step, by how often each is taken. */
export function chooseStep(random: World['random']): (world: World) => Promise<void> {
  let rest = random.next() * total;
  for (const [step, weight] of all) {
    rest -= weight;
    if (rest < 0) return step;
  }
  return catchUp;
}
