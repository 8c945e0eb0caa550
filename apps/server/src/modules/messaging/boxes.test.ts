import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { chatsOf } from '../../../test/chats.ts';
import { aCreator, aProfile, aSubscription, giveCredits, type TestProfile } from '../../../test/factories.ts';
import { newId } from '../../platform/ids.ts';

// Whose words lie in the inbox, and whose wait as a request.

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ at: new Date('2026-11-18T08:00:00Z') });
});
afterAll(() => t.close());

const { threads, head } = chatsOf(() => t);
const boxesOf = async (who: TestProfile) => {
  const [inbox, requests] = [await threads(who), await threads(who, 'requests')];
  return [inbox, requests].map(({ body }) => body.items.map(({ lastMessage }) => lastMessage?.content));
};
const told = async (who: TestProfile) =>
  (await t.client(who).call('listNotifications', { query: {} })).body.items.map(({ kind }) => kind);
const tip = (who: TestProfile, to: TestProfile) =>
  t.client(who).call('tipInChat', {
    params: { profileId: to.profileId },
    body: { clientId: newId(), credits: 1, message: 'Look at me' },
  });
const gift = (who: TestProfile, to: TestProfile) =>
  t.client(who).call('sendGift', { body: { giftId: 'red-rose', recipientId: to.profileId, message: 'Look at me' } });

describe('what is given in a chat', () => {
  it.each([
    ['tip', tip, 1],
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
      await new Promise((done) => setTimeout(done, 700));
      t.clock.advance(6_000);
      await t.drain();
      expect(await told(creator)).toEqual([kind]);
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
