import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { chatsOf } from '../../../../test/chats.ts';
import { aBlock, aProfile, type TestProfile } from '../../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../../test/server.ts';
import { closeSockets, flushSocket, openListener } from '../../../../test/sockets.ts';

// What the bell, the badge and other pages say of messages that are gone before they were read.

let t: TestServer;
beforeAll(async () => {
  t = await startTestServer({ at: new Date('2026-11-18T08:00:00Z') });
});
afterEach(closeSockets);
afterAll(() => t.close());

const { write, read, threads, aPair } = chatsOf(() => t);
const bellOf = async (who: TestProfile) =>
  (await t.client(who).call('listNotifications', { query: {} })).body.items
    .filter(({ kind }) => kind === 'message')
    .map(({ count, readAt }) => ({ count, isRead: readAt !== null }));
const unreadOf = async (who: TestProfile) => (await t.client(who).call('listNotifications', { query: {} })).body.unread;
/** Delivers the notices that are gathered after a commit. */
async function deliverNotices(): Promise<void> {
  t.clock.advance(6_000);
  await t.drain();
}
async function letGo(minutes = 1): Promise<void> {
  t.clock.advance(minutes * 60_000 + 1_000);
  await t.context.messaging.deleteExpired();
}
const goAfterAMinute = (who: TestProfile, other: TestProfile) =>
  t.client(who).call('setConversation', { params: { profileId: other.profileId }, body: { autoDelete: 1 } });

describe('notices', () => {
  it('are cleared once every message of a sender was deleted, not before', async () => {
    const { creator, fan } = await aPair();
    const sent = [await write(creator, fan, 'One'), await write(creator, fan, 'Two')];
    await deliverNotices();
    expect(await bellOf(fan)).toEqual([{ count: 2, isRead: false }]);
    const unsend = (n: number) => t.client(creator).call('unsendMessage', { params: { id: sent[n]?.body.id ?? '' } });
    await unsend(0);
    expect(await unreadOf(fan)).toBe(1);
    await unsend(1);
    expect(await bellOf(fan)).toEqual([{ count: 2, isRead: true }]);
    expect(await unreadOf(fan)).toBe(0);
  });

  it('are cleared once a thread is cleared unread; those of other senders stay', async () => {
    const [{ creator, fan }, other] = [await aPair(), await aProfile(t)];
    await write(fan, other, 'Hello');
    await write(creator, fan, 'One');
    await write(other, fan, 'Two');
    await deliverNotices();
    expect(await unreadOf(fan)).toBe(2);
    await t.client(fan).call('deleteConversation', { params: { profileId: creator.profileId } });
    expect(await unreadOf(fan)).toBe(1);
  });

  it('are cleared once messages of a sender expired, of many members in one run; others stay', async () => {
    const [goes, alsoGoes, stays] = [await aPair(), await aPair(), await aPair()];
    for (const { creator, fan } of [goes, alsoGoes, stays]) {
      await goAfterAMinute(fan, creator);
      await write(creator, fan, 'Gone soon');
    }
    await t.client(stays.fan).call('setConversation', {
      params: { profileId: stays.creator.profileId },
      body: { autoDelete: null },
    });
    await write(stays.creator, stays.fan, 'Here to stay');
    await deliverNotices();
    await letGo();
    expect(await bellOf(goes.fan)).toEqual([{ count: 1, isRead: true }]);
    expect(await bellOf(alsoGoes.fan)).toEqual([{ count: 1, isRead: true }]);
    expect(await bellOf(stays.fan)).toEqual([{ count: 2, isRead: false }]);
  });
});

describe('other tabs of the same member', () => {
  it('T63: receive that a thread was cleared or declined; the other member receives nothing', async () => {
    const [{ creator, fan }, stranger] = [await aPair(), await aProfile(t)];
    await write(creator, fan, 'Hello');
    await write(stranger, fan, 'Hi there');
    const [own, others] = [
      await openListener(t, fan),
      [await openListener(t, creator), await openListener(t, stranger)],
    ];
    await t.client(fan).call('deleteConversation', { params: { profileId: creator.profileId } });
    await t.client(fan).call('declineConversation', { params: { profileId: stranger.profileId } });
    await Promise.all([own, ...others].map(flushSocket));
    expect(own.of('conversation.cleared')).toEqual([
      { profileId: creator.profileId },
      { profileId: stranger.profileId },
    ]);
    expect(others.flatMap(({ events }) => events)).toEqual([]);
  });

  it('T66: receive that an unread message was deleted, not a read one, and nothing of invisible members', async () => {
    const [{ creator, fan }, hidden] = [await aPair(), await aPair()];
    const [first, second] = [await write(creator, fan, 'Read'), await write(creator, fan, 'Not read')];
    const third = await write(hidden.creator, hidden.fan, 'Not read either');
    await t.client(fan).call('markRead', {
      params: { profileId: creator.profileId },
      body: { messageId: first.body.id },
    });
    await aBlock(t, { blocker: hidden.fan, blocked: hidden.creator });
    const listeners = await Promise.all([fan, creator, hidden.fan].map((who) => openListener(t, who)));
    await t.client(creator).call('unsendMessage', { params: { id: first.body.id } });
    await t.client(hidden.creator).call('unsendMessage', { params: { id: third.body.id } });
    await Promise.all(listeners.map(flushSocket));
    expect(listeners.map((listener) => listener.of('unread.changed').length)).toEqual([0, 0, 0]);
    await t.client(creator).call('unsendMessage', { params: { id: second.body.id } });
    await Promise.all(listeners.map(flushSocket));
    expect(listeners.map((listener) => listener.of('unread.changed').length)).toEqual([1, 0, 0]);
  });

  it('T63: receive that unread messages expired; senders and members who read them receive nothing', async () => {
    const [waits, reads] = [await aPair(), await aPair()];
    for (const { creator, fan } of [waits, reads]) {
      await goAfterAMinute(fan, creator);
      await write(creator, fan, 'Gone soon');
    }
    await goAfterAMinute(waits.creator, waits.fan);
    const { items } = (await read(reads.fan, reads.creator)).body;
    await t.client(reads.fan).call('markRead', {
      params: { profileId: reads.creator.profileId },
      body: { messageId: items[0]?.id ?? '' },
    });
    expect((await threads(waits.fan)).body.unread).toBe(1);
    const listeners = await Promise.all(
      [waits.fan, waits.creator, reads.fan, reads.creator].map((who) => openListener(t, who)),
    );
    await letGo();
    await Promise.all(listeners.map(flushSocket));
    expect(listeners.map((listener) => listener.of('unread.changed').length)).toEqual([1, 0, 0, 0]);
    expect((await threads(waits.fan)).body.unread).toBe(0);
  });
});
