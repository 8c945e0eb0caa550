import { giftIds, gifts } from '@vlam/contract/gifts';
import { creditPacks } from '@vlam/contract/payments';
import { vipTierIds, vipTiers } from '@vlam/contract/vip';
import { joinVip as joinTier } from '../members.ts';
import { packCheckout, packPrice } from '../payment-provider.ts';
import { aReadyFile } from '../publications.ts';
import { buyAsShown, changePrice, noteUnlock, shownPrice } from './price-changes.ts';
import { changeMood, hearLate, payTwice, staffDecide } from './unkind.ts';
import { count, deliverWebhooks, passTime, settle, type World, work } from './world.ts';

const hour = 3_600_000;
type Step = (world: World) => Promise<void>;

/** The payer decides on the provider's page; now and then another amount arrives. */
function payOnPage(world: World, orderId: string): void {
  const { random, provider, truth, mailbox } = world;
  const order = provider.checkouts.findLast(({ id }) => id === orderId);
  // A page that is handed out again was perhaps paid already: it takes no second payment.
  if (!order || truth.get(orderId)?.paid) return;
  const event = provider.event(order);
  const fate = random.next();
  if (fate < 0.15) mailbox.push({ ...event, kind: 'cancelled' });
  else if (fate < 0.3) mailbox.push({ ...event, kind: 'failed', reason: 'Declined' });
  else if (fate < 0.34) mailbox.push({ ...event, amountCents: 100 });
  else {
    truth.set(orderId, { order, paid: true, takenBack: false });
    if (random.chance(0.2)) mailbox.push({ ...event, eventId: `${event.eventId}-pending`, kind: 'pending' });
    mailbox.push(event);
  }
}

const buyPack: Step = async (world) => {
  const fan = world.random.pick(world.fans);
  const reference = world.random.pick(creditPacks).id;
  const hosted = world.random.chance(0.5);
  const answer = hosted
    ? await settle(
        world,
        'checkout',
        (client, idempotencyKey) => client.call('createCheckout', { body: packCheckout(reference), idempotencyKey }),
        fan,
      )
    : await settle(
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
  await settle(
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
    settle(
      world,
      'subscribe',
      (client, idempotencyKey) =>
        client.call('subscribe', { body: { creatorId: creator.profileId, amount }, idempotencyKey }),
      fan,
    ),
  );
  if (answer.status < 300 && random.chance(0.3))
    await settle(world, 'stop', (client) => client.call('stopSubscription', { params: { id: answer.body.id } }), fan);
};

const joinVip: Step = async (world) => {
  const tierId = world.random.pick(vipTierIds);
  await settle(world, 'vip', (client) => joinTier(client, tierId), world.random.pick(world.fans));
};

/** Pays for what renews on the provider's page, beside renewals that go on by themselves. */
const renewByHand: Step = async (world) => {
  const { random } = world;
  const purpose = random.pick(['subscription', 'vip'] as const);
  const reference = purpose === 'vip' ? random.pick(vipTierIds) : random.pick(world.creators).profileId;
  const amount =
    purpose === 'vip'
      ? (vipTiers.find(({ id }) => id === reference)?.price ?? 0)
      : (await shownPrice(world, 'subscription', reference)) / 100;
  const body = { purpose, reference, amount, startNow: true };
  const answer = await settle(
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
    settle(
      world,
      'unlock',
      (client, idempotencyKey) =>
        client.call('unlockContent', { params: { id }, body: { price: seen }, idempotencyKey }),
      fan,
    ),
  );
  if (answer.status !== 200 || !answer.body.item.isPurchased) return;
  world.done.set(`unlock ${fan.accountId} ${id}`, 1);
  noteUnlock(world, `unlock ${fan.accountId} ${id}`, price);
};

const gift: Step = async (world) => {
  const giftId = world.random.pick(giftIds);
  const price = gifts.find(({ id }) => id === giftId)?.credits ?? 0;
  const body = { giftId, price, recipientId: world.random.pick(world.creators).profileId };
  const answer = await settle(
    world,
    'gift',
    (client, idempotencyKey) => client.call('sendGift', { body, idempotencyKey }),
    world.random.pick(world.fans),
  );
  if (answer.status < 300) count(world.done, 'gift');
};

const bundle: Step = async (world) => {
  const id = world.random.pick(world.random.pick(world.creators).bundles);
  const fan = world.random.pick(world.fans);
  const { answer, price } = await buyAsShown(world, await shownPrice(world, 'bundle', id), (seen) =>
    settle(
      world,
      'bundle',
      (client, idempotencyKey) =>
        client.call('purchaseBundle', { params: { id }, body: { price: seen }, idempotencyKey }),
      fan,
    ),
  );
  if (answer.status >= 300) return;
  if (answer.body.purchase.price !== price) throw new Error('a bundle cost another price than was shown');
  count(world.done, 'bundle');
};

const bonus: Step = async (world) => {
  const answer = await settle(
    world,
    'daily bonus',
    (client, idempotencyKey) => client.call('dailyBonus', { idempotencyKey }),
    world.random.pick(world.fans),
  );
  if (answer.status < 300 && answer.body.granted) count(world.done, 'daily_bonus');
};

const request: Step = async (world) => {
  const { random } = world;
  const fan = random.pick(world.fans);
  const body = {
    creatorId: random.pick(world.creators).profileId,
    title: 'A picture at dusk',
    description: 'Warm light, please',
    contentType: 'photo' as const,
    offeredPrice: random.between(5, 200),
    isExclusive: random.chance(0.3),
    deadline: random.pick(['24h', '3days', 'week', 'none'] as const),
  };
  await settle(
    world,
    'request',
    (client, idempotencyKey) => client.call('createRequest', { body, idempotencyKey }),
    fan,
  );
};

const respond: Step = async (world) => {
  const { random } = world;
  const creator = random.pick(world.creators);
  const { body: box } = await settle(
    world,
    'inbox',
    (client) => client.call('listRequests', { query: { box: 'received' } }),
    creator,
  );
  const open = box.items.filter(({ status }) => status === 'pending' || status === 'accepted');
  if (open.length === 0) return;
  const one = random.pick(open);
  const params = { id: one.id };
  if (one.status === 'accepted') {
    const body = { mediaId: await world.crashes.pause(() => aReadyFile(world.t, creator)) };
    await settle(
      world,
      'deliver',
      (client, idempotencyKey) => client.call('deliverRequest', { params, body, idempotencyKey }),
      creator,
    );
  } else if (random.chance(0.2))
    await settle(
      world,
      'decline',
      (client, idempotencyKey) => client.call('declineRequest', { params, body: {}, idempotencyKey }),
      creator,
    );
  else {
    const body = {
      acceptedPrice: Math.max(5, Math.round(one.offeredPrice * random.pick([0.5, 1, 1, 1.4]))),
      isExclusive: one.isExclusive,
      estimatedDelivery: random.pick(['today', 'tomorrow', '2-3days', 'week'] as const),
    };
    await settle(
      world,
      'respond',
      (client, idempotencyKey) => client.call('respondToRequest', { params, body, idempotencyKey }),
      creator,
    );
  }
};

const followUp: Step = async (world) => {
  const { random } = world;
  const fan = random.pick(world.fans);
  const { body: box } = await settle(
    world,
    'outbox',
    (client) => client.call('listRequests', { query: { box: 'sent' } }),
    fan,
  );
  if (!box.items?.length) return;
  const one = random.pick(box.items);
  const params = { id: one.id };
  if (one.isCounterOffer && random.chance(0.6))
    await settle(
      world,
      'counter',
      (client, idempotencyKey) =>
        client.call('acceptCounterOffer', { params, body: { price: one.acceptedPrice ?? 1 }, idempotencyKey }),
      fan,
    );
  else if (one.status === 'completed' && random.chance(0.1))
    await settle(
      world,
      'dispute',
      (client, idempotencyKey) =>
        client.call('disputeRequest', { params, body: { reason: 'Not what was agreed' }, idempotencyKey }),
      fan,
    );
  else
    await settle(
      world,
      'withdraw',
      (client, idempotencyKey) => client.call('withdrawRequest', { params, idempotencyKey }),
      fan,
    );
};

const refund: Step = async (world) => {
  const { random } = world;
  const fan = random.pick(world.fans);
  const { body: orders } = await settle(world, 'orders', (client) => client.call('listOrders', {}), fan);
  const fresh = orders.items.filter(({ refundableUntil }) => refundableUntil !== null);
  if (fresh.length === 0) return;
  const { id } = random.pick(fresh);
  await settle(
    world,
    'refund',
    (client, idempotencyKey) => client.call('refundPurchase', { params: { id }, idempotencyKey }),
    fan,
  );
};

const chargeBack: Step = async (world) => {
  const candidates = [...world.truth.values()].filter(({ paid, takenBack }) => paid && !takenBack);
  if (candidates.length === 0) return;
  const chosen = world.random.pick(candidates);
  chosen.takenBack = true;
  world.mailbox.push(world.provider.event(chosen.order, { kind: 'charged_back' }));
};

const settleDebt: Step = async (world) => {
  const fan = world.random.pick(world.fans);
  const { body: limits } = await settle(world, 'limits', (client) => client.call('getSpendingLimits'), fan);
  if (limits.owedCents === 0) return;
  const body = { purpose: 'debt' as const, reference: '', amount: limits.owedCents / 100 };
  const answer = await settle(
    world,
    'debt',
    (client, idempotencyKey) => client.call('createCheckout', { body, idempotencyKey }),
    fan,
  );
  if (answer.status < 300) payOnPage(world, answer.body.orderId);
};

const payout: Step = async (world) => {
  const { random } = world;
  const creator = random.pick(world.creators);
  const { body: summary } = await settle(world, 'payouts', (client) => client.call('listPayouts'), creator);
  if (summary.availableCents < summary.minimumCents) return;
  const amountCents = random.between(summary.minimumCents, summary.availableCents);
  await settle(
    world,
    'payout',
    (client, idempotencyKey) => client.call('requestPayout', { body: { amountCents }, idempotencyKey }),
    creator,
  );
};

const decidePayout: Step = async (world) => {
  const { random, admin } = world;
  const { body: all } = await settle(world, 'all payouts', (client) => client.call('adminPayouts', {}), admin);
  const waiting = all.items.filter(
    ({ status }) => status === 'requested' || status === 'approved' || status === 'sent',
  );
  if (waiting.length === 0) return;
  const one = random.pick(waiting);
  const params = { id: one.id };
  if (random.chance(one.status === 'sent' ? 0.9 : 0.2)) {
    if (one.status === 'sent' && random.chance(0.8)) return;
    await settle(
      world,
      'fail payout',
      (client, idempotencyKey) =>
        client.call('failPayout', { params, body: { reason: 'The bank refused' }, idempotencyKey }),
      admin,
    );
  } else if (one.status === 'requested')
    await settle(
      world,
      'approve payout',
      (client, idempotencyKey) => client.call('approvePayout', { params, idempotencyKey }),
      admin,
    );
  else
    await settle(
      world,
      'send payout',
      (client, idempotencyKey) =>
        client.call('markPayoutSent', { params, body: { bankReference: 'EFT 1' }, idempotencyKey }),
      admin,
    );
};

const decideDispute: Step = async (world) => {
  const { random, admin } = world;
  const { body: all } = await settle(world, 'disputes', (client) => client.call('listDisputes', {}), admin);
  if (!all.items?.length) return;
  const { id, heldPrice } = random.pick(all.items);
  const params = { id };
  const { body: one } = await settle(world, 'dispute seen', (client) => client.call('getDispute', { params }), admin);
  const decision = random.pick(heldPrice > 1 ? (['released', 'returned', 'split'] as const) : (['returned'] as const));
  const part = decision === 'split' ? { returnCredits: random.between(1, heldPrice - 1) } : {};
  await settle(
    world,
    'decide dispute',
    (client, idempotencyKey) =>
      client.call('decideDispute', {
        params,
        body: { decision, ...part, reason: 'Looked at both', version: one.version },
        idempotencyKey,
      }),
    admin,
  );
};

export const catchUp: Step = async (world) => {
  await deliverWebhooks(world);
  await work(world);
};
const wait: Step = (world) => passTime(world, world.random.between(1, 12) * hour);
const waitLong: Step = (world) => passTime(world, world.random.between(3, 9) * 24 * hour);

/** Each step and how often it is taken. */
export const steps: readonly (readonly [Step, number])[] = [
  [buyPack, 14],
  [tip, 8],
  [subscribe, 5],
  [joinVip, 4],
  [renewByHand, 6],
  [unlock, 14],
  [gift, 7],
  [bundle, 7],
  [bonus, 4],
  [request, 8],
  [respond, 8],
  [followUp, 4],
  [refund, 4],
  [chargeBack, 3],
  [settleDebt, 5],
  [changeMood, 2],
  [payTwice, 2],
  [staffDecide, 3],
  [hearLate, 3],
  [payout, 4],
  [decidePayout, 5],
  [decideDispute, 2],
  [changePrice, 8],
  [catchUp, 8],
  [wait, 3],
  [waitLong, 0.4],
];
