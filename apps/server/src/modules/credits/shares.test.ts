import { expect, it } from 'vitest';
import { storedBalance } from '../../../test/balances.ts';
import { aCreator, aProfile, giveCredits, type TestProfile } from '../../../test/factories.ts';
import { aSavedCard, createTestProvider, deliverEvents } from '../../../test/payment-provider.ts';
import { aReadyFile } from '../../../test/publications.ts';
import { aRequester } from '../../../test/requesters.ts';
import { useReconciledBooks, useTestApp } from '../../../test/use-app.ts';
import { newId } from '../../platform/ids.ts';
import { minutePosting, returnMinutes } from '../calls/money.ts';
import { accountOf, type LedgerAccount, losses } from './service.ts';

let creator: TestProfile;
const provider = createTestProvider();
const t = useTestApp({ paymentAdapter: provider });
useReconciledBooks(t);

const stored = (account: LedgerAccount) => storedBalance(t, account);
const setShare = (percent: number) =>
  t.database.pool.query('insert into revenue_shares values ($1, now(), $2)', [newId(), percent]);

/** Runs `sell` at a share of 80 %, changes the share, and returns the creator's balances after the reversal. */
async function balancesAfterShareChange(sell: () => Promise<() => Promise<unknown>>) {
  creator = await aCreator(t);
  await setShare(80);
  const reverse = await sell();
  await setShare(60);
  await reverse();
  return {
    credits: await stored(accountOf(creator.profileId, 'earnings')),
    held: await stored(accountOf(creator.profileId, 'earnings_held')),
    cents: await stored(accountOf(creator.profileId, 'earnings', 'cents')),
  };
}
const noBalances = { credits: 0, held: 0, cents: 0 };

it('a disputed request reverses the posted shares, not the current ones', async () => {
  const fan = await aRequester(t, { bought: 60, promotional: 90 });
  const left = await balancesAfterShareChange(async () => {
    const { body } = await t.client(fan).call('createRequest', {
      body: {
        creatorId: creator.profileId,
        title: 'A portrait in blue',
        description: 'Evening light',
        contentType: 'photo',
        offeredPrice: 100,
      },
    });
    const params = { id: body.request.id };
    await t.client(creator).call('respondToRequest', {
      params,
      body: { acceptedPrice: 100, estimatedDelivery: 'tomorrow' },
    });
    const delivery = { mediaId: await aReadyFile(t, creator) };
    await t.client(creator).call('deliverRequest', { params, body: delivery });
    expect(await stored(accountOf(creator.profileId, 'earnings'))).toBe(60);
    expect(await stored(accountOf(creator.profileId, 'earnings_held'))).toBe(20);
    return () => t.client(fan).call('disputeRequest', { params, body: { reason: 'Not the pier' } });
  });
  expect(left).toEqual(noBalances);
  expect(await stored(losses.credits)).toBe(0);
});

it('a refunded minute of a call returns the posted shares to the wallets that paid', async () => {
  const fan = await aProfile(t);
  await giveCredits(t, fan.accountId, 10);
  await giveCredits(t, fan.accountId, 30, 'promotional');
  const { credits } = t.context;
  const left = await balancesAfterShareChange(async () => {
    const call = {
      id: newId(),
      caller_account_id: fan.accountId,
      partner_id: creator.profileId,
      credits_per_minute: 18,
    };
    await credits.transact((tx) => credits.postAll(tx, [minutePosting(call, 1, 'Thandi')]));
    expect(await stored(accountOf(creator.profileId, 'earnings_held'))).toBe(4);
    return () => credits.transact(async (tx) => credits.move(tx, await returnMinutes(tx, call, [1])));
  });
  expect(left).toEqual(noBalances);
  expect(await credits.balance(fan.accountId)).toEqual({ balance: 40, promotional: 30 });
  expect(await stored(losses.credits)).toBe(0);
});

it.each(['refunded', 'charged_back'] as const)('a tip in rand that is %s reverses the posted shares', async (kind) => {
  const fan = await aProfile(t);
  await aSavedCard(t, provider, fan);
  const left = await balancesAfterShareChange(async () => {
    const body = { profileId: creator.profileId, amount: 100 };
    expect((await t.client(fan).call('sendTip', { body })).status).toBe(201);
    expect(await stored(accountOf(creator.profileId, 'earnings', 'cents'))).toBe(8_000);
    const order = provider.charges.at(-1)?.order;
    if (!order) throw new Error('nothing was charged');
    return async () => {
      await deliverEvents(t, provider, order, { kind });
    };
  });
  expect(left).toEqual(noBalances);
  expect(await stored(losses.cents)).toBe(0);
});

it('the released part of a share is taken from earnings, the held part from the hold', async () => {
  const fan = await aProfile(t);
  await giveCredits(t, fan.accountId, 40, 'promotional');
  const { credits } = t.context;
  const left = await balancesAfterShareChange(async () => {
    const call = {
      id: newId(),
      caller_account_id: fan.accountId,
      partner_id: creator.profileId,
      credits_per_minute: 20,
    };
    await credits.transact((tx) => credits.postAll(tx, [minutePosting(call, 1, 'Thandi')]));
    await aSavedCard(t, provider, fan);
    // R5 to another creator leaves the platform R1: two of the sixteen held credits.
    const tip = { profileId: (await aCreator(t)).profileId, amount: 5 };
    await t.client(fan).call('sendTip', { body: tip });
    await credits.held.settle(fan.accountId);
    expect(await stored(accountOf(creator.profileId, 'earnings'))).toBe(2);
    expect(await stored(accountOf(creator.profileId, 'earnings_held'))).toBe(14);
    return () => credits.transact(async (tx) => credits.move(tx, await returnMinutes(tx, call, [1])));
  });
  expect(left).toEqual(noBalances);
  expect(await credits.balance(fan.accountId)).toEqual({ balance: 40, promotional: 40 });
});
