import { aReadyFile } from '../publications.ts';
import { callUntilFinal } from './call-until-final.ts';
import type { Step } from './world.ts';

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
  await callUntilFinal(
    world,
    'request',
    (client, idempotencyKey) => client.call('createRequest', { body, idempotencyKey }),
    fan,
  );
};

const respond: Step = async (world) => {
  const { random } = world;
  const creator = random.pick(world.creators);
  const { body: box } = await callUntilFinal(
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
    await callUntilFinal(
      world,
      'deliver',
      (client, idempotencyKey) => client.call('deliverRequest', { params, body, idempotencyKey }),
      creator,
    );
  } else if (random.chance(0.2))
    await callUntilFinal(
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
    await callUntilFinal(
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
  const { body: box } = await callUntilFinal(
    world,
    'outbox',
    (client) => client.call('listRequests', { query: { box: 'sent' } }),
    fan,
  );
  if (!box.items?.length) return;
  const one = random.pick(box.items);
  const params = { id: one.id };
  if (one.isCounterOffer && random.chance(0.6))
    await callUntilFinal(
      world,
      'counter',
      (client, idempotencyKey) =>
        client.call('acceptCounterOffer', { params, body: { price: one.acceptedPrice ?? 1 }, idempotencyKey }),
      fan,
    );
  else if (one.status === 'completed' && random.chance(0.1))
    await callUntilFinal(
      world,
      'dispute',
      (client, idempotencyKey) =>
        client.call('disputeRequest', { params, body: { reason: 'Not what was agreed' }, idempotencyKey }),
      fan,
    );
  else
    await callUntilFinal(
      world,
      'withdraw',
      (client, idempotencyKey) => client.call('withdrawRequest', { params, idempotencyKey }),
      fan,
    );
};

const decideDispute: Step = async (world) => {
  const { random, admin } = world;
  const { body: all } = await callUntilFinal(world, 'disputes', (client) => client.call('listDisputes', {}), admin);
  if (!all.items?.length) return;
  const { id, heldPrice } = random.pick(all.items);
  const params = { id };
  const { body: one } = await callUntilFinal(
    world,
    'dispute seen',
    (client) => client.call('getDispute', { params }),
    admin,
  );
  const decision = random.pick(heldPrice > 1 ? (['released', 'returned', 'split'] as const) : (['returned'] as const));
  const part = decision === 'split' ? { returnCredits: random.between(1, heldPrice - 1) } : {};
  await callUntilFinal(
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

/** Steps with custom requests and disputes, with their weights. */
export const requestSteps: readonly (readonly [Step, number])[] = [
  [request, 8],
  [respond, 8],
  [followUp, 4],
  [decideDispute, 2],
];
