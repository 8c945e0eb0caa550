import { randomUUID } from 'node:crypto';
import type { FlaggedPayment } from '@vlam/contract/payments';
import { expect } from 'vitest';
import type { ChargeOrder, ChargeResult, ProviderEvent } from '../../src/modules/payments/providers/port.ts';
import { recordScenario, type World } from './world.ts';

// A faulty provider: it cannot be queried, and sends events late, twice, under another reference, or not at all. Staff,
// who can see its dashboard, decide what the server cannot.

const hour = 3_600_000;

interface FaultState {
  /** No faults occur while this is true: pending work is finished. */
  isReliable: boolean;
  /** Number of charges by order. */
  taken: Map<string, number>;
  late: { event: ProviderEvent; at: number }[];
  /** References of real second payments, and alias references of first payments. */
  secondPayments: Set<string>;
  aliases: Set<string>;
}
const states = new WeakMap<World, FaultState>();
function stateOf(world: World): FaultState {
  const state = states.get(world) ?? {
    ...{ isReliable: false, taken: new Map(), late: [], secondPayments: new Set(), aliases: new Set() },
  };
  states.set(world, state);
  return state;
}

/** The provider charges, declines, or charges without a response; or the request never reaches it. */
export function chargeWithFaults(world: World, order: ChargeOrder): ChargeResult {
  const { random, provider, providerOrders, pendingWebhooks, t } = world;
  const state = stateOf(world);
  if (!state.isReliable && random.chance(0.06)) {
    recordScenario(world, 'a charge that never reached the provider');
    throw new Error('the provider was not reached');
  }
  if (random.chance(0.1)) return { status: 'declined', reason: 'Not enough money on the card' };
  const event = provider.event(order);
  providerOrders.set(order.id, { order, paid: true, isReversed: false });
  state.taken.set(order.id, (state.taken.get(order.id) ?? 0) + 1);
  provider.knows(event);
  const isSent = random.chance(0.5);
  if (isSent) pendingWebhooks.push(event);
  else if (!state.isReliable && random.chance(0.4))
    state.late.push({ event, at: t.clock.now().getTime() + random.between(1, 60) * hour });
  if (state.isReliable) return { status: 'paid', event };
  if (isSent && random.chance(0.2)) {
    const alias = { ...event, eventId: randomUUID(), providerReference: `echo ${randomUUID()}` };
    state.aliases.add(alias.providerReference);
    state.late.push({ event: alias, at: t.clock.now().getTime() + 80 * hour });
  }
  const isSilent = random.chance(0.17);
  if (isSilent && !provider.canQuery) recordScenario(world, 'a charge the provider cannot be queried about');
  if (isSilent && random.chance(0.3)) throw new Error('the answer was lost');
  return isSilent ? { status: 'unknown' } : { status: 'paid', event };
}

/** Queues the late events that are due. */
export async function deliverLateEvents(world: World, all = false): Promise<void> {
  const state = stateOf(world);
  const now = world.t.clock.now().getTime();
  const due = state.late.filter(({ at }) => all || at <= now);
  state.late = state.late.filter((one) => !due.includes(one));
  for (const { event } of due)
    recordScenario(
      world,
      state.aliases.has(event.providerReference ?? '')
        ? 'a payment under another reference'
        : 'a late event of the provider',
    );
  world.pendingWebhooks.push(...due.map(({ event }) => event));
}

/** Changes at random whether the provider can be queried, and whether it charges once per order. */
export async function changeProviderAbilities({ provider, random }: World): Promise<void> {
  Object.assign(provider, { canQuery: random.chance(0.4), chargesOncePerOrder: random.chance(0.5) });
}

/** Pays an order a second time, as from a page open in two tabs. */
export async function payTwice(world: World): Promise<void> {
  const { random, providerOrders, provider, pendingWebhooks, query } = world;
  const paid = [...providerOrders.values()].filter((one) => one.paid && !one.isReversed);
  if (paid.length === 0) return;
  const { order } = random.pick(paid);
  const [known] = await query<{ state: string; provider_reference: string | null }>(
    'select state, provider_reference from payment_orders where id = $1',
    [order.id],
  );
  // An order granted by staff has no reference yet: any payment may be its first.
  if (known?.state !== 'paid' || known.provider_reference === null) return;
  const providerReference = `second ${randomUUID()}`;
  stateOf(world).secondPayments.add(providerReference);
  recordScenario(world, 'a second payment for one order');
  pendingWebhooks.push(provider.event(order, { providerReference }));
}

/** Refunds a second payment; false for an order's first payment. */
export function refundSecond(world: World, order: ChargeOrder, reference: string): boolean {
  if (!stateOf(world).secondPayments.has(reference)) return false;
  world.pendingWebhooks.push(world.provider.event(order, { kind: 'refunded', providerReference: reference }));
  return true;
}

type Staff = ReturnType<World['t']['client']>;

/** Returns whether there was something to decide. */
async function decide(world: World, client: Staff, item: FlaggedPayment): Promise<boolean> {
  const { id, orderId, purpose, isSecond, providerReference, canEnd, canGrant, canRefund } = item;
  const isPaid = world.providerOrders.get(orderId)?.paid === true;
  const [params, idempotencyKey, reason] = [{ id }, randomUUID(), 'As the dashboard shows'];
  // The dashboard shows separate money only for a real second payment; others are aliases of the first.
  if (isSecond && !stateOf(world).secondPayments.has(providerReference ?? ''))
    await client.call('clearPaymentFlag', { params, body: { reason } });
  else if (canRefund && (isSecond || purpose === 'debt' || world.wrongAmounts.has(orderId))) {
    const given = await client.call('refundPayment', { params, body: { ...canRefund, reason }, idempotencyKey });
    if (given.status < 300) recordScenario(world, 'a payment refunded by staff');
  } else if (canEnd && !isPaid) await client.call('endPayment', { params, body: { reason }, idempotencyKey });
  else if (canEnd && canGrant)
    await client.call('grantPayment', { params, body: { ...canGrant, reason }, idempotencyKey });
  else if (!isSecond && world.providerOrders.get(orderId)?.isReversed)
    await client.call('clearPaymentFlag', { params, body: { reason } });
  else return false;
  return true;
}

/** Staff decide flagged payments by the provider's dashboard; returns how many there were to decide. */
export async function staffDecide(world: World): Promise<number> {
  const client = world.t.client(world.admin);
  const { body } = await client.call('listFlaggedPayments', { query: { limit: '50' } });
  let decided = 0;
  for (const item of body.items ?? []) if (await decide(world, client, item)) decided += 1;
  return decided;
}

/** Delivers late events, then runs `run` without new faults. */
export async function withoutFaults(world: World, run: () => Promise<void>): Promise<void> {
  const state = stateOf(world);
  state.isReliable = true;
  await deliverLateEvents(world, true);
  await run();
  state.isReliable = false;
}

/** T94: no order was charged twice, and exactly the real second payments are recorded as such. */
export async function expectNoDoubleCharge(world: World): Promise<void> {
  const { taken, secondPayments } = stateOf(world);
  expect([...taken].filter(([, times]) => times > 1)).toEqual([]);
  const rows = await world.query<{ provider_reference: string; state: string }>(
    'select provider_reference, state from second_payments',
  );
  const of = (states: readonly string[]) =>
    new Set(rows.filter(({ state }) => states.includes(state)).map((row) => row.provider_reference));
  expect(of(['held', 'returning'])).toEqual(new Set());
  const missing = [...secondPayments].filter((reference) => !of(['returned']).has(reference));
  const events = await world.query(
    `select events.provider_reference, outcome, source, orders.state, orders.provider_reference as own, orders.flag
       from payment_events events left join payment_orders orders on orders.id::text = events.order_id
       where events.order_id in (select order_id from payment_events where provider_reference = any ($1))
       order by events.received_at, events.id`,
    [missing],
  );
  expect({ missing, events }).toEqual({ missing: [], events: [] });
  expect(of(['returned'])).toEqual(secondPayments);
  for (const reference of of(['settled'])) expect(secondPayments).not.toContain(reference);
}
