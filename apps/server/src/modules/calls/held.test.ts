import type { Earned } from '@vlam/contract/schemas';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { aPair, type CallPair, connectCall, runCall } from '../../../test/callers.ts';
import { giveCredits } from '../../../test/factories.ts';
import { aPicture, sendFile } from '../../../test/pictures.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { closeSockets } from '../../../test/sockets.ts';
import { newId } from '../../platform/ids.ts';
import { cash, platformIncome } from '../credits/service.ts';

let t: TestServer;
beforeAll(async () => {
  t = await startTestServer({ runningClock: false });
});
afterEach(closeSockets);
afterAll(async () => {
  expect(await t.context.credits.reconcile()).toMatchObject({ drifted: [], brokenGroups: [], unbalanced: [] });
  await t.close();
});

/** A member with bought and given credits, and a creator with a page open. */
async function aFarmer({ bought, given }: { bought: number; given: number }): Promise<CallPair> {
  const pair = await aPair(t, { credits: bought });
  await giveCredits(t, pair.fan.accountId, given, 'promotional');
  return pair;
}
const threadOf = async ({ fan, creator }: CallPair, who: 'fan' | 'creator') => {
  const [own, other] = who === 'fan' ? [fan, creator] : [creator, fan];
  return (await t.client(own).call('listMessages', { params: { profileId: other.profileId } })).body.items;
};
const tip = ({ fan, creator }: CallPair, credits: number) =>
  t.client(fan).call('tipInChat', {
    params: { profileId: creator.profileId },
    body: { clientId: newId(), credits },
  });
const gift = ({ fan, creator }: CallPair) =>
  t.client(fan).call('sendGift', { body: { giftId: 'red-rose', price: 50, recipientId: creator.profileId } });
/** The platform keeps this much of a member's rand: they paid for VIP. */
async function pays({ fan }: CallPair, amount: number): Promise<void> {
  const { credits } = t.context;
  await credits.transact((tx) =>
    credits.move(tx, [
      {
        kind: 'vip',
        ownerId: fan.accountId,
        key: newId(),
        reference: newId(),
        description: 'VIP',
        amount,
        from: cash,
        to: platformIncome('cents'),
      },
    ]),
  );
  await credits.held.settle(fan.accountId);
}

const earnedIn = (payload: unknown) => (payload as { message: { earned?: Earned } }).message.earned;
/** What is held of this member has been held for more than 90 days. */
async function lapses({ fan }: CallPair): Promise<void> {
  const heldAt = new Date(t.clock.now().getTime() - 91 * 86_400_000);
  await t.db.updateTable('earnings_holds').set({ held_at: heldAt }).where('payer_id', '=', fan.accountId).execute();
  await t.context.credits.held.settle(fan.accountId);
}

it('T91: a tip says what of it is held to the creator, on the page, in the list and in the thread, and not to its giver', async () => {
  const pair = await aFarmer({ bought: 15, given: 100 });
  const { creator, creatorSocket, fanSocket } = pair;
  const sent = [await tip(pair, 10), await tip(pair, 10), await tip(pair, 20)];
  expect(sent.map(({ body }) => body.message.earned)).toEqual([undefined, undefined, undefined]);
  const expected = [
    { credits: 8, held: 0 },
    { credits: 8, held: 3 },
    { credits: 16, held: 16 },
  ];
  await expect.poll(() => creatorSocket.of('message.created').map(earnedIn)).toEqual(expected);
  expect(fanSocket.of('message.created').map(earnedIn)).toEqual([undefined, undefined, undefined]);
  expect((await threadOf(pair, 'creator')).map(({ earned }) => earned)).toEqual(expected);
  expect((await threadOf(pair, 'fan')).map(({ earned }) => earned)).toEqual([undefined, undefined, undefined]);
  const { items } = (await t.client(creator).call('listConversations', { query: { box: 'requests' } })).body;
  expect(items[0]?.lastMessage?.earned).toEqual({ credits: 16, held: 16 });
});

it('a gift says it on the page, among the gifts received and in the thread', async () => {
  const pair = await aFarmer({ bought: 20, given: 100 });
  const { creator, creatorSocket, fan } = pair;
  const expected = { credits: 40, held: 20 };
  const { body } = await gift(pair);
  expect(body.gift).not.toHaveProperty('earned');
  await expect.poll(() => creatorSocket.of('gift.received').at(-1)).toMatchObject({ earned: expected });
  const boxOf = async (who: typeof fan, box: 'sent' | 'received') =>
    (await t.client(who).call('giftHistory', { query: { box } })).body.map(({ earned }) => earned);
  expect(await boxOf(creator, 'received')).toEqual([expected]);
  expect(await boxOf(fan, 'sent')).toEqual([undefined]);
  expect(await threadOf(pair, 'creator')).toMatchObject([{ gift: 'red-rose', earned: expected }]);
  await expect.poll(() => creatorSocket.of('message.created').map(earnedIn)).toEqual([expected]);
});

it('media that were opened say it to the one who sold them', async () => {
  const pair = await aFarmer({ bought: 0, given: 100 });
  const { creator, fan } = pair;
  await tip(pair, 5);
  const { id: mediaId } = await sendFile(t, creator, await aPicture({ width: 200, height: 250, seed: 7 }));
  await t.drain();
  const { body } = await t.client(creator).call('sendMessage', {
    params: { profileId: fan.profileId },
    body: { clientId: newId(), mediaId, price: 25 },
  });
  expect((await threadOf(pair, 'creator')).at(-1)).not.toHaveProperty('earned');
  await t.client(fan).call('unlockMessage', { params: { id: body.id }, body: { price: 25 } });
  expect((await threadOf(pair, 'creator')).at(-1)).toMatchObject({ isSold: true, earned: { credits: 20, held: 20 } });
  expect((await threadOf(pair, 'fan')).at(-1)).not.toHaveProperty('earned');
});

it('a call says it while it goes on, on its receipt and among the recent ones, minutes and gifts alike', async () => {
  const pair = await aFarmer({ bought: 18, given: 200 });
  const { creator, creatorSocket, fan, fanSocket } = pair;
  const id = await connectCall(t, pair);
  await gift(pair);
  await runCall(t, pair, id, 62);
  // 18 bought credits pay the first minute (14); then the rose (40) and a minute (14) are held.
  const expected = { earned: 68, earnedHeld: 54 };
  await expect.poll(() => creatorSocket.of('call.tick').at(-1)).toMatchObject(expected);
  expect(fanSocket.of('call.tick').at(-1)).toMatchObject({ earned: null, earnedHeld: 0 });
  expect((await t.client(creator).call('currentCall')).body.call).toMatchObject(expected);
  await t.client(fan).call('endCall', { params: { id } });
  const receiptOf = async (who: typeof fan) => (await t.client(who).call('callReceipt', { params: { id } })).body;
  expect(await receiptOf(creator)).toMatchObject({ creatorShare: 68, creatorHeld: 54 });
  expect(await receiptOf(fan)).toMatchObject({ creatorShare: null, creatorHeld: 0 });
  expect((await t.client(creator).call('listCalls', { query: {} })).body.items).toMatchObject([expected]);
});

it('what is released is held no more, and what falls back to the platform was not earned', async () => {
  const pair = await aFarmer({ bought: 0, given: 300 });
  const { creator } = pair;
  const id = await connectCall(t, pair);
  await runCall(t, pair, id, 8);
  await t.client(pair.fan).call('endCall', { params: { id } });
  await tip(pair, 10);
  await gift(pair);
  const receipt = async () => (await t.client(creator).call('callReceipt', { params: { id } })).body;
  const thread = async () => (await threadOf(pair, 'creator')).map(({ earned }) => earned);
  expect(await receipt()).toMatchObject({ creatorShare: 14, creatorHeld: 14, platformShare: 4 });
  // R8.40 pays for 20 credits: the minute's 14, and 6 of the tip's 8.
  await pays(pair, 840);
  expect(await receipt()).toMatchObject({ creatorShare: 14, creatorHeld: 0 });
  expect(await thread()).toEqual([
    { credits: 8, held: 2 },
    { credits: 40, held: 40 },
  ]);
  await lapses(pair);
  expect(await thread()).toEqual([
    { credits: 6, held: 0 },
    { credits: 0, held: 0 },
  ]);
});

it('a minute that lapsed is the platform’s on the receipt', async () => {
  const pair = await aFarmer({ bought: 0, given: 18 });
  const id = await connectCall(t, pair);
  await runCall(t, pair, id, 12);
  await t.client(pair.fan).call('endCall', { params: { id } });
  await lapses(pair);
  const { body } = await t.client(pair.creator).call('callReceipt', { params: { id } });
  expect(body).toMatchObject({ creatorShare: 0, creatorHeld: 0, platformShare: 18 });
});
