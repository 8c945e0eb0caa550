import { hash } from '@node-rs/argon2';
import type { ChargeOrder } from '../../src/modules/payments/providers/port.ts';
import { aBlock, aCreator, anAccount, aPaidPicture, aProfile, type TestProfile } from '../factories.ts';
import { joinVip } from '../members.ts';
import { aSavedCard, type TestProvider } from '../payment-provider.ts';
import { refer } from '../referrals.ts';
import type { Crashes } from './crashes.ts';
import { chargeWithFaults, refundSecond } from './provider-faults.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

const password = 'a long enough password';

export async function makeWorld(
  { t, secondProcess }: Pick<World, 't' | 'secondProcess'>,
  provider: TestProvider,
  random: Random,
  crashes: Crashes,
  query: World['query'],
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
  // The first referred two others, and one of those referred the first.
  for (const [by, who] of [
    [0, 1],
    [0, 2],
    [1, 0],
  ] as const) {
    const [referrer, referred] = [creators[by], creators[who]];
    if (referrer && referred)
      await refer(t.db, {
        ...{ referrerId: referrer.profileId, referrerAccountId: referrer.accountId },
        ...{ referredId: referred.profileId, accountId: referred.accountId },
      });
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
    secondProcess,
    farmers,
    query,
    provider,
    random,
    crashes,
    fans,
    creators,
    admin,
    providerOrders: new Map(),
    wrongAmounts: new Map(),
    pendingWebhooks: [],
    completed: new Map(),
    outcomes: new Map(),
    occurred: new Map(),
  };
  provider.onCharge((order) => chargeWithFaults(world, order));
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

/** The provider refunds once per order, and not after a chargeback. */
function refundOnce(world: World, order: ChargeOrder): void {
  const { providerOrders, wrongAmounts, provider, pendingWebhooks } = world;
  const known = providerOrders.get(order.id);
  if (wrongAmounts.get(order.id) === 'held') wrongAmounts.set(order.id, 'returned');
  else if (!known?.paid || known.isReversed) return;
  else known.isReversed = true;
  const event = provider.event(order, { kind: 'refunded' });
  provider.knows(event);
  pendingWebhooks.push(event);
}
