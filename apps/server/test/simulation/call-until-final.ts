import { randomUUID } from 'node:crypto';
import type { TestClient, TestResponse } from '../app.ts';
import { deliver } from '../payment-provider.ts';
import { runDueJobs } from './jobs.ts';
import { deliverLateEvents, staffDecide } from './provider-faults.ts';
import { count, passTime, recordScenario, type World } from './world.ts';

/** Picks a process, as a load balancer does. */
function pickProcess(world: World) {
  if (world.random.chance(0.5)) return world.t;
  recordScenario(world, 'a request handled by the second process');
  return world.secondProcess;
}

/** Calls with one key until the result is final. */
export async function callUntilFinal<Body>(
  world: World,
  step: string,
  call: (client: TestClient, idempotencyKey: string) => Promise<TestResponse<Body>>,
  as: { cookie: string },
): Promise<TestResponse<Body>> {
  const key = randomUUID();
  let last = '';
  for (let attempt = 1; attempt <= 60; attempt += 1) {
    const answer = await call(pickProcess(world).client(as), key);
    last = answer.text;
    const code = answer.error?.code;
    const undecided = answer.status >= 500 || code === 'REQUEST_IN_PROGRESS' || code === 'PAYMENT_PENDING';
    if (undecided) {
      // The claim of an interrupted call expires after a while; a charge without a response waits for the provider's
      // event. The first pause is longer than a request waits for the outcome of another one.
      await passTime(world, code === 'REQUEST_IN_PROGRESS' || attempt > 1 ? 10 * 60_000 : 15_000);
      if (attempt > 1) {
        await deliverLateEvents(world);
        await deliverWebhooks(world, true);
        await runDueJobs(world);
        await staffDecide(world);
      }
      continue;
    }
    count(world.outcomes, `${step} ${answer.error?.code ?? answer.status}`);
    // A double tap and a replay return the first result; a refusal may be retried.
    if (answer.status < 300 && world.random.chance(0.1)) {
      const again = await call(pickProcess(world).client(as), key);
      const isInProgress = again.error?.code === 'REQUEST_IN_PROGRESS';
      if (again.status < 500 && !isInProgress && again.status !== answer.status)
        throw new Error(
          `${step}: the replay answered ${again.status} ${again.text} after ${answer.status} ${answer.text}`,
        );
    }
    return answer;
  }
  const logged = world.t.log.filter(({ event }) => event !== 'request').slice(-5);
  throw new Error(`${step}: no decision after 60 tries, at last ${last} ${JSON.stringify(logged)}`);
}

/** Delivers some or all webhooks, shuffled, some of them three times. */
export async function deliverWebhooks(world: World, all = false): Promise<void> {
  const { random, t, provider } = world;
  const waiting = random.shuffle(world.pendingWebhooks);
  const now = all ? waiting : waiting.slice(0, random.between(0, waiting.length));
  world.pendingWebhooks = waiting.slice(now.length);
  const copies = now.flatMap((event) => {
    const isThrice = random.chance(0.3);
    if (isThrice) recordScenario(world, 'a webhook delivered three times');
    return Array.from({ length: isThrice ? 3 : 1 }, () => event);
  });
  for (const event of random.shuffle(copies)) {
    let status = 0;
    for (let attempt = 0; attempt < 60 && status !== 200; attempt += 1) status = await deliver(t, provider, event);
    if (status !== 200) throw new Error(`a webhook was answered ${status}`);
  }
}
