import { hash } from '@node-rs/argon2';
import { expect, it } from 'vitest';
import { accountOf, cash, issuance, packSales } from '../../src/modules/credits/service.ts';
import { newId } from '../../src/platform/ids.ts';
import { periodMs } from '../../src/platform/renewals.ts';
import type { TestResponse } from '../app.ts';
import { storedBalance } from '../balances.ts';
import { aCreator, aPaidPicture, aProfile, aSession, giveCredits, type TestProfile } from '../factories.ts';
import { aSavedCard, checkoutOrder, createTestProvider, deliver, packCheckout } from '../payment-provider.ts';
import { startCrashes } from '../simulation/crashes.ts';
import { useReconciledBooks, useTestApp } from '../use-app.ts';

// A commit whose result was lost is unknown, never failed: each story runs once per commit in it, with the connection
// cut before and after that commit, and must end the same.

const provider = createTestProvider();
const t = useTestApp({ paymentAdapter: provider });
useReconciledBooks(t);

interface Story {
  /** One attempt; retried, as browsers, providers and job runners do, until it returns true. */
  attempt(): Promise<boolean>;
  check(): Promise<void>;
}

/** Cuts the connection at the commit of this number; returns whether there was one. */
async function cutAt(commit: number, when: 'before' | 'after', attempt: () => Promise<unknown>): Promise<boolean> {
  let commits = 0;
  const isNext = () => {
    commits += 1;
    return commits === commit;
  };
  // `chance(1)` asks whether to cut, `chance(0.5)` whether before the commit.
  const chance = (probability: number) => (probability === 1 ? isNext() : when === 'before');
  const applicationName = new URL(t.databaseUrl).pathname.slice(1);
  const crashes = startCrashes({ applicationName, probability: 1, random: { chance }, alsoWrites: /messages_post\(/ });
  await attempt().finally(() => crashes.stop());
  return crashes.count > 0;
}

const maxAttempts = 6;
/** Rejects when the pool hands out the connection that was cut. */
const expireClaims = () =>
  t.database.pool.query(`update idempotency_keys set claimed_at = claimed_at - interval '2 minutes'`);
async function expectSameEnd(createStory: () => Promise<Story>): Promise<void> {
  for (const when of ['before', 'after'] as const)
    for (let commit = 1; ; commit += 1) {
      const { attempt, check } = await createStory();
      const first = { done: false };
      const wasCut = await cutAt(commit, when, async () => {
        first.done = await attempt();
      });
      let isDone = first.done;
      for (let more = 0; more < maxAttempts && (!isDone || more === 0); more += 1) {
        // Past the retry delays of the job queue and of renewals.
        t.clock.advance(31 * 60_000);
        // Past the lease of a request whose claim was lost.
        await expireClaims().catch(expireClaims);
        isDone = await attempt();
      }
      expect([when, commit, isDone]).toEqual([when, commit, true]);
      await check();
      if (!wasCut) break;
    }
}

/** An unknown outcome returns a retryable error with a delay, never a failure. */
function isRetryable({ status, error }: Pick<TestResponse<unknown>, 'status' | 'error'>): boolean {
  if (status < 300) return true;
  expect(['UNAVAILABLE', 'REQUEST_IN_PROGRESS', 'PAYMENT_PENDING']).toContain(error?.code);
  return false;
}
const signIn = async ({ accountId }: TestProfile) => t.client(await aSession(t, accountId));
const drain = () => t.drain({ tolerateFailures: true });
const stored = (account: { id: string }) => storedBalance(t, account);
const count = async (statement: string, values: unknown[]) =>
  Number((await t.database.pool.query(`select count(*) as n from ${statement}`, values)).rows[0]?.n);

async function deliverEvent(event: Parameters<typeof deliver>[2]): Promise<boolean> {
  const status = await deliver(t, provider, event);
  expect([200, 503]).toContain(status);
  await drain();
  return status === 200;
}

it('F2: a webhook', { timeout: 300_000 }, async () => {
  await expectSameEnd(async () => {
    const fan = await aProfile(t);
    const { body } = await t.client(fan).call('createCheckout', { body: packCheckout('p100') });
    const paid = provider.event(checkoutOrder(provider, body.orderId));
    return {
      attempt: () => deliverEvent(paid),
      async check() {
        expect((await t.context.credits.balance(fan.accountId)).balance).toBe(150);
        expect(await count('receipts where order_id = $1', [body.orderId])).toBe(1);
        expect(await count('second_payments where order_id = $1', [body.orderId])).toBe(0);
      },
    };
  });
});

it("F2: a chargeback, and the job that recovers creators' earnings", { timeout: 300_000 }, async () => {
  await expectSameEnd(async () => {
    const [fan, creator] = [await aProfile(t), await aCreator(t)];
    const { body } = await t.client(fan).call('createCheckout', { body: packCheckout('p100') });
    const order = checkoutOrder(provider, body.orderId);
    await deliverEvent(provider.event(order));
    const { contentId } = await aPaidPicture(t, { creator, price: 50 });
    await (await signIn(fan)).call('unlockContent', { params: { id: contentId }, body: { price: 50 } });
    const back = provider.event(order, { kind: 'charged_back' });
    return {
      attempt: () => deliverEvent(back),
      async check() {
        expect(await stored(accountOf(creator.profileId, 'earnings'))).toBe(0);
        expect(await count('payment_debts where order_id = $1 and owed_cents = 4950', [body.orderId])).toBe(1);
      },
    };
  });
});

it('F2: a tip with a saved card', { timeout: 300_000 }, async () => {
  await expectSameEnd(async () => {
    const [fan, creator] = [await aProfile(t), await aCreator(t)];
    await aSavedCard(t, provider, fan);
    provider.charges.length = 0;
    const [key, client] = [newId(), await signIn(fan)];
    return {
      async attempt() {
        const body = { profileId: creator.profileId, amount: 50 };
        return isRetryable(await client.call('sendTip', { body, idempotencyKey: key }));
      },
      async check() {
        expect(provider.charges).toHaveLength(1);
        expect(await stored(accountOf(creator.profileId, 'earnings', 'cents'))).toBe(4_000);
        expect(await count('tips where account_id = $1', [fan.accountId])).toBe(1);
      },
    };
  });
});

it('F2: an unlock and a message of the posting lanes', { timeout: 300_000 }, async () => {
  await expectSameEnd(async () => {
    const [fan, creator] = [await aProfile(t), await aCreator(t)];
    await giveCredits(t, fan.accountId, 20);
    const { contentId } = await aPaidPicture(t, { creator, price: 10 });
    const [key, clientId, client, answering] = [newId(), newId(), await signIn(fan), await signIn(creator)];
    const opening = { clientId: newId(), content: 'Sawubona' };
    await client.call('sendMessage', { params: { profileId: creator.profileId }, body: opening });
    return {
      async attempt() {
        const unlock = { params: { id: contentId }, body: { price: 10 }, idempotencyKey: key };
        const message = { params: { profileId: fan.profileId }, body: { clientId, content: 'Yebo' } };
        const answers = [await client.call('unlockContent', unlock), await answering.call('sendMessage', message)];
        return answers.map(isRetryable).every(Boolean);
      },
      async check() {
        expect((await t.context.credits.balance(fan.accountId)).balance).toBe(10);
        expect(await stored(accountOf(creator.profileId, 'earnings'))).toBe(8);
        expect(await count('messages where client_id = $1', [clientId])).toBe(1);
      },
    };
  });
});

it('F2: the steps of a payout', { timeout: 300_000 }, async () => {
  const staff = await aProfile(t, { role: 'admin' });
  const password = 'a long enough password';
  const stamp = await hash(password, { memoryCost: 1_024, timeCost: 1 });
  await expectSameEnd(async () => {
    const creator = await aCreator(t, { firstName: 'Zoë', lastName: 'Dlamini' });
    await t.db.updateTable('accounts').set({ password_hash: stamp }).where('id', '=', creator.accountId).execute();
    const bank = { bank: 'Capitec', holderName: 'Zoe Dlamini', accountNumber: '1234567890', branchCode: '470010' };
    const account = { ...bank, accountType: 'savings', password };
    expect((await (await signIn(creator)).call('setPayoutAccount', { body: account })).status).toBe(200);
    const at = new Date(t.clock.now().getTime() - 10 * 86_400_000);
    const sale = { ownerId: newId(), reference: newId(), payeeId: creator.profileId, description: 'Sale', at };
    const [credits, cents] = [
      accountOf(creator.profileId, 'earnings'),
      accountOf(creator.profileId, 'earnings', 'cents'),
    ];
    await t.context.credits.transact((tx) =>
      t.context.credits.move(tx, [
        { ...sale, kind: 'tip', key: newId(), amount: 2_000, from: issuance, to: credits },
        { ...sale, payeeId: null, kind: 'pack_sale', key: newId(), amount: 100_000, from: cash, to: packSales },
      ]),
    );
    const keys = [newId(), newId(), newId()] as const;
    const client = await signIn(creator);
    const find = async () => (await client.call('listPayouts')).body.payouts[0];
    const settled = (answer: TestResponse<unknown>) => answer.error?.code === 'CONFLICT' || isRetryable(answer);
    return {
      async attempt() {
        // A staff session ends during the delay before the next attempt.
        const deciding = await signIn(staff).catch(() => null);
        // The commit of its proof was the one that was lost.
        if (!deciding) return false;
        const asked = await client.call('requestPayout', {
          body: { amountCents: 60_000 },
          idempotencyKey: keys[0],
        });
        const payout = await find();
        if (!settled(asked) || !payout) return false;
        const params = { id: payout.id };
        if (!settled(await deciding.call('approvePayout', { params, idempotencyKey: keys[1] }))) return false;
        const sent = { params, body: { bankReference: 'EFT 1' }, idempotencyKey: keys[2] };
        return settled(await deciding.call('markPayoutSent', sent)) && (await find())?.status === 'sent';
      },
      async check() {
        const payable = accountOf(creator.profileId, 'payable', 'cents');
        // 1 429 credits of 42 cents were redeemed: 18 cents more than the payout.
        expect([await stored(credits), await stored(cents), await stored(payable)]).toEqual([571, 18, 0]);
        expect(await count('payouts where profile_id = $1', [creator.profileId])).toBe(1);
      },
    };
  });
});

it('F2: the charge of a renewal', { timeout: 300_000 }, async () => {
  await expectSameEnd(async () => {
    await t.db.updateTable('subscriptions').set({ next_attempt_at: null }).execute();
    const [fan, creator] = [await aProfile(t), await aCreator(t, { priceCents: 10_000 })];
    await aSavedCard(t, provider, fan);
    const body = { creatorId: creator.profileId, amount: 100 };
    expect((await t.client(fan).call('subscribe', { body })).error).toBeNull();
    t.clock.advance(periodMs - 1_800_000);
    provider.charges.length = 0;
    const pair = { subscriber_id: fan.profileId, creator_id: creator.profileId };
    const isRenewed = async () =>
      (await count('subscriptions where subscriber_id = $1 and creator_id = $2 and paid_until > $3', [
        ...Object.values(pair),
        new Date(t.clock.now().getTime() + periodMs - 86_400_000),
      ])) === 1;
    return {
      async attempt() {
        await t.context.subscriptions.renewDue().catch(() => undefined);
        await drain();
        return isRenewed();
      },
      async check() {
        expect(provider.charges).toHaveLength(1);
        expect(await stored(accountOf(creator.profileId, 'earnings', 'cents'))).toBe(16_000);
      },
    };
  });
});
