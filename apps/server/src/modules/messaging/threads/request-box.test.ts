import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { chatsOf } from '../../../../test/chats.ts';
import { aCreator, aProfile, aSubscription, giveCredits, type TestProfile } from '../../../../test/factories.ts';
import { aSavedCard, createTestProvider, type TestProvider } from '../../../../test/payment-provider.ts';
import { newId } from '../../../platform/ids.ts';

// Whose words lie in the inbox, and whose wait as a request.

let t: TestApp;
let provider: TestProvider;
beforeAll(async () => {
  provider = createTestProvider();
  provider.payImmediately();
  t = await startTestApp({ paymentAdapter: provider, at: new Date('2026-11-18T08:00:00Z') });
});
afterAll(() => t.close());

const { write, threads, head } = chatsOf(() => t);
const boxesOf = async (who: TestProfile) => {
  const [inbox, requests] = [await threads(who), await threads(who, 'requests')];
  return [inbox, requests].map(({ body }) => body.items.map(({ lastMessage }) => lastMessage?.content));
};
const notifiedKinds = async (who: TestProfile) =>
  (await t.client(who).call('listNotifications', { query: {} })).body.items.map(({ kind }) => kind);
const tip = (who: TestProfile, to: TestProfile) =>
  t.client(who).call('tipInChat', {
    params: { profileId: to.profileId },
    body: { clientId: newId(), credits: 5, message: 'Look at me' },
  });
const gift = (who: TestProfile, to: TestProfile) =>
  t
    .client(who)
    .call('sendGift', { body: { giftId: 'red-rose', price: 50, recipientId: to.profileId, message: 'Look at me' } });

describe('tips and gifts in a chat', () => {
  it.each([
    ['tip', tip, 5],
    ['gift', gift, 50],
  ] as const)(
    'by a stranger waits as a request, whatever was paid; its notice and its money come: a %s',
    async (kind, give, price) => {
      const [creator, fan] = [await aCreator(t), await aProfile(t)];
      await giveCredits(t, fan.accountId, 100);
      expect((await give(fan, creator)).status).toBeLessThan(300);
      expect(await boxesOf(creator)).toEqual([[], ['Look at me']]);
      expect((await threads(creator)).body).toMatchObject({ unread: 0, requests: 1 });
      expect((await head(fan, creator)).body).toMatchObject({ isWaiting: true, profile: { isOnline: false } });
      expect((await t.context.credits.balance(fan.accountId)).balance).toBe(100 - price);
      expect(await t.context.credits.earnings(creator.profileId)).toBeGreaterThan(0n);
      t.clock.advance(6_000);
      await t.drain();
      expect(await notifiedKinds(creator)).toEqual([kind]);
    },
  );

  it.each([
    ['tip', tip],
    ['gift', gift],
  ] as const)('by who is known lies in the inbox: a %s', async (_kind, give) => {
    const [creator, subscriber, flamed] = [await aCreator(t), await aProfile(t), await aProfile(t)];
    await aSubscription(t, { subscriber, creator });
    await t.client(creator).call('sendFlame', { params: { id: flamed.profileId } });
    for (const one of [subscriber, flamed]) {
      await giveCredits(t, one.accountId, 100);
      await give(one, creator);
      expect((await head(one, creator)).body.isWaiting).toBe(false);
    }
    expect(await boxesOf(creator)).toEqual([['Look at me', 'Look at me'], []]);
  });
});

describe('a broadcast', () => {
  const flame = (who: TestProfile, recipient: TestProfile) =>
    t.client(who).call('sendFlame', { params: { id: recipient.profileId } });
  const send = async (creator: TestProfile, kind: string) => {
    await t
      .client(creator)
      .call('sendBroadcast', { body: { clientId: newId(), content: 'Tonight', audience: { kind } } });
    await t.drain();
  };

  it.each([
    [
      'follows',
      'followers',
      (fan, creator) => t.client(fan).call('toggleFollow', { params: { id: creator.profileId } }),
    ],
    [
      'subscribed once',
      'past-subscribers',
      async (fan, creator) => {
        const { subscriptionId } = await aSubscription(t, { subscriber: fan, creator });
        await t.db
          .updateTable('subscriptions')
          .set({ paid_until: t.clock.now() })
          .where('id', '=', subscriptionId)
          .execute();
      },
    ],
    [
      'has bought',
      'buyers',
      async (fan, creator) => {
        await giveCredits(t, fan.accountId, 100);
        await gift(fan, creator);
        await t.db.deleteFrom('conversations').where('low_id', 'in', [fan.profileId, creator.profileId]).execute();
      },
    ],
  ] as [string, string, (fan: TestProfile, creator: TestProfile) => Promise<unknown>][])(
    'waits as a request with a member who only %s, without a ring, and shows its writer nothing of them; one they know comes in',
    async (_name, kind, become) => {
      const [creator, stranger, flamed] = [await aCreator(t), await aProfile(t), await aProfile(t)];
      for (const fan of [stranger, flamed]) await become(fan, creator);
      await flame(flamed, creator);
      await send(creator, kind);
      expect(await boxesOf(stranger)).toEqual([[], ['Tonight']]);
      expect(await boxesOf(flamed)).toEqual([['Tonight'], []]);
      expect((await threads(stranger)).body).toMatchObject({ unread: 0, requests: 1 });
      expect((await head(creator, stranger)).body).toMatchObject({
        isWaiting: true,
        readSeq: 0,
        profile: { isOnline: false },
      });
      await write(creator, stranger, 'And tomorrow');
      t.clock.advance(6_000);
      await t.drain();
      expect(await notifiedKinds(stranger)).toEqual([]);
      expect(await notifiedKinds(flamed)).toEqual(['message']);
      // Answering accepts the request.
      await write(stranger, creator, 'I am in');
      await send(creator, kind);
      expect((await boxesOf(stranger))[0]).toEqual(['Tonight']);
    },
  );
});

describe('an existing thread', () => {
  const mute = (who: TestProfile, other: TestProfile) =>
    t.client(who).call('setConversation', { params: { profileId: other.profileId }, body: { muted: true } });

  it('gets the first message of a known member in the inbox', async () => {
    const [one, other] = await Promise.all([aProfile(t), aProfile(t)]);
    await mute(one, other);
    await t.client(other).call('sendFlame', { params: { id: one.profileId } });
    await write(one, other, 'You called');
    expect(await boxesOf(other)).toEqual([['You called'], []]);
  });

  it('gets broadcasts in the inbox of a subscriber without messages', async () => {
    const [creator, fan] = [await aCreator(t), await aProfile(t)];
    await mute(creator, fan);
    await aSubscription(t, { subscriber: fan, creator });
    await t.client(creator).call('sendBroadcast', {
      body: { clientId: newId(), content: 'Tonight', audience: { kind: 'subscribers' } },
    });
    await t.drain();
    expect(await boxesOf(fan)).toEqual([['Tonight'], []]);
  });

  it('leaves a declined request unchanged', async () => {
    const [creator, fan] = [await aCreator(t), await aProfile(t)];
    await write(creator, fan, 'Subscribe to me');
    await t.client(fan).call('declineConversation', { params: { profileId: creator.profileId } });
    await aSubscription(t, { subscriber: fan, creator });
    await t.client(creator).call('sendBroadcast', {
      body: { clientId: newId(), content: 'Tonight', audience: { kind: 'subscribers' } },
    });
    await t.drain();
    expect(await boxesOf(fan)).toEqual([[], []]);
  });

  it('moves from the requests of both to their inboxes when one subscribes to the other', async () => {
    const [creator, fan, stranger] = [await aCreator(t, { priceCents: 9_900 }), await aProfile(t), await aProfile(t)];
    await write(fan, creator, 'Are you new here?');
    await write(stranger, creator, 'Hi');
    await aSavedCard(t, provider, fan);
    const paid = await t.client(fan).call('subscribe', { body: { creatorId: creator.profileId, amount: 99 } });
    expect(paid.status).toBe(201);
    await t.drain();
    expect(await boxesOf(creator)).toEqual([['Are you new here?'], ['Hi']]);
    await write(fan, creator, 'Now I have subscribed');
    expect(await boxesOf(creator)).toEqual([['Now I have subscribed'], ['Hi']]);
    expect((await head(fan, creator)).body.isWaiting).toBe(false);
  });
});
