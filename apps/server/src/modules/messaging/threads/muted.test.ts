import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { chatsOf } from '../../../../test/chats.ts';
import { giveCredits, type TestProfile } from '../../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../../test/server.ts';
import { closeSockets, flushSocket, openListener } from '../../../../test/sockets.ts';
import { newId } from '../../../platform/ids.ts';

// A muted thread.

let t: TestServer;
beforeAll(async () => {
  t = await startTestServer({ at: new Date('2026-11-18T08:00:00Z') });
});
afterEach(closeSockets);
afterAll(() => t.close());

const { write, aPair } = chatsOf(() => t);
const mute = (who: TestProfile, other: TestProfile, muted: boolean) =>
  t.client(who).call('setConversation', { params: { profileId: other.profileId }, body: { muted } });
const notifiedKinds = async (who: TestProfile) =>
  (await t.client(who).call('listNotifications', { query: {} })).body.items.map(({ kind }) => kind).sort();

it('a muted thread causes no notices, its tips and gifts are still paid, and unmuting restores notices', async () => {
  const { creator, fan } = await aPair();
  await giveCredits(t, fan.accountId, 500);
  const listener = await openListener(t, creator);
  const give = async () => {
    await write(fan, creator, 'Hello');
    await t.client(fan).call('tipInChat', {
      params: { profileId: creator.profileId },
      body: { clientId: newId(), credits: 10 },
    });
    await t.client(fan).call('sendGift', { body: { giftId: 'red-rose', price: 50, recipientId: creator.profileId } });
    // A tip in rand is notifiedKinds by the account of who gave it.
    await t.context.notify(t.db, {
      kind: 'tip',
      to: { profileId: creator.profileId },
      key: `tip:${newId()}`,
      actorAccountId: fan.accountId,
      amount: { value: 1_000, currency: 'cents' },
    });
    t.clock.advance(6_000);
    await t.drain();
    await flushSocket(listener);
  };
  await mute(creator, fan, true);
  await give();
  expect(await notifiedKinds(creator)).toEqual([]);
  expect([listener.of('notification.created'), listener.of('gift.received')]).toEqual([[], []]);
  expect(await t.context.credits.earnings(creator.profileId)).toBeGreaterThan(0n);
  // Only one's own choice silences.
  await mute(creator, fan, false);
  await mute(fan, creator, true);
  await give();
  expect(await notifiedKinds(creator)).toEqual(['gift', 'message', 'tip', 'tip']);
  expect(listener.of('gift.received')).toHaveLength(1);
});
