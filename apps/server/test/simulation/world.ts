import { randomUUID } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import type pg from 'pg';
import type { ChargeOrder, ProviderEvent } from '../../src/modules/payments/providers/port.ts';
import { jobTasks } from '../../src/modules.ts';
import type { TestAnswer, TestApp, TestClient } from '../app.ts';
import {
  aBlock,
  aCreator,
  anAccount,
  aPaidPicture,
  aProfile,
  type TestAccount,
  type TestProfile,
} from '../factories.ts';
import { joinVip } from '../members.ts';
import { aSavedCard, deliver, type TestProvider } from '../payment-provider.ts';
import type { Crashes } from './crashes.ts';
import type { Random } from './random.ts';
import { chargeSomehow, hearLate, refundSecond, staffDecide } from './unkind.ts';

/** What the provider did with an order, whatever we know of it. */
export interface ProviderTruth {
  order: ChargeOrder;
  paid: boolean;
  takenBack: boolean;
}

export interface World {
  t: TestApp;
  /** A second process on the same database. */
  beside: Awaited<ReturnType<TestApp['beside']>>;
  /** Invented accounts that pay nothing and give what they are given to one creator. */
  farmers: TestProfile[];
  /** Looks at the database on a connection that nobody cuts. */
  look<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  provider: TestProvider;
  random: Random;
  crashes: Crashes;
  fans: TestProfile[];
  creators: (TestProfile & { items: string[]; bundles: string[] })[];
  admin: TestAccount;
  truth: Map<string, ProviderTruth>;
  /** Webhooks on their way, in any order and number. */
  mailbox: ProviderEvent[];
  /** What was answered as done, by kind of transfer. */
  done: Map<string, number>;
  /** How often each step was answered with what. */
  outcomes: Map<string, number>;
}

const password = 'a long enough password';

export async function makeWorld(
  { t, beside }: Pick<World, 't' | 'beside'>,
  provider: TestProvider,
  random: Random,
  crashes: Crashes,
  look: World['look'],
  size: { fans: number; creators: number },
): Promise<World> {
  const creators: World['creators'] = [];
  for (let index = 0; index < size.creators; index += 1) {
    const creator = await aCreator(t, { priceCents: random.between(3_000, 20_000) });
    const items: string[] = [];
    for (let item = 0; item < 5; item += 1) {
      const { contentId } = await aPaidPicture(t, { creator, price: random.between(5, 40) });
      items.push(contentId);
    }
    creators.push({ ...creator, items, bundles: [] });
  }
  const fans: TestProfile[] = [];
  for (let index = 0; index < size.fans; index += 1) {
    const fan = await aProfile(t);
    if (random.chance(0.8)) await aSavedCard(t, provider, fan);
    fans.push(fan);
  }
  const [blocker, blocked] = [fans[0], creators[0]];
  if (blocker && blocked) await aBlock(t, { blocker, blocked });
  const farmers: TestProfile[] = [];
  for (let index = 0; index < size.fans; index += 1) farmers.push(await aProfile(t));
  const admin = await anAccount(t, { role: 'admin' });
  const world: World = {
    t,
    beside,
    farmers,
    look,
    provider,
    random,
    crashes,
    fans,
    creators,
    admin,
    truth: new Map(),
    mailbox: [],
    done: new Map(),
    outcomes: new Map(),
  };
  provider.onCharge((order) => chargeSomehow(world, order));
  provider.refund = async (order, reference) => {
    if (!refundSecond(world, order, reference)) refundOnce(world, order);
  };
  const passwordHash = await hash(password, { memoryCost: 1_024, timeCost: 1 });
  await t.db.updateTable('accounts').set({ password_hash: passwordHash }).execute();
  for (const creator of creators) {
    const account = {
      bank: 'Capitec' as const,
      holderName: 'Thandi Nkosi',
      accountNumber: '1234567890',
      branchCode: '470010',
      accountType: 'savings' as const,
      password,
    };
    const named = await t.client(creator).call('setPayoutAccount', { body: account });
    if (named.status !== 200) throw new Error(named.text);
    for (let bundle = 0; bundle < 2; bundle += 1) {
      const body = {
        title: `Evening ${bundle}`,
        description: '',
        price: random.between(20, 90),
        category: 'artistic' as const,
        contentIds: random.shuffle(creator.items).slice(0, 3),
      };
      const { body: made } = await t.client(creator).call('createBundle', { body });
      creator.bundles.push(made.id);
    }
  }
  // Only Diamond members may ask for content.
  for (const fan of fans.slice(0, size.fans / 2)) await joinVip(t.client(fan), 'diamond');
  return world;
}

/** The provider gives money back once, however often it is told, and not what a bank has taken already. */
function refundOnce({ truth, provider, mailbox }: World, order: ChargeOrder): void {
  const known = truth.get(order.id);
  if (!known?.paid || known.takenBack) return;
  known.takenBack = true;
  const event = provider.event(order, { kind: 'refunded' });
  provider.knows(event);
  mailbox.push(event);
}

/** Whichever process a load balancer would choose. */
const anyProcess = ({ random, t, beside }: World) => (random.chance(0.5) ? t : beside);

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
      // A claim of a call that was cut off is given up after a while; a charge without an answer waits for the provider's word.
      if (answer.error?.code === 'REQUEST_IN_PROGRESS' || attempt > 1) await passTime(world, 10 * 60_000);
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

export function count(counts: Map<string, number>, name: string, by = 1): void {
  counts.set(name, (counts.get(name) ?? 0) + by);
}

/** Delivers some or all webhooks, shuffled, some of them three times. */
export async function deliverWebhooks(world: World, all = false): Promise<void> {
  const { random, t, provider } = world;
  const waiting = random.shuffle(world.mailbox);
  const now = all ? waiting : waiting.slice(0, random.between(0, waiting.length));
  world.mailbox = waiting.slice(now.length);
  const copies = now.flatMap((event) => Array.from({ length: random.chance(0.3) ? 3 : 1 }, () => event));
  for (const event of random.shuffle(copies)) {
    let status = 0;
    for (let attempt = 0; attempt < 60 && status !== 200; attempt += 1) status = await deliver(t, provider, event);
    if (status !== 200) throw new Error(`a webhook was answered ${status}`);
  }
}

/** Does what is due: jobs, and whatever runs by the clock. What is cut off is done another time. */
export async function work({ t }: World): Promise<void> {
  await t.drain({ tolerateFailures: true });
  for (const task of jobTasks(t.context)) if (task.cron) await task.run({}, { id: '0', attempt: 1 }).catch(() => {});
  await t.drain({ tolerateFailures: true });
}

export async function passTime(world: World, milliseconds: number): Promise<void> {
  const { t, look } = world;
  t.clock.advance(milliseconds);
  // A claim of a call that was cut off lapses by the database's clock, which does not run faster.
  await look('update idempotency_keys set claimed_at = claimed_at - make_interval(secs => $1) where status is null', [
    milliseconds / 1000,
  ]);
  // Nobody is signed out by a simulated month.
  await look(
    `update sessions set created_at = $1, last_seen_at = $1, expires_at = $1::timestamptz + interval '30 days'`,
    [t.clock.now()],
  );
}
