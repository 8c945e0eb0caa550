import { deliverWebhooks } from './call-until-final.ts';
import { runDueJobs } from './jobs.ts';
import { changePrice } from './price-changes.ts';
import { promotionSteps } from './promotions.ts';
import { changeProviderAbilities, deliverLateEvents, payTwice, staffDecide } from './provider-faults.ts';
import { requestSteps } from './requests.ts';
import { returnSteps } from './returns.ts';
import { spendingSteps } from './spending.ts';
import { passTime, type Step, type World } from './world.ts';

const hour = 3_600_000;

const catchUp: Step = async (world) => {
  await deliverWebhooks(world);
  await runDueJobs(world);
};
const wait: Step = (world) => passTime(world, world.random.between(1, 12) * hour);
const waitLong: Step = (world) => passTime(world, world.random.between(3, 9) * 24 * hour);

/** Steps with their weights. */
const steps: readonly (readonly [Step, number])[] = [
  ...spendingSteps,
  ...requestSteps,
  ...returnSteps,
  ...promotionSteps,
  [changeProviderAbilities, 2],
  [payTwice, 2],
  [staffDecide, 3],
  [deliverLateEvents, 3],
  [changePrice, 8],
  [catchUp, 8],
  [wait, 3],
  [waitLong, 0.4],
];
const total = steps.reduce((sum, [, weight]) => sum + weight, 0);

/** Picks a step by weight. */
export function chooseStep(random: World['random']): Step {
  let rest = random.next() * total;
  for (const [step, weight] of steps) {
    rest -= weight;
    if (rest < 0) return step;
  }
  return catchUp;
}
