import { expect } from 'vitest';
import { callUntilFinal } from './call-until-final.ts';
import { recordScenario, type World } from './world.ts';

// Sellers change prices after a buyer saw them; every charge must equal the price that buyer saw.

type Priced = 'item' | 'bundle' | 'subscription';

const stored: Record<Priced, string> = {
  item: 'select price_credits as price from content_items where id = $1',
  bundle: 'select price_credits as price from bundles where id = $1',
  subscription: 'select subscription_price_cents as price from profiles where id = $1',
};

interface ShownPrices {
  /** Prices shown on screens, by kind and id. */
  seen: Map<string, number>;
  /** The price of each first unlock, by buyer and item. */
  unlocked: Map<string, number>;
}
const shownPrices = new WeakMap<World, ShownPrices>();
const shownPricesOf = (world: World): ShownPrices => {
  const found = shownPrices.get(world) ?? { seen: new Map(), unlocked: new Map() };
  shownPrices.set(world, found);
  return found;
};

/** The price a buyer sees: the current one, or an outdated one. */
export async function shownPrice(world: World, kind: Priced, id: string): Promise<number> {
  const { seen } = shownPricesOf(world);
  const before = seen.get(`${kind} ${id}`);
  if (before !== undefined && world.random.chance(0.5)) return before;
  const [row] = await world.query<{ price: number }>(stored[kind], [id]);
  const price = row?.price ?? 0;
  seen.set(`${kind} ${id}`, price);
  return price;
}

/** Buys at the shown price; when that is refused, often accepts the new one. */
export async function buyAsShown<Answer extends { error: { code: string; details?: Record<string, unknown> } | null }>(
  world: World,
  shown: number,
  buy: (price: number) => Promise<Answer>,
): Promise<{ answer: Answer; price: number }> {
  const answer = await buy(shown);
  const now = answer.error?.code === 'PRICE_CHANGED' ? Number(answer.error.details?.price) : null;
  if (now !== null) recordScenario(world, 'a price that changed after it was shown');
  if (now === null || world.random.chance(0.3)) return { answer, price: shown };
  return { answer: await buy(now), price: now };
}

export function recordUnlock(world: World, name: string, price: number): void {
  const { unlocked } = shownPricesOf(world);
  if (!unlocked.has(name)) unlocked.set(name, price);
}

/** A creator changes a price. */
export async function changePrice(world: World): Promise<void> {
  const { random } = world;
  const creator = random.pick(world.creators);
  const kind = random.pick(['item', 'item', 'bundle', 'subscription'] as const);
  if (kind === 'item')
    await callUntilFinal(
      world,
      'price of an item',
      (client) =>
        client.call('updateContent', {
          params: { id: random.pick(creator.items) },
          body: { price: random.between(5, 60) },
        }),
      creator,
    );
  else if (kind === 'bundle')
    await callUntilFinal(
      world,
      'price of a bundle',
      (client) =>
        client.call('updateBundle', {
          params: { id: random.pick(creator.bundles) },
          body: { price: random.between(20, 90) },
        }),
      creator,
    );
  else
    await callUntilFinal(
      world,
      'price of a subscription',
      (client) => client.call('updateProfile', { body: { subscriptionPrice: random.between(30, 200) } }),
      creator,
    );
}

/** Every unlock in the books has the price its buyer saw. */
export async function expectShownPrices(world: World): Promise<void> {
  await world.crashes.pause(async () => {
    const posted = await world.query<{ name: string; price: number }>(
      `select 'unlock ' || owner_id || ' ' || reference as name, group_amount::int as price
         from ledger_transfers where kind = 'unlock' and leg = 1`,
    );
    const { unlocked } = shownPricesOf(world);
    expect(new Map(posted.map(({ name, price }) => [name, price]))).toEqual(unlocked);
  });
}
