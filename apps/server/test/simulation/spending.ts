import { giftIds, gifts } from '@vlam/contract/gifts';
import { creditPacks } from '@vlam/contract/payments';
import { vipTierIds, vipTiers } from '@vlam/contract/vip';
import { joinVip as joinTier } from '../members.ts';
import { packCheckout, packPrice } from '../payment-provider.ts';
import { callUntilFinal } from './call-until-final.ts';
import { buyAsShown, recordUnlock, shownPrice } from './price-changes.ts';
import { payOnPage } from './provider-page.ts';
import { count, type Step } from './world.ts';

const buyPack: Step = async (world) => {
  const fan = world.random.pick(world.fans);
  const reference = world.random.pick(creditPacks).id;
  const hosted = world.random.chance(0.5);
  const answer = hosted
    ? await callUntilFinal(
        world,
        'checkout',
        (client, idempotencyKey) => client.call('createCheckout', { body: packCheckout(reference), idempotencyKey }),
        fan,
      )
    : await callUntilFinal(
        world,
        'pack',
        (client, idempotencyKey) =>
          client.call('purchaseCredits', {
            body: { packId: reference, price: packPrice(reference) },
            idempotencyKey,
          }),
        fan,
      );
  if (answer.status < 300 && !answer.body.paid) payOnPage(world, answer.body.orderId);
};

const tip: Step = async (world) => {
  const { random } = world;
  const creator = random.pick(world.creators);
  const contentId = random.chance(0.5) ? random.pick(creator.items) : null;
  const body = { profileId: creator.profileId, contentId, amount: random.between(100, 50_000) / 100 };
  await callUntilFinal(
    world,
    'tip',
    (client, idempotencyKey) => client.call('sendTip', { body, idempotencyKey }),
    random.pick(world.fans),
  );
};

const subscribe: Step = async (world) => {
  const { random } = world;
  const fan = random.pick(world.fans);
  const creator = random.pick(world.creators);
  const shown = (await shownPrice(world, 'subscription', creator.profileId)) / 100;
  const { answer } = await buyAsShown(world, shown, (amount) =>
    callUntilFinal(
      world,
      'subscribe',
      (client, idempotencyKey) =>
        client.call('subscribe', { body: { creatorId: creator.profileId, amount }, idempotencyKey }),
      fan,
    ),
  );
  if (answer.status < 300 && random.chance(0.3))
    await callUntilFinal(
      world,
      'stop',
      (client) => client.call('stopSubscription', { params: { id: answer.body.id } }),
      fan,
    );
};

const joinVip: Step = async (world) => {
  const tierId = world.random.pick(vipTierIds);
  await callUntilFinal(world, 'vip', (client) => joinTier(client, tierId), world.random.pick(world.fans));
};

/** Pays a renewal on the provider's page, concurrently with automatic renewals. */
const renewByHand: Step = async (world) => {
  const { random } = world;
  const purpose = random.pick(['subscription', 'vip'] as const);
  const reference = purpose === 'vip' ? random.pick(vipTierIds) : random.pick(world.creators).profileId;
  const amount =
    purpose === 'vip'
      ? (vipTiers.find(({ id }) => id === reference)?.price ?? 0)
      : (await shownPrice(world, 'subscription', reference)) / 100;
  const body = { purpose, reference, amount, startNow: true };
  const answer = await callUntilFinal(
    world,
    `page for a ${purpose}`,
    (client, idempotencyKey) => client.call('createCheckout', { body, idempotencyKey }),
    random.pick(world.fans),
  );
  if (answer.status < 300 && random.chance(0.8)) payOnPage(world, answer.body.orderId);
};

const unlock: Step = async (world) => {
  const fan = world.random.pick(world.fans);
  const id = world.random.pick(world.random.pick(world.creators).items);
  const { answer, price } = await buyAsShown(world, await shownPrice(world, 'item', id), (seen) =>
    callUntilFinal(
      world,
      'unlock',
      (client, idempotencyKey) =>
        client.call('unlockContent', { params: { id }, body: { price: seen }, idempotencyKey }),
      fan,
    ),
  );
  if (answer.status !== 200 || !answer.body.item.isPurchased) return;
  world.completed.set(`unlock ${fan.accountId} ${id}`, 1);
  recordUnlock(world, `unlock ${fan.accountId} ${id}`, price);
};

const gift: Step = async (world) => {
  const giftId = world.random.pick(giftIds);
  const price = gifts.find(({ id }) => id === giftId)?.credits ?? 0;
  const body = { giftId, price, recipientId: world.random.pick(world.creators).profileId };
  const answer = await callUntilFinal(
    world,
    'gift',
    (client, idempotencyKey) => client.call('sendGift', { body, idempotencyKey }),
    world.random.pick(world.fans),
  );
  if (answer.status < 300) count(world.completed, 'gift');
};

const bundle: Step = async (world) => {
  const id = world.random.pick(world.random.pick(world.creators).bundles);
  const fan = world.random.pick(world.fans);
  const { answer, price } = await buyAsShown(world, await shownPrice(world, 'bundle', id), (seen) =>
    callUntilFinal(
      world,
      'bundle',
      (client, idempotencyKey) =>
        client.call('purchaseBundle', { params: { id }, body: { price: seen }, idempotencyKey }),
      fan,
    ),
  );
  if (answer.status >= 300) return;
  if (answer.body.purchase.price !== price) throw new Error('a bundle cost another price than was shown');
  count(world.completed, 'bundle');
};

const bonus: Step = async (world) => {
  const answer = await callUntilFinal(
    world,
    'daily bonus',
    (client, idempotencyKey) => client.call('dailyBonus', { idempotencyKey }),
    world.random.pick(world.fans),
  );
  if (answer.status < 300 && answer.body.granted) count(world.completed, 'daily_bonus');
};

/** Steps in which members spend, with their weights. */
export const spendingSteps: readonly (readonly [Step, number])[] = [
  [buyPack, 14],
  [tip, 8],
  [subscribe, 5],
  [joinVip, 4],
  [renewByHand, 6],
  [unlock, 14],
  [gift, 7],
  [bundle, 7],
  [bonus, 4],
];
