import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { chatsOf, code, contentsOf } from '../../../../test/chats.ts';
import { aBlock, aProfile, aSubscription, giveCredits, type TestProfile } from '../../../../test/factories.ts';
import { aPicture, sendFile } from '../../../../test/pictures.ts';
import { startTestServer, type TestServer } from '../../../../test/server.ts';
import { closeSockets, flushSocket, openListener } from '../../../../test/sockets.ts';
import { newId } from '../../../platform/ids.ts';

// What a hidden member reveals in their chats.

let t: TestServer;
beforeAll(async () => {
  t = await startTestServer({ at: new Date('2026-11-18T17:00:00Z') });
});
afterEach(closeSockets);
afterAll(() => t.close());

const { write, read, threads, head, aPair } = chatsOf(() => t);
const hide = (who: TestProfile, incognito = true) => t.client(who).call('setPrivacySettings', { body: { incognito } });

describe('a message that is refused', () => {
  it('T66: past the quota reveals no sender, and opens no thread', async () => {
    const [shy, member, ...others] = await Promise.all(Array.from({ length: 7 }, () => aProfile(t)));
    if (!shy || !member) throw new Error('nobody');
    for (const other of others) await write(shy, other, 'Hello');
    await hide(shy);
    for (let n = 0; n < 2; n += 1) expect(code(await write(shy, member, 'Hello'))).toBe('MESSAGE_QUOTA_USED');
    // Agreed to, and nothing to pay with.
    expect(code(await write(shy, member, 'Hello', { payCredits: 2 }))).toBe('INSUFFICIENT_CREDITS');
    expect(code(await head(member, shy))).toBe('NOT_FOUND');
    expect(code(await write(member, shy, 'Who is there?'))).toBe('NOT_FOUND');
    expect((await head(shy, member)).body.id).toBeNull();
    // What is paid for arrives, and shows who wrote.
    await giveCredits(t, shy.accountId, 2);
    expect((await write(shy, member, 'Hello', { payCredits: 2 })).status).toBe(201);
    expect((await head(member, shy)).status).toBe(200);
    expect(contentsOf(await read(member, shy))).toEqual(['Hello']);
  });

  it('T66: of a broadcast reveals its sender to no one it did not reach', async () => {
    const { creator, fan } = await aPair();
    const { body } = await t.client(creator).call('sendBroadcast', {
      body: { clientId: 'broadcast-1', content: 'Tonight', audience: { kind: 'subscribers' } },
    });
    await Promise.all([hide(creator), hide(fan)]);
    await t.drain();
    await t.context.chat.work(body.id);
    await hide(fan, false);
    expect(code(await head(fan, creator))).toBe('NOT_FOUND');
    expect((await write(creator, fan, 'Good evening')).status).toBe(201);
    expect((await head(fan, creator)).status).toBe(200);
    expect((await threads(fan)).body.items).toHaveLength(1);
  });
});

describe('actions of a member the other cannot see', () => {
  /** A stranger and a member who has accepted them without writing. */
  async function accepted() {
    const [stranger, member] = await Promise.all([aProfile(t), aProfile(t)]);
    const { body } = await write(stranger, member, 'Hello');
    await t.client(member).call('acceptConversation', { params: { profileId: stranger.profileId } });
    return { stranger, member, id: body.id };
  }
  const about = ['conversation.read', 'conversation.delivered', 'message.updated'] as const;

  it.each([
    ['the incognito', hide],
    [
      'members who hide from everyone',
      (who: TestProfile) => t.client(who).call('setPrivacySettings', { body: { locationPrivacy: { hidden: true } } }),
    ],
  ])('T66: publishes nothing: %s', async (_name, leave) => {
    const { stranger, member, id } = await accepted();
    await leave(member);
    expect(code(await head(stranger, member))).toBe('NOT_FOUND');
    const [listener, own] = await Promise.all([openListener(t, stranger), openListener(t, member)]);
    const as = t.client(member);
    const params = { profileId: stranger.profileId };
    await read(member, stranger);
    await as.call('markDelivered', { params, body: { messageId: id } });
    await as.call('markRead', { params, body: { messageId: id } });
    await as.call('reactToMessage', { params: { id }, body: { emoji: '🔥' } });
    await Promise.all([listener, own].map(flushSocket));
    expect(about.flatMap((event) => listener.of(event))).toEqual([]);
    // Their own devices receive the event.
    expect([own.of('message.updated').length, own.of('conversation.read').length]).toEqual([1, 1]);
  });

  it('T66: publishes an unlock to the seller only once the buyer is visible', async () => {
    const { creator, fan } = await aPair();
    await giveCredits(t, fan.accountId, 50);
    const { id: mediaId } = await sendFile(t, creator, await aPicture({ width: 200, height: 250, seed: 61 }));
    await t.drain();
    const sell = async () =>
      (
        await t.client(creator).call('sendMessage', {
          params: { profileId: fan.profileId },
          body: { clientId: newId(), mediaId, price: 10 },
        })
      ).body.id;
    const [first, second] = [await sell(), await sell()];
    await hide(fan);
    const listener = await openListener(t, creator);
    expect((await t.client(fan).call('unlockMessage', { params: { id: first }, body: { price: 10 } })).status).toBe(
      200,
    );
    await flushSocket(listener);
    expect(listener.of('message.updated')).toEqual([]);
    await hide(fan, false);
    expect((await t.client(fan).call('unlockMessage', { params: { id: second }, body: { price: 10 } })).status).toBe(
      200,
    );
    await flushSocket(listener);
    expect(listener.of('message.updated')).toMatchObject([{ id: second }]);
  });
});

describe('an own message', () => {
  it.each<[string, number, (me: TestProfile, other: TestProfile) => Promise<unknown>]>([
    ['is there', 1, async () => {}],
    ['is incognito', 1, (_me, other) => hide(other)],
    ['has blocked its sender', 0, (me, other) => aBlock(t, { blocker: other, blocked: me })],
    ['is blocked', 0, (me, other) => aBlock(t, { blocker: me, blocked: other })],
    [
      'is suspended',
      1,
      (_me, other) => t.db.transaction().execute((tx) => t.context.profiles.setHidden(tx, other.accountId, true)),
    ],
  ])('T66: deleting it returns the same view when the other member %s', async (_name, events, leave) => {
    const [me, other] = await Promise.all([aProfile(t), aProfile(t)]);
    const asked = await write(me, other, 'I did not mean this');
    await t.client(other).call('acceptConversation', { params: { profileId: me.profileId } });
    await read(other, me);
    await t.client(other).call('markRead', { params: { profileId: me.profileId }, body: { messageId: asked.body.id } });
    const listener = await openListener(t, other);
    await leave(me, other);
    const params = { id: asked.body.id };
    expect((await t.client(other).call('unsendMessage', { params })).status).toBe(404);
    for (let n = 0; n < 2; n += 1) {
      const unsent = await t.client(me).call('unsendMessage', { params });
      expect(unsent.status).toBe(200);
      expect(unsent.body).toEqual({
        ...asked.body,
        revision: 2,
        content: '',
        deletedAt: unsent.body.deletedAt,
        isDelivered: false,
        isRead: false,
      });
    }
    expect(await t.db.selectFrom('messages').select('content').where('id', '=', params.id).execute()).toEqual([
      { content: '' },
    ]);
    await flushSocket(listener);
    expect(listener.of('message.updated')).toHaveLength(events);
  });

  it('T66: deleting a reply reveals no text of the other member', async () => {
    const [me, other] = await Promise.all([aProfile(t), aProfile(t)]);
    const { body: first } = await write(other, me, 'Mine alone');
    const { body } = await write(me, other, 'Really', { replyToId: first.id });
    await aBlock(t, { blocker: other, blocked: me });
    const unsent = await t.client(me).call('unsendMessage', { params: { id: body.id } });
    expect(JSON.stringify(unsent.body)).not.toContain('Mine alone');
  });
});

describe('a thread that is cleared unread', () => {
  it.each([
    ['deleted', 'deleteConversation'],
    ['declined', 'declineConversation'],
  ] as const)(
    'was not read: nothing says so to who wrote, and nothing in it counts as unread: %s',
    async (_name, throwAway) => {
      const [writer, member] = await Promise.all([aProfile(t), aProfile(t)]);
      for (let n = 0; n < 3; n += 1) await write(writer, member, `Line ${n}`);
      const params = { profileId: writer.profileId };
      if (throwAway === 'deleteConversation') await t.client(member).call('acceptConversation', { params });
      const listener = await openListener(t, writer);
      expect((await t.client(member).call(throwAway, { params })).status).toBe(204);
      await flushSocket(listener);
      const unread = async () => [
        (await t.client(member).call('unreadMessages')).body,
        (await head(member, writer)).body.unread,
        (await t.client(member).call('discoveryCounters')).body.newMessages,
      ];
      expect(await unread()).toEqual([{ unread: 0, requests: 0 }, 0, 0]);
      // As far as they can know once they are accepted.
      await t.client(member).call('acceptConversation', { params });
      expect((await head(writer, member)).body).toMatchObject({ isWaiting: false, readSeq: 0 });
      expect((await read(writer, member)).body.items.map(({ isRead }) => isRead)).toEqual([false, false, false]);
      expect(listener.of('conversation.read')).toEqual([]);
      const { body } = await write(writer, member, 'One more');
      expect(await unread()).toEqual([{ unread: 1, requests: 0 }, 1, 1]);
      await t.client(member).call('markRead', { params, body: { messageId: body.id } });
      expect((await head(writer, member)).body.readSeq).toBe(4);
      expect(await unread()).toEqual([{ unread: 0, requests: 0 }, 0, 0]);
    },
  );

  it('T66: broadcast figures count only reads that the sender may see', async () => {
    const { creator, fan } = await aPair();
    const fans = [fan];
    for (let n = 0; n < 4; n += 1) {
      const one = await aProfile(t);
      await aSubscription(t, { subscriber: one, creator });
      fans.push(one);
    }
    const [reads, hides, blocks, deletes, declines] = fans as [
      TestProfile,
      TestProfile,
      TestProfile,
      TestProfile,
      TestProfile,
    ];
    await t.client(creator).call('sendBroadcast', {
      body: { clientId: newId(), content: 'Tonight', audience: { kind: 'subscribers' } },
    });
    await t.drain();
    const params = { profileId: creator.profileId };
    const figure = async () => (await t.client(creator).call('listBroadcasts', { query: {} })).body.items[0]?.read;
    for (const one of [reads, hides, blocks]) {
      const messageId = (await read(one, creator)).body.items[0]?.id ?? '';
      await t.client(one).call('markRead', { params, body: { messageId } });
    }
    expect(await figure()).toBe(3);
    await hide(hides);
    await aBlock(t, { blocker: blocks, blocked: creator });
    await t.client(deletes).call('deleteConversation', { params });
    await t.db
      .updateTable('conversation_members')
      .set({ box: 'request' })
      .where('profile_id', '=', declines.profileId)
      .execute();
    const messageId = (await read(declines, creator)).body.items[0]?.id ?? '';
    await t.client(declines).call('markRead', { params, body: { messageId } });
    expect(await figure()).toBe(1);
    await t.client(declines).call('declineConversation', { params });
    expect(await figure()).toBe(1);
  });
});
