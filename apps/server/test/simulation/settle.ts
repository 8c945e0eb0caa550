import { randomUUID } from 'node:crypto';
import type { TestAnswer, TestClient } from '../app.ts';
import { deliver } from '../payment-provider.ts';
import { hearLate, staffDecide } from './unkind.ts';
import { work } from './work.ts';
import { count, hasHappened, passTime, type World } from './world.ts';

/** Whichever process a load balancer would choose. */
function anyProcess(world: World) {
  if (world.random.chance(0.5)) return world.t;
  hasHappened(world, 'a request answered by the second process');
  return world.beside;
}

/** Asks with one key until the answer is one that stands. */
export async function settle<Body>(
  world: World,
  step: string,
  call: (client: TestClient, idempotencyKey: string) => Promise<TestAnswer<Body>>,
  as: { cookie: string },
): Promise<TestAnswer<Body>> {
  const key = randomUUID();
  let last = '';
  for (let attempt = 1; attempt <= 60; attempt += 1) {
    const answer = await call(anyProcess(world).client(as), key);
    last = answer.text;
    const code = answer.error?.code;
    const undecided = answer.status >= 500 || code === 'REQUEST_IN_PROGRESS' || code === 'PAYMENT_PENDING';
    if (undecided) {
      // A claim of a call that was cut off is given up after a while; a charge without an answer waits for the provider's
      // word. The first pause is longer than a request waits for the outcome of another one.
      await passTime(world, code === 'REQUEST_IN_PROGRESS' || attempt > 1 ? 10 * 60_000 : 15_000);
      if (attempt > 1) {
        await hearLate(world);
        await deliverWebhooks(world, true);
        await work(world);
        await staffDecide(world);
      }
      continue;
    }
    count(world.outcomes, `${step} ${answer.error?.code ?? answer.status}`);
    // A double tap and a replay of what was done answer as the first did; a refusal may be tried again.
    if (answer.status < 300 && world.random.chance(0.1)) {
      const again = await call(anyProcess(world).client(as), key);
      const isUnderWay = again.error?.code === 'REQUEST_IN_PROGRESS';
      if (again.status < 500 && !isUnderWay && again.status !== answer.status)
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
  const waiting = random.shuffle(world.mailbox);
  const now = all ? waiting : waiting.slice(0, random.between(0, waiting.length));
  world.mailbox = waiting.slice(now.length);
  const copies = now.flatMap((event) => {
    const isThrice = random.chance(0.3);
    if (isThrice) hasHappened(world, 'a webhook delivered three times');
    return Array.from({ length: isThrice ? 3 : 1 }, () => event);
  });
  for (const event of random.shuffle(copies)) {
    let status = 0;
    for (let attempt = 0; attempt < 60 && status !== 200; attempt += 1) status = await deliver(t, provider, event);
    if (status !== 200) throw new Error(`a webhook was answered ${status}`);
  }
}
