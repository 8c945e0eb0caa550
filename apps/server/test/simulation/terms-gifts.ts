import { giftAnswerDays } from '@vlam/contract/rules/subscription-gifts';
import { expect } from 'vitest';
import type { ChargeOrder } from '../../src/modules/payments/providers/port.ts';
import { periodMs } from '../../src/platform/renewals.ts';
import { deliver } from '../payment-provider.ts';
import type { GiftState, ModelGift, Wanted } from './terms-gift-model.ts';
import { add, isTrialOf, type ModelSubscription, pairOf, priceOf, use } from './terms-model.ts';
import { clientOf, note, type TermsWorld } from './terms-world.ts';

type Step = (world: TermsWorld) => Promise<void>;
const day = 86_400_000;
const keyOf = ({ giver, recipient, creatorId }: Pick<Wanted, 'giver' | 'recipient' | 'creatorId'>) =>
  `${giver.profileId} ${recipient.profileId} ${creatorId}`;

interface GiftRow {
  id: string;
  order_id: string;
  amount: number;
  tier: number;
  months: number;
  state: GiftState;
  reversed: boolean;
  offered_at: Date;
}
const listRows = async ({ t }: TermsWorld, only = '', values: unknown[] = []): Promise<GiftRow[]> =>
  (
    await t.database.pool.query<GiftRow>(
      `select id, order_id, amount_cents::int as amount, tier::int as tier, months::int as months, state, reversed_at is not null as reversed, offered_at
         from subscription_gifts ${only}`,
      values,
    )
  ).rows;

/** Gifts that were paid since enter the model: each must cost what its giver saw, and no two of the same people wait. */
async function follow(world: TermsWorld): Promise<void> {
  const { byId, orders } = world.gifts;
  for (const row of await listRows(world, 'order by offered_at, id')) {
    if (byId.has(row.id)) continue;
    const wanted = orders.get(row.order_id);
    if (!wanted) throw new Error('a gift that nobody asked for');
    expect([row.amount, row.tier, row.months]).toEqual([wanted.cents, wanted.tier, wanted.months]);
    const others = offered(world).filter((gift) => keyOf(gift) === keyOf(wanted));
    expect(others).toEqual([]);
    byId.set(row.id, {
      ...{ ...wanted, id: row.id, orderId: row.order_id, state: 'offered', reversed: false },
      answerBy: row.offered_at.getTime() + giftAnswerDays * day,
    });
    note(world, 'given');
  }
}

async function look(world: TermsWorld): Promise<Wanted | null> {
  const { random, fans, creators, gifts } = world;
  const [giver, recipient] = random.shuffle(fans);
  const creator = random.pick(creators);
  if (!giver || !recipient) return null;
  const people = { giver, recipient, creatorId: creator.profileId };
  const open = gifts.screens.get(keyOf(people));
  if (open && random.chance(0.5)) return open;
  const { body } = await (await clientOf(world, giver)).call('getSubscriptionTerms', {
    params: { id: creator.profileId },
  });
  const { tier, terms } = random.pick(body.tiers);
  const term = random.pick(terms);
  const wanted = { ...people, tier, months: term.months, cents: term.totalCents };
  gifts.screens.set(keyOf(people), wanted);
  return wanted;
}

/** Gives once or, from two devices, twice at the same moment. */
const give: Step = async (world) => {
  const { random, t, gifts } = world;
  const wanted = await look(world);
  if (!wanted) return;
  const { giver, recipient, creatorId, tier, months, cents } = wanted;
  const times = random.chance(0.2) ? 2 : 1;
  const answers = await Promise.all(
    Array.from({ length: times }, async () =>
      (await clientOf(world, giver)).call('giveSubscription', {
        body: {
          creatorId,
          recipientId: recipient.profileId,
          tier: tier as 1,
          months: months as 1,
          amount: cents / 100,
        },
      }),
    ),
  );
  for (const { error } of answers) if (error) note(world, `gift ${error.code}`);
  world.gifts.screens.delete(keyOf(wanted));
  const { rows } = await t.database.pool.query<{ id: string; amount: number }>(
    `select id, amount_cents::int as amount from payment_orders
       where purpose = 'subscription_gift' and account_id = $1 and reference = $2 order by id desc limit 2`,
    [giver.accountId, `${creatorId}/${recipient.profileId}`],
  );
  for (const { id } of rows) if (!gifts.orders.has(id)) gifts.orders.set(id, wanted);
  await follow(world);
};

const openPage: Step = async (world) => {
  const wanted = await look(world);
  if (!wanted) return;
  const { giver, recipient, creatorId, tier, months, cents } = wanted;
  const answer = await (await clientOf(world, giver)).call('createCheckout', {
    body: {
      ...{ purpose: 'subscription_gift', reference: `${creatorId}/${recipient.profileId}/unnamed` },
      ...{ tier: tier as 1, months: months as 1, amount: cents / 100 },
    },
  });
  if (answer.status !== 200) return;
  // An open page of the same gift is shown again, at the price it was opened with.
  if (!world.gifts.orders.has(answer.body.orderId)) world.gifts.orders.set(answer.body.orderId, wanted);
  world.gifts.pages.push(answer.body.orderId);
};

const payPage: Step = async (world) => {
  const { gifts, provider, t } = world;
  const orderId = gifts.pages.shift();
  const at = provider.checkouts.findIndex(({ id }) => id === orderId);
  const [order] = at < 0 ? [] : provider.checkouts.splice(at, 1);
  if (!order) return;
  await deliver(t, provider, provider.event(order));
  await t.drain();
  await follow(world);
  note(world, 'gift on a page');
};

const offered = ({ gifts }: TermsWorld) =>
  [...gifts.byId.values()].filter((gift) => gift.state === 'offered' && !gift.reversed);

/** Both sides answer at once, in two processes; exactly one answer counts. */
const answer: Step = async (world) => {
  const { random, model, t } = world;
  await follow(world);
  const open = offered(world);
  if (open.length === 0) return;
  const gift = random.pick(open.slice(-4));
  const pair = pairOf(gift.recipient.profileId, gift.creatorId);
  const before = model.subscriptions.get(pair);
  const own = (await (await clientOf(world, gift.recipient)).call('listSubscriptions')).body.find(
    ({ creatorId }) => creatorId === gift.creatorId,
  );
  const [renewing] = (
    await t.database.pool.query<{ renews: boolean }>(
      'select next_attempt_at is not null as renews from subscriptions where id = $1',
      [own?.id ?? gift.id],
    )
  ).rows;
  const params = { params: { id: gift.id } };
  const calls: (() => Promise<{ status: number }>)[] = [];
  const accepts = async () => (await clientOf(world, gift.recipient)).call('acceptSubscriptionGift', params);
  const refuses = async () => (await clientOf(world, gift.recipient)).call('refuseSubscriptionGift', params);
  const withdraws = async () => (await clientOf(world, gift.giver)).call('withdrawSubscriptionGift', params);
  if (random.chance(0.7)) calls.push(accepts);
  if (random.chance(0.2)) calls.push(accepts);
  if (random.chance(0.15)) calls.push(refuses);
  if (random.chance(0.15)) calls.push(withdraws);
  const now = t.clock.now().getTime();
  await Promise.all(calls.map((call) => call()));
  const [row] = await listRows(world, 'where id = $1', [gift.id]);
  if (!row) throw new Error('the gift is gone');
  gift.state = row.state;
  note(world, `gift ${row.state}`);
  if (row.state !== 'accepted') return;
  expect(now).toBeLessThan(gift.answerBy);
  if (before) use(before, now);
  const running = (before?.left.length ?? 0) > 0;
  const keepsPrice = renewing?.renews === true || (running && before !== undefined && !isTrialOf(before));
  const creator = model.creators.get(gift.creatorId);
  if (!creator) throw new Error('no creator');
  const given: ModelSubscription = {
    ...(keepsPrice && before
      ? {
          tier: before.tier,
          months: before.months,
          agreedCents: before.agreedCents,
          nextAgreedCents: before.nextAgreedCents,
        }
      : { tier: gift.tier, months: 1, agreedCents: priceOf(creator, gift.tier, 1), nextAgreedCents: null }),
    ...{ left: before?.left ?? [], at: now },
  };
  add(given, { id: gift.orderId, tier: gift.tier, ms: gift.months * periodMs });
  model.subscriptions.set(pair, given);
};

async function report(world: TermsWorld, gift: ModelGift, kind: 'refunded' | 'charged_back'): Promise<void> {
  const { t, provider, model } = world;
  const order = { id: gift.orderId, amountCents: gift.cents, currency: 'ZAR' } as ChargeOrder;
  await deliver(t, provider, provider.event(order, { kind }));
  await t.drain();
  const now = t.clock.now().getTime();
  const own = model.subscriptions.get(pairOf(gift.recipient.profileId, gift.creatorId));
  if (gift.state === 'accepted' && own && !gift.reversed) {
    use(own, now);
    own.left = own.left.filter(({ id }) => id !== gift.orderId);
  }
  gift.reversed = true;
  note(world, `gift ${kind}`);
  await t.database.pool.query('delete from payment_debts');
  await t.database.pool.query('delete from charged_back_cards');
}

/** The provider gives back what it was asked to; sometimes a bank takes back what was accepted. */
const giveBack: Step = async (world) => {
  const { random, gifts } = world;
  await follow(world);
  const all = [...gifts.byId.values()].filter(({ reversed }) => !reversed);
  const due = all.filter(({ state }) => state !== 'offered' && state !== 'accepted');
  const [back] = due;
  if (back && random.chance(0.8)) return report(world, back, 'refunded');
  const accepted = all.filter(({ state }) => state === 'accepted').slice(-10);
  if (accepted.length > 0) await report(world, random.pick(accepted), random.chance(0.5) ? 'refunded' : 'charged_back');
};

/** The job: what was not answered in time, or is of a creator who stopped selling, goes back; nothing else does. */
export async function returnGifts(world: TermsWorld): Promise<void> {
  const { t, gifts } = world;
  await follow(world);
  const before = new Map(offered(world).map((gift) => [gift.id, gift] as const));
  await t.context.subscriptions.returnGifts();
  const { rows: selling } = await t.database.pool.query<{ id: string }>(
    'select id from profiles where category is not null and subscriptions_stopped_at is null',
  );
  const sells = new Set(selling.map(({ id }) => id));
  for (const row of await listRows(world, `where state = 'returned'`)) {
    const gift = before.get(row.id);
    if (!gift) continue;
    expect(gift.answerBy <= t.clock.now().getTime() || !sells.has(gift.creatorId)).toBe(true);
    gift.state = 'returned';
    note(world, 'gift returned by the job');
  }
  const late = [...before.values()].filter(
    ({ state, answerBy }) => state === 'offered' && answerBy <= t.clock.now().getTime(),
  );
  expect(late).toEqual([]);
  expect(gifts.byId.size).toBeGreaterThanOrEqual(before.size);
}

/** The server's gifts are the model's, and no refund was asked for one that was accepted. */
export async function expectGifts(world: TermsWorld): Promise<void> {
  await follow(world);
  const rows = await listRows(world);
  expect(rows).toHaveLength(world.gifts.byId.size);
  for (const row of rows) {
    const gift = world.gifts.byId.get(row.id);
    expect([row.state, row.reversed]).toEqual([gift?.state, gift?.reversed]);
  }
  const { rows: wrong } = await world.t.database.pool.query(
    `select gift.id from subscription_gifts as gift join payment_orders as bought on bought.id = gift.order_id
       where (bought.refund_requested_at is not null) <> (gift.state in ('refused', 'withdrawn', 'returned'))
         and bought.state = 'paid'`,
  );
  expect(wrong).toEqual([]);
}

export const giftSteps: [number, Step][] = [
  [8, give],
  [2, openPage],
  [2, payPage],
  [26, answer],
  [4, giveBack],
];
