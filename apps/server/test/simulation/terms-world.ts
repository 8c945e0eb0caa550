import { expect } from 'vitest';
import type { ChargeOrder } from '../../src/modules/payments/providers/port.ts';
import type { TestApp } from '../app.ts';
import { aSession, type TestProfile } from '../factories.ts';
import { deliver, type TestProvider } from '../payment-provider.ts';
import type { Random } from './random.ts';
import type { GiftsWorld } from './terms-gift-model.ts';
import { isTrialOf, type Model, paidUntilOf, pairOf, pay, renewalOf, reverse, type Shown, use } from './terms-model.ts';
import type { ReferralsWorld } from './terms-referrals.ts';

export interface TermsWorld {
  t: TestApp;
  second: Awaited<ReturnType<TestApp['startSecondProcess']>>;
  provider: TestProvider;
  random: Random;
  fans: TestProfile[];
  creators: TestProfile[];
  model: Model;
  /** What each fan sees on an open screen, which may be outdated. */
  screens: Map<string, Shown[]>;
  /** Payments that the provider has not reported. */
  late: ChargeOrder[];
  /** Payments that wait for staff. */
  held: Set<string>;
  gifts: GiftsWorld;
  referrals: ReferralsWorld;
  /** Tier of the latest payment of each pair. */
  lastTier: Map<string, number>;
  /** Pairs that were to be charged again when the step began. */
  renewing: Set<string>;
  /** How often each thing happened. */
  happened: Map<string, number>;
}

export const note = ({ happened }: TermsWorld, what: string): void =>
  void happened.set(what, (happened.get(what) ?? 0) + 1);

/** A client of one of the two processes; sessions end within the months that pass. */
export async function clientOf(world: TermsWorld, who: TestProfile) {
  const { t, second, random } = world;
  const session = await aSession(t, who.accountId);
  return random.chance(0.3) ? second.client(session) : t.client(session);
}

const rows = async <Row extends object>({ t }: TermsWorld, text: string, values: unknown[] = []): Promise<Row[]> =>
  (await t.database.pool.query<Row>(text, values)).rows;

interface OrderFacts {
  id: string;
  account_id: string;
  reference: string;
  amount: number;
  via: string;
  state: string;
  flag: string | null;
}

/** The tier that the model says is open; 0 for none. */
export function tierNow({ model, t }: TermsWorld, pair: string): number {
  const own = model.subscriptions.get(pair);
  if (own) use(own, t.clock.now().getTime());
  return own?.left[0]?.tier ?? 0;
}

/** Orders made or changed since the last look enter the model; each must cost what its buyer saw. */
export async function followOrders(
  world: TermsWorld,
  shown: ReadonlyMap<string, Shown>,
  renewals: ReadonlyMap<string, { tier: number; months: number; cents: number }> = new Map(),
): Promise<void> {
  const { model, fans } = world;
  const profileOf = new Map(fans.map(({ accountId, profileId }) => [accountId, profileId]));
  const found = await rows<OrderFacts>(
    world,
    `select id, account_id, reference, amount_cents::int as amount, via, state, flag from payment_orders
       where purpose = 'subscription' order by coalesce(paid_at, created_at), id`,
  );
  for (const order of found) {
    const pair = pairOf(profileOf.get(order.account_id) ?? '', order.reference);
    if (!model.shown.has(order.id)) {
      if (order.via === 'renewal') {
        const due = renewals.get(pair);
        expect(due, 'a renewal that nobody agreed to').toBeDefined();
        expect(order.amount).toBe(due?.cents);
        const cents = order.amount;
        const { months, tier } = due ?? { months: 0, tier: 0 };
        const nextAgreedCents = model.subscriptions.get(pair)?.nextAgreedCents ?? null;
        model.shown.set(order.id, {
          ...{ pair, amountCents: cents, tier, months, listCents: cents, offerId: null, nextAgreedCents },
        });
      } else {
        const seen = shown.get(pair);
        expect(seen, 'an order that nobody asked for').toBeDefined();
        expect(order.amount).toBe(seen?.amountCents);
        if (seen) model.shown.set(order.id, { ...seen, pair });
      }
    }
    if (order.state === 'paid' && !model.paid.has(order.id)) {
      const isUp = tierNow(world, pair) < (model.shown.get(order.id)?.tier ?? 0) && tierNow(world, pair) > 0;
      pay(model, order.id, {
        ...{ now: world.t.clock.now().getTime(), isRenewal: order.via === 'renewal' },
        renewed: world.renewing.has(pair),
      });
      if (isUp) note(world, 'moved up');
      const tier = model.shown.get(order.id)?.tier ?? 1;
      if (order.via === 'renewal' && tier < (world.lastTier.get(pair) ?? tier)) note(world, 'moved down');
      world.lastTier.set(pair, tier);
      note(world, order.via === 'renewal' ? 'renewed' : `paid ${model.shown.get(order.id)?.months} months`);
      if (model.shown.get(order.id)?.offerId) note(world, 'paid with a code');
    }
    if (order.state === 'held' && !world.held.has(order.id)) {
      world.held.add(order.id);
      expect(order.flag).toBe('not delivered: CONFLICT');
      note(world, 'held for staff');
    }
  }
}

export async function reverseOrder(world: TermsWorld, orderId: string, kind: 'refunded' | 'charged_back') {
  const { t, provider, model } = world;
  const [found] = await rows<{ amount: number }>(
    world,
    `select charge_amount::int as amount from payment_orders where id = $1 and state = 'paid'`,
    [orderId],
  );
  if (!found) return;
  const order = { id: orderId, amountCents: found.amount, currency: 'ZAR' } as ChargeOrder;
  await deliver(t, provider, provider.event(order, { kind }));
  await t.drain();
  reverse(model, orderId, t.clock.now().getTime());
  note(world, kind);
  // The debt of a chargeback is another simulation's subject.
  await rows(world, 'delete from payment_debts');
  await rows(world, 'delete from charged_back_cards');
}

/** The jobs of a moment: renewals, months that begin, and uses that are free again. */
export async function runJobs(world: TermsWorld): Promise<void> {
  const { t, model } = world;
  const renewals = new Map([...model.subscriptions].map(([pair]) => [pair, renewalOf(model, pair)] as const));
  await t.context.subscriptions.renewDue();
  await followOrders(world, new Map(), renewals);
  await t.context.subscriptions.processEnded();
  await t.context.subscriptions.passOnMonths();
}

/** The books are whole, what is put aside is exactly what is not delivered, and the server agrees with the model. */
export async function expectWhole(world: TermsWorld): Promise<void> {
  const { t, model } = world;
  const found = await t.context.credits.reconcile();
  expect([...found.drifted, ...found.unbalanced, ...found.brokenGroups, ...found.belowFloor]).toEqual([]);
  expect((await t.context.credits.books.solvency()).solvent).toBe(true);
  const aside = await rows<{ owner: string; held: number; waiting: number }>(
    world,
    `select account.owner_id as owner, account.balance::int as held, coalesce((
         select sum(amount_cents) from subscription_months where order_id = account.owner_id and settled_at is null), 0)::int
         + coalesce((select amount_cents from subscription_gifts where order_id = account.owner_id
           and state <> 'accepted' and reversed_at is null), 0)::int as waiting
       from ledger_accounts as account where kind = 'escrow' and currency = 'cents'`,
  );
  expect(aside.filter(({ held, waiting }) => held !== waiting)).toEqual([]);
  const offers = await rows<{ id: string; used: number; uses_limit: number; people: number }>(
    world,
    `select id, used, uses_limit, (select count(*)::int from subscription_offer_uses where offer_id = id and used_at is not null) as people
       from subscription_offers`,
  );
  for (const { id, used, uses_limit: limit, people } of offers) {
    expect(used).toBe(model.offers.get(id)?.usedBy.size);
    expect(people).toBe(used);
    expect(used).toBeLessThanOrEqual(limit);
  }
  const subscriptions = await rows<{
    pair: string;
    paid_until: Date;
    months: number;
    cents: number;
    agreed: number | null;
    tier: number;
    trial: boolean;
  }>(
    world,
    `select subscriber_id || ' ' || creator_id as pair, paid_until, term_months as months, price_cents as cents, agreed_price_cents as agreed,
         tier, trial_until is not null and paid_until <= trial_until as trial from subscriptions`,
  );
  expect(subscriptions).toHaveLength(model.subscriptions.size);
  for (const row of subscriptions) {
    const own = model.subscriptions.get(row.pair);
    const [subscriberId = '', creatorId = ''] = row.pair.split(' ');
    const open = (await t.context.subscriptions.listOpenTiers(subscriberId, [creatorId])).get(creatorId) ?? 0;
    expect([row.pair, open]).toEqual([row.pair, tierNow(world, row.pair)]);
    if (!own) continue;
    // Of time that is over its end is of no consequence.
    if (own.left.length > 0) expect([row.pair, row.paid_until.getTime()]).toEqual([row.pair, paidUntilOf(own)]);
    if (row.trial && (own.left.length === 0 || isTrialOf(own))) continue;
    expect([row.tier, row.months, row.cents, row.agreed]).toEqual([
      own.tier,
      own.months,
      own.agreedCents,
      own.nextAgreedCents,
    ]);
  }
}
