import { describe, expect, it } from 'vitest';
import { chatsOf, code, contentsOf } from '../../../test/chats.ts';
import { aProfile, giveCredits } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/use-app.ts';
import { newId } from '../../platform/ids.ts';

const t = useTestApp({ at: new Date('2026-11-18T17:00:00Z') });

const { write, read, threads, head, aPair } = chatsOf(() => t);

describe('a thread', () => {
  it('has the messages of both in one order, each once however often it is sent', async () => {
    const { creator, fan } = await aPair();
    const clientId = newId();
    const first = await write(fan, creator, 'Good evening', { clientId });
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({
      seq: 1,
      revision: 1,
      senderId: fan.profileId,
      clientId,
      isPaid: true,
      price: 0,
    });
    const again = await write(fan, creator, 'Good evening', { clientId });
    expect(again.body).toEqual(first.body);
    await write(creator, fan, 'Hello you', { replyToId: first.body.id });
    const [mine, theirs] = [await read(fan, creator), await read(creator, fan)];
    expect(contentsOf(mine)).toEqual(['Good evening', 'Hello you']);
    expect(mine.body.items.map(({ id, seq }) => [id, seq])).toEqual(theirs.body.items.map(({ id, seq }) => [id, seq]));
    expect(mine.body.items[1]?.replyTo).toMatchObject({ id: first.body.id, content: 'Good evening' });
    expect(theirs.body.items[0]?.clientId).toBe(null);
  });

  it('twenty concurrent copies of a message are one message', async () => {
    const { creator, fan } = await aPair();
    const clientId = newId();
    const answers = await Promise.all(Array.from({ length: 20 }, () => write(fan, creator, 'Once', { clientId })));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(contentsOf(await read(creator, fan))).toEqual(['Once']);
  });

  it('concurrent first messages in both directions, lists and settings all succeed', async () => {
    const [one, other] = await Promise.all([aProfile(t), aProfile(t)]);
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, n) => [
        write(one, other, `One ${n}`),
        write(other, one, `Other ${n}`),
        threads(one),
        threads(other),
        t.client(one).call('setPrivacySettings', { body: { autoDelete: 60 + n } }),
      ]).flat(),
    );
    expect(answers.map(({ status }) => status).filter((status) => status >= 300)).toEqual([]);
    expect((await read(one, other)).body.items.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(t.log.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('pages backwards and forwards without gaps', async () => {
    const { creator, fan } = await aPair();
    for (let n = 1; n <= 7; n += 1) await write(creator, fan, `Line ${n}`);
    const all: string[] = [];
    let before: string | undefined;
    for (;;) {
      const page = await read(fan, creator, { limit: '3', ...(before ? { before } : {}) });
      all.unshift(...contentsOf(page));
      if (!page.body.hasMore) break;
      before = String(page.body.items[0]?.seq);
    }
    expect(all).toEqual(['Line 1', 'Line 2', 'Line 3', 'Line 4', 'Line 5', 'Line 6', 'Line 7']);
    expect(contentsOf(await read(fan, creator, { after: '5' }))).toEqual(['Line 6', 'Line 7']);
  });

  it('T68: returns everything new or changed since a revision, once', async () => {
    const { creator, fan } = await aPair();
    const one = await write(fan, creator, 'One');
    await write(fan, creator, 'Two');
    const { revision } = (await read(creator, fan)).body;
    await t.client(creator).call('reactToMessage', { params: { id: one.body.id }, body: { emoji: '❤️' } });
    await write(creator, fan, 'Three');
    const changed = await read(creator, fan, { since: String(revision) });
    expect(contentsOf(changed)).toEqual(['One', 'Three']);
    expect(changed.body.items[0]?.reactions).toEqual([{ profileId: creator.profileId, emoji: '❤️' }]);
    expect(contentsOf(await read(creator, fan, { since: String(changed.body.revision) }))).toEqual([]);
    const step = await read(creator, fan, { since: '0', limit: '1' });
    expect(step.body.hasMore).toBe(true);
  });

  it('shows two ticks: delivered with the list, read when marked, and lowers the badge', async () => {
    const { creator, fan } = await aPair();
    const sent = await write(fan, creator, 'Are you there?');
    expect(sent.body).toMatchObject({ isDelivered: false, isRead: false });
    expect((await t.client(creator).call('unreadMessages')).body).toEqual({ unread: 1, requests: 0 });
    expect((await t.client(creator).call('currentUser')).body.unread.messages).toBe(1);
    expect((await t.client(creator).call('discoveryCounters')).body.newMessages).toBe(1);
    const list = await threads(creator);
    expect(list.body.items).toMatchObject([
      { profile: { id: fan.profileId }, unread: 1, lastMessage: { content: 'Are you there?' } },
    ]);
    expect((await read(fan, creator)).body.items[0]).toMatchObject({ isDelivered: true, isRead: false });
    const marked = await t.client(creator).call('markRead', {
      params: { profileId: fan.profileId },
      body: { messageId: sent.body.id },
    });
    expect(marked.body).toEqual({ unread: 0 });
    expect((await read(fan, creator)).body.items[0]).toMatchObject({ isDelivered: true, isRead: true });
    expect((await t.client(creator).call('discoveryCounters')).body.newMessages).toBe(0);
  });

  it('hides deliveries to an incognito member until they read', async () => {
    const { creator, fan } = await aPair();
    await write(fan, creator, 'Are you there?');
    await write(creator, fan, 'Yes');
    await t.db.updateTable('profiles').set({ incognito: true }).where('id', '=', creator.profileId).execute();
    const sent = await write(fan, creator, 'And now?');
    const about = { params: { profileId: fan.profileId }, body: { messageId: sent.body.id } };
    const tick = async () => (await read(fan, creator)).body.items.find(({ id }) => id === sent.body.id);
    await threads(creator);
    await read(creator, fan);
    await t.client(creator).call('markDelivered', about);
    expect(await tick()).toMatchObject({ isDelivered: false, isRead: false });
    await t.client(creator).call('markRead', about);
    expect(await tick()).toMatchObject({ isDelivered: true, isRead: true });
  });

  it('deletes a message for both, only by its sender', async () => {
    const { creator, fan } = await aPair();
    const sent = await write(fan, creator, 'I did not mean this');
    const id = { params: { id: sent.body.id } };
    expect(code(await t.client(creator).call('unsendMessage', id))).toBe('NOT_FOUND');
    const unsent = await t.client(fan).call('unsendMessage', id);
    expect(unsent.body).toMatchObject({ content: '', reactions: [] });
    expect(unsent.body.deletedAt).not.toBe(null);
    expect((await read(creator, fan)).body.items[0]).toMatchObject({ content: '', deletedAt: unsent.body.deletedAt });
    expect((await t.client(creator).call('unreadMessages')).body.unread).toBe(0);
    expect((await t.client(fan).call('unsendMessage', id)).status).toBe(200);
  });

  it('one reaction per member, changed and removed', async () => {
    const { creator, fan } = await aPair();
    const { body } = await write(fan, creator, 'Look');
    const id = { id: body.id };
    await t.client(creator).call('reactToMessage', { params: id, body: { emoji: '🔥' } });
    await t.client(fan).call('reactToMessage', { params: id, body: { emoji: '😂' } });
    const changed = await t.client(creator).call('reactToMessage', { params: id, body: { emoji: '🌹' } });
    expect(changed.body.reactions).toHaveLength(2);
    const left = await t.client(creator).call('removeReaction', { params: id });
    expect(left.body.reactions).toEqual([{ profileId: fan.profileId, emoji: '😂' }]);
    expect(code(await t.client(fan).call('reactToMessage', { params: id, body: { emoji: '💩' } }))).toBe(
      'VALIDATION_FAILED',
    );
  });

  it('searches text literally', async () => {
    const { creator, fan } = await aPair();
    await write(fan, creator, 'Shall we say 100% yes?');
    await write(creator, fan, 'Shall we say 1000 times yes?');
    const search = (q: string) =>
      t.client(fan).call('searchMessages', { params: { profileId: creator.profileId }, query: { q } });
    expect((await search('100%')).body.map(({ content }) => content)).toEqual(['Shall we say 100% yes?']);
    expect((await search('SHALL')).body).toHaveLength(2);
  });

  it('cleared by one member stays for the other, and reappears with the next message', async () => {
    const { creator, fan } = await aPair();
    await write(fan, creator, 'Old');
    expect((await t.client(creator).call('deleteConversation', { params: { profileId: fan.profileId } })).status).toBe(
      204,
    );
    expect((await threads(creator)).body.items).toEqual([]);
    expect(contentsOf(await read(fan, creator))).toEqual(['Old']);
    await write(fan, creator, 'New');
    expect(contentsOf(await read(creator, fan))).toEqual(['New']);
    await t.client(fan).call('deleteConversation', { params: { profileId: creator.profileId } });
    const left = await t.db.selectFrom('messages').select('content').where('content', 'in', ['Old', 'New']).execute();
    expect(left.map(({ content }) => content)).toEqual(['New']);
  });
});

describe('strangers', () => {
  it('write to the requests box, see no ticks and no presence until they are accepted', async () => {
    const [stranger, member] = await Promise.all([aProfile(t), aProfile(t)]);
    const sent = await write(stranger, member, 'Hello from nowhere');
    expect(sent.status).toBe(201);
    expect((await threads(member)).body).toMatchObject({ items: [], unread: 0, requests: 1 });
    const waiting = await threads(member, 'requests');
    expect(waiting.body.items).toMatchObject([{ isRequest: true, profile: { id: stranger.profileId } }]);
    await t
      .client(member)
      .call('markRead', { params: { profileId: stranger.profileId }, body: { messageId: sent.body.id } });
    expect((await head(stranger, member)).body).toMatchObject({
      isWaiting: true,
      readSeq: 0,
      deliveredSeq: 0,
      profile: { isOnline: false },
    });
    const accepted = await t.client(member).call('acceptConversation', { params: { profileId: stranger.profileId } });
    expect(accepted.body).toMatchObject({ isRequest: false });
    expect((await head(stranger, member)).body).toMatchObject({
      isWaiting: false,
      readSeq: 1,
      profile: { isOnline: true },
    });
  });

  it('are accepted by a reply, and a declined one causes no more events', async () => {
    const [first, second, member] = await Promise.all([aProfile(t), aProfile(t), aProfile(t)]);
    await write(first, member, 'Hi');
    await write(second, member, 'Hi hi');
    await write(member, first, 'Hello');
    expect((await threads(member)).body.items).toHaveLength(1);
    const declined = await t.client(member).call('declineConversation', { params: { profileId: second.profileId } });
    expect(declined.status).toBe(204);
    const more = await write(second, member, 'Are you there?');
    expect(more.status).toBe(201);
    expect((await threads(member, 'requests')).body).toMatchObject({ items: [], requests: 0 });
    expect((await head(second, member)).body).toMatchObject({ isWaiting: true });
  });

  it('cannot exist after a match, which opens the thread for both', async () => {
    const [one, other] = await Promise.all([aProfile(t), aProfile(t)]);
    await t.client(one).call('sendFlame', { params: { id: other.profileId } });
    const match = await t.client(other).call('sendFlame', { params: { id: one.profileId } });
    expect(match.body.matched).toBe(true);
    const [thread] = (await threads(one)).body.items;
    expect(thread).toMatchObject({
      id: match.body.conversationId,
      lastMessage: null,
      profile: { id: other.profileId },
    });
    await write(one, other, 'We meet at last');
    expect((await threads(other)).body).toMatchObject({ unread: 1, requests: 0 });
  });

  it('carry warnings of links, numbers and outside payment, for the receiver only', async () => {
    const { creator, fan } = await aPair();
    const sent = await write(creator, fan, 'Pay me directly by eWallet on 082 555 0123');
    expect(sent.body.warnings).toEqual([]);
    expect((await read(fan, creator)).body.items[0]?.warnings).toEqual(['contact', 'payment']);
  });
});

describe('content of a message', () => {
  it('T64: forged fields are 400, and nothing is stored', async () => {
    const { creator, fan } = await aPair();
    for (const forged of [
      { senderId: creator.profileId },
      { receiverId: creator.profileId },
      { isPaid: true },
      { isRead: true },
      { price: 5 },
      { price: -1 },
      { price: 1.5 },
      { tip: 100 },
      { seq: 1 },
      { timestamp: '2020-01-01T00:00:00Z' },
      { payCredits: 1.5 },
      { payCredits: 0 },
      { clientId: 'short' },
      { content: '   ' },
      { content: 'a\u0000b' },
      { content: '\ud800' },
      { content: 'x'.repeat(2_001) },
    ])
      expect([forged, (await write(fan, creator, 'Hello', forged)).status]).toEqual([forged, 400]);
    expect((await read(fan, creator)).body.items).toEqual([]);
  });

  it('T59: markup is text', async () => {
    const { creator, fan } = await aPair();
    const markup = '<img src=x onerror=alert(1)> <b>& "quotes"</b> \u202e';
    await write(fan, creator, markup);
    expect(contentsOf(await read(creator, fan))).toEqual([markup.trim()]);
  });

  it('an empty message is refused on every path', async () => {
    const { creator, fan } = await aPair();
    await giveCredits(t, fan.accountId, 100);
    const blanks = ['\u200b', '\u3164', ' \u115f\u1160 ', '\u2800\n\u2800', '\u2066\u202e\ufeff', '\u{e0041}\u00ad'];
    for (const content of blanks) {
      expect([content, code(await write(fan, creator, content))]).toEqual([content, 'VALIDATION_FAILED']);
      const as = t.client(creator);
      for (const answer of [
        await as.call('sendBroadcast', { body: { clientId: newId(), content, audience: { kind: 'subscribers' } } }),
        await as.call('setWelcomeMessage', { body: { enabled: true, content } }),
        await as.call('saveReply', { body: { title: 'Empty', content } }),
      ])
        expect([content, answer.status]).toEqual([content, 400]);
    }
    const params = { profileId: creator.profileId };
    await t.client(fan).call('tipInChat', { params, body: { clientId: newId(), credits: 5, message: '\u200b\u3164' } });
    await t
      .client(fan)
      .call('sendGift', { body: { giftId: 'red-rose', price: 50, recipientId: creator.profileId, message: '\u2800' } });
    await write(fan, creator, '❤️');
    expect(contentsOf(await read(creator, fan))).toEqual(['', '', '❤️']);
  });
});
