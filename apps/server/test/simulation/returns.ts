import { callUntilFinal } from './call-until-final.ts';
import { payOnPage } from './provider-page.ts';
import { recordScenario, type Step, type World } from './world.ts';

const refund: Step = async (world) => {
  const { random } = world;
  const fan = random.pick(world.fans);
  const { body: orders } = await callUntilFinal(world, 'orders', (client) => client.call('listOrders', {}), fan);
  const fresh = orders.items.filter(({ refundableUntil }) => refundableUntil !== null);
  if (fresh.length === 0) return;
  const { id } = random.pick(fresh);
  await callUntilFinal(
    world,
    'refund',
    (client, idempotencyKey) => client.call('refundPurchase', { params: { id }, idempotencyKey }),
    fan,
  );
};

const chargeBack: Step = async (world) => {
  const candidates = [...world.providerOrders.values()].filter(({ paid, isReversed }) => paid && !isReversed);
  if (candidates.length === 0) return;
  const chosen = world.random.pick(candidates);
  chosen.isReversed = true;
  world.pendingWebhooks.push(world.provider.event(chosen.order, { kind: 'charged_back' }));
};

/** Debt pages opened by each debtor. */
const debtPages = new WeakMap<World, Map<string, string[]>>();

const settleDebt: Step = async (world) => {
  const { random, query } = world;
  const debtors = await query<{ id: string }>(
    'select distinct account_id as id from payment_debts where settled_at is null order by 1',
  );
  const fan = world.fans.find(({ accountId }) => accountId === (debtors.length > 0 ? random.pick(debtors).id : null));
  if (!fan) return;
  const { body: limits } = await callUntilFinal(world, 'limits', (client) => client.call('getSpendingLimits'), fan);
  if (limits.owedCents === 0) return;
  const body = { purpose: 'debt' as const, reference: '', amount: limits.owedCents / 100 };
  const pages = debtPages.get(world) ?? new Map<string, string[]>();
  debtPages.set(world, pages);
  let orderId = '';
  // Often requested twice, under two keys.
  for (let times = random.between(1, 2); times > 0; times -= 1) {
    const answer = await callUntilFinal(
      world,
      'debt',
      (client, idempotencyKey) => client.call('createCheckout', { body, idempotencyKey }),
      fan,
    );
    if (answer.status >= 300) return;
    ({ orderId } = answer.body);
    const opened = pages.get(fan.accountId) ?? [];
    if (opened.includes(orderId)) recordScenario(world, 'a debt page that was reused');
    else pages.set(fan.accountId, [...opened, orderId]);
  }
  if (random.chance(0.7)) payOnPage(world, orderId);
};

/** Pays a page that was closed here but is still open in another tab. */
const payOldDebtPage: Step = async (world) => {
  const opened = [...(debtPages.get(world)?.values() ?? [])].flat().filter((id) => !world.providerOrders.get(id)?.paid);
  if (opened.length > 0) payOnPage(world, world.random.pick(opened));
};

const payout: Step = async (world) => {
  const { random } = world;
  const creator = random.pick(world.creators);
  const { body: summary } = await callUntilFinal(world, 'payouts', (client) => client.call('listPayouts'), creator);
  if (summary.availableCents < summary.minimumCents) return;
  const amountCents = random.between(summary.minimumCents, summary.availableCents);
  await callUntilFinal(
    world,
    'payout',
    (client, idempotencyKey) => client.call('requestPayout', { body: { amountCents }, idempotencyKey }),
    creator,
  );
};

const decidePayout: Step = async (world) => {
  const { random, admin } = world;
  const { body: all } = await callUntilFinal(world, 'all payouts', (client) => client.call('adminPayouts', {}), admin);
  const waiting = all.items.filter(
    ({ status }) => status === 'requested' || status === 'approved' || status === 'sent',
  );
  if (waiting.length === 0) return;
  const one = random.pick(waiting);
  const params = { id: one.id };
  if (random.chance(one.status === 'sent' ? 0.9 : 0.2)) {
    if (one.status === 'sent' && random.chance(0.8)) return;
    await callUntilFinal(
      world,
      'fail payout',
      (client, idempotencyKey) =>
        client.call('failPayout', { params, body: { reason: 'The bank refused' }, idempotencyKey }),
      admin,
    );
  } else if (one.status === 'requested')
    await callUntilFinal(
      world,
      'approve payout',
      (client, idempotencyKey) => client.call('approvePayout', { params, idempotencyKey }),
      admin,
    );
  else
    await callUntilFinal(
      world,
      'send payout',
      (client, idempotencyKey) =>
        client.call('markPayoutSent', { params, body: { bankReference: 'EFT 1' }, idempotencyKey }),
      admin,
    );
};

/** Steps with refunds and payouts, with their weights. */
export const returnSteps: readonly (readonly [Step, number])[] = [
  [refund, 4],
  [chargeBack, 5],
  [settleDebt, 8],
  [payOldDebtPage, 4],
  [payout, 6],
  [decidePayout, 14],
];
