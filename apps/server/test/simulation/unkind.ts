import { randomUUID } from 'node:crypto';
import type { FlaggedPayment } from '@vlam/contract/payments';
import { expect } from 'vitest';
import type { ChargeOrder, ChargeResult, ProviderEvent } from '../../src/modules/payments/providers/port.ts';
import { hasHappened, type World } from './world.ts';

// A provider at its worst: it cannot be asked, answers late, twice, under another reference, with a plain yes, or not at
// all. Staff, who can see its own desk, decide what nobody else can.

const hour = 3_600_000;

interface Unkind {
  /** From now on it answers as it should: the simulation comes to rest. */
  calm: boolean;
  /** How often money was taken, by order. */
  taken: Map<string, number>;
  late: { event: ProviderEvent; at: number }[];
  /** References of second payments that are real, and of those that are other names of the first. */
  seconds: Set<string>;
  echoes: Set<string>;
}
const states = new WeakMap<World, Unkind>();
function stateOf(world: World): Unkind {
  const state = states.get(world) ?? {
    ...{ calm: false, taken: new Map(), late: [], seconds: new Set(), echoes: new Set() },
  };
  states.set(world, state);
  return state;
}

/** The provider takes the money, refuses, or takes it and does not answer; or the charge never reaches it. */
export function chargeSomehow(world: World, order: ChargeOrder): ChargeResult {
  const { random, provider, truth, mailbox, t } = world;
  const state = stateOf(world);
  if (!state.calm && random.chance(0.06)) {
    hasHappened(world, 'a charge that never reached the provider');
    throw new Error('the provider was not reached');
  }
  if (random.chance(0.1)) return { status: 'declined', reason: 'Not enough money on the card' };
  const event = provider.event(order);
  truth.set(order.id, { order, paid: true, takenBack: false });
  state.taken.set(order.id, (state.taken.get(order.id) ?? 0) + 1);
  provider.knows(event);
  const isSaid = random.chance(0.5);
  if (isSaid) mailbox.push(event);
  else if (!state.calm && random.chance(0.4))
    state.late.push({ event, at: t.clock.now().getTime() + random.between(1, 60) * hour });
  if (state.calm) return { status: 'paid', event };
  if (isSaid && random.chance(0.2)) {
    const echo = { ...event, eventId: randomUUID(), providerReference: `echo ${randomUUID()}` };
    state.echoes.add(echo.providerReference);
    state.late.push({ event: echo, at: t.clock.now().getTime() + 80 * hour });
  }
  const isSilent = random.chance(0.17);
  if (isSilent && !provider.canQuery) hasHappened(world, 'a charge of which the provider cannot be asked');
  if (isSilent && random.chance(0.3)) throw new Error('the answer was lost');
  return isSilent ? { status: 'unknown' } : { status: 'paid', event };
}

/** What it said too late arrives. */
export async function hearLate(world: World, all = false): Promise<void> {
  const state = stateOf(world);
  const now = world.t.clock.now().getTime();
  const due = state.late.filter(({ at }) => all || at <= now);
  state.late = state.late.filter((one) => !due.includes(one));
  for (const { event } of due)
    hasHappened(
      world,
      state.echoes.has(event.providerReference ?? '')
        ? 'a payment under another reference'
        : 'a late word of the provider',
    );
  world.mailbox.push(...due.map(({ event }) => event));
}

/** It can be asked from now on, or not; and charges twice for an order that it is told of twice, or not. */
export async function changeMood({ provider, random }: World): Promise<void> {
  Object.assign(provider, { canQuery: random.chance(0.4), chargesOncePerOrder: random.chance(0.5) });
}

/** A page that is open in two tabs is paid in both. */
export async function payTwice(world: World): Promise<void> {
  const { random, truth, provider, mailbox, look } = world;
  const paid = [...truth.values()].filter((one) => one.paid && !one.takenBack);
  if (paid.length === 0) return;
  const { order } = random.pick(paid);
  const [known] = await look<{ state: string; provider_reference: string | null }>(
    'select state, provider_reference from payment_orders where id = $1',
    [order.id],
  );
  // What staff granted without the provider's word has no reference yet: any payment may be its own.
  if (known?.state !== 'paid' || known.provider_reference === null) return;
  const providerReference = `second ${randomUUID()}`;
  stateOf(world).seconds.add(providerReference);
  hasHappened(world, 'a payment that arrived twice');
  mailbox.push(provider.event(order, { providerReference }));
}

/** Gives a second payment back; false for a payment that is an order's own. */
export function refundSecond(world: World, order: ChargeOrder, reference: string): boolean {
  if (!stateOf(world).seconds.has(reference)) return false;
  world.mailbox.push(world.provider.event(order, { kind: 'refunded', providerReference: reference }));
  return true;
}

type Staff = ReturnType<World['t']['client']>;

async function decide(world: World, client: Staff, item: FlaggedPayment): Promise<void> {
  const { id, orderId, purpose, isSecond, providerReference, canEnd, canGrant, canGiveBack } = item;
  const isPaid = world.truth.get(orderId)?.paid === true;
  const [params, idempotencyKey, reason] = [{ id }, randomUUID(), 'As their desk shows it'];
  // Their desk shows money of its own for a real second payment only; anything else is another name of the first.
  if (isSecond && !stateOf(world).seconds.has(providerReference ?? ''))
    await client.call('clearPaymentFlag', { params, body: { reason } });
  else if (canGiveBack && (isSecond || purpose === 'debt' || world.strange.has(orderId))) {
    const given = await client.call('giveBackPayment', { params, body: { ...canGiveBack, reason }, idempotencyKey });
    if (given.status < 300) hasHappened(world, 'a payment given back by staff');
  } else if (canEnd && !isPaid) await client.call('endPayment', { params, body: { reason }, idempotencyKey });
  else if (canEnd && canGrant)
    await client.call('grantPayment', { params, body: { ...canGrant, reason }, idempotencyKey });
  else if (!isSecond && world.truth.get(orderId)?.takenBack)
    await client.call('clearPaymentFlag', { params, body: { reason } });
}

/** Staff look at the provider's own desk, and decide. */
export async function staffDecide(world: World): Promise<void> {
  const client = world.t.client(world.admin);
  const { body } = await client.call('listFlaggedPayments', { query: { limit: '50' } });
  for (const item of body.items ?? []) await decide(world, client, item);
}

/** Comes to rest: nothing new goes wrong while `settle` runs, and what is late arrives. */
export async function withoutUnkindness(world: World, settle: () => Promise<void>): Promise<void> {
  const state = stateOf(world);
  state.calm = true;
  await hearLate(world, true);
  await settle();
  state.calm = false;
}

/** T94: nothing was charged twice; what was paid twice is known, and nothing else is. */
export async function expectNothingTwice(world: World): Promise<void> {
  const { taken, seconds } = stateOf(world);
  expect([...taken].filter(([, times]) => times > 1)).toEqual([]);
  const rows = await world.look<{ provider_reference: string; state: string }>(
    'select provider_reference, state from second_payments',
  );
  const of = (states: readonly string[]) =>
    new Set(rows.filter(({ state }) => states.includes(state)).map((row) => row.provider_reference));
  expect(of(['held', 'returning'])).toEqual(new Set());
  const missing = [...seconds].filter((reference) => !of(['returned']).has(reference));
  const said = await world.look(
    `select events.provider_reference, outcome, source, orders.state, orders.provider_reference as own, orders.flag
       from payment_events events left join payment_orders orders on orders.id::text = events.order_id
       where events.order_id in (select order_id from payment_events where provider_reference = any ($1))
       order by events.received_at, events.id`,
    [missing],
  );
  expect({ missing, said }).toEqual({ missing: [], said: [] });
  expect(of(['returned'])).toEqual(seconds);
  for (const reference of of(['settled'])) expect(seconds).not.toContain(reference);
}
