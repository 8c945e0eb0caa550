import { setTimeout as sleep } from 'node:timers/promises';
import { type BriefMessage, fromBriefMessage } from '@vlam/contract/messaging';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { aBlock, aCreator, aProfile, aSubscription, type TestProfile } from '../../../../test/factories.ts';
import { type SecondServer, startSecondServer } from '../../../../test/second-server.ts';
import { startTestServer, type TestServer } from '../../../../test/server.ts';
import { closeSockets, flushSocket, type Listener, openListener } from '../../../../test/sockets.ts';
import { newId } from '../../../platform/ids.ts';

let t: TestServer;
let second: SecondServer;
beforeAll(async () => {
  t = await startTestServer();
  second = await startSecondServer(t);
});
afterEach(closeSockets);
afterAll(async () => {
  await second.close();
  await t.close();
});

const write = (from: TestProfile, to: TestProfile, content = 'Hello') =>
  t.client(from).call('sendMessage', { params: { profileId: to.profileId }, body: { clientId: newId(), content } });
const call = (who: Listener, event: string, payload: unknown): Promise<{ ok: boolean; code?: string }> =>
  who.socket.call(event, payload, 2_000);

async function aPair() {
  const [creator, fan] = await Promise.all([aCreator(t), aProfile(t)]);
  await aSubscription(t, { subscriber: fan, creator });
  await t.db.insertInto('vip_memberships').values(diamond(fan)).execute();
  return { creator, fan };
}
const diamond = ({ accountId }: TestProfile) =>
  ({
    account_id: accountId,
    tier: 'diamond',
    started_at: t.clock.now(),
    paid_until: new Date(t.clock.now().getTime() + 86_400_000),
  }) as never;

describe('a message', () => {
  it('is published to both on every device and server, as the call returns it', async () => {
    const { creator, fan } = await aPair();
    const [here, there, own] = await Promise.all([
      openListener(t, creator),
      openListener(second, creator),
      openListener(t, fan),
    ]);
    const { body } = await write(fan, creator, 'See www.example.com');
    await Promise.all([here, there, own].map(flushSocket));
    const [created] = here.of('message.created') as { message: BriefMessage; profileId: string; seq: number }[];
    expect(created).toMatchObject({ profileId: fan.profileId, seq: 1 });
    expect(there.of('message.created')).toEqual([created]);
    const [same] = own.of('message.created') as (typeof created)[];
    expect(same && fromBriefMessage(same.message)).toEqual(body);
    const list = await t.client(creator).call('listMessages', { params: { profileId: fan.profileId }, query: {} });
    expect(created && fromBriefMessage(created.message)).toEqual(list.body.items[0]);
    expect(created?.message.warnings).toEqual(['link']);
  });

  it('that is read, reacted to or deleted is published to both', async () => {
    const { creator, fan } = await aPair();
    const [reader, writer] = await Promise.all([openListener(t, creator), openListener(second, fan)]);
    const { body } = await write(fan, creator);
    await t.client(creator).call('markRead', { params: { profileId: fan.profileId }, body: { messageId: body.id } });
    await t.client(creator).call('reactToMessage', { params: { id: body.id }, body: { emoji: '🔥' } });
    await t.client(fan).call('unsendMessage', { params: { id: body.id } });
    await Promise.all([reader, writer].map(flushSocket));
    expect(writer.of('conversation.read')).toMatchObject([
      { profileId: creator.profileId, messageId: body.id, seq: 1 },
    ]);
    expect(writer.of('message.updated')).toMatchObject([{ revision: 2 }, { revision: 3 }]);
    expect(reader.of('message.updated')).toHaveLength(2);
  });

  it('from a stranger is read without a receipt', async () => {
    const [stranger, member] = await Promise.all([aProfile(t), aProfile(t)]);
    const listener = await openListener(t, stranger);
    const { body } = await write(stranger, member);
    await t
      .client(member)
      .call('markRead', { params: { profileId: stranger.profileId }, body: { messageId: body.id } });
    await flushSocket(listener);
    expect(listener.of('conversation.read')).toEqual([]);
    expect(listener.of('conversation.delivered')).toEqual([]);
  });
});

describe('T63: a conversation that is not theirs', () => {
  it('a third member is refused, and receives 0 frames of 1,000 messages', async () => {
    const { creator, fan } = await aPair();
    const third = await aProfile(t);
    const { conversationId } = (await write(fan, creator)).body;
    const topic = `conversation:${conversationId}`;
    const listeners = await Promise.all([openListener(t, third), openListener(second, third)]);
    for (const listener of listeners)
      expect(await call(listener, 'join', { topic })).toEqual({ ok: false, code: 'NOT_FOUND' });
    for (const listener of listeners)
      expect(await call(listener, 'typing', { conversationId })).toEqual({ ok: false, code: 'NOT_FOUND' });
    await Promise.all(listeners.map(flushSocket));
    const before = listeners.map(({ events }) => events.length);
    const answers = await Promise.all(Array.from({ length: 1_000 }, (_, n) => write(fan, creator, `Line ${n}`)));
    expect(answers.every(({ status }) => status === 201)).toBe(true);
    expect(new Set(answers.map(({ body }) => body.seq)).size).toBe(1_000);
    await Promise.all(listeners.map(flushSocket));
    expect(listeners.map(({ events }) => events.length)).toEqual(before);
  }, 60_000);

  it('a block ends it at once for members who have joined', async () => {
    const { creator, fan } = await aPair();
    const { conversationId } = (await write(fan, creator)).body;
    const topic = `conversation:${conversationId}`;
    const [listener, mouth] = await Promise.all([openListener(t, creator), openListener(second, fan)]);
    expect(await call(listener, 'join', { topic })).toEqual({ ok: true });
    expect(await call(mouth, 'typing', { conversationId })).toEqual({ ok: true });
    await sleep(300);
    expect(listener.of('typing')).toEqual([{ conversationId, profileId: fan.profileId }]);
    await aBlock(t, { blocker: creator, blocked: fan });
    t.context.realtime.toTopic(topic, 'typing', { conversationId, profileId: fan.profileId });
    await flushSocket(listener);
    expect(listener.of('typing')).toHaveLength(1);
    const other = await openListener(t, fan);
    expect(await call(other, 'join', { topic })).toEqual({ ok: false, code: 'NOT_FOUND' });
  });

  it('publishes presence, except of incognito members', async () => {
    const { creator, fan } = await aPair();
    const { conversationId } = (await write(fan, creator)).body;
    const listener = await openListener(second, creator);
    await call(listener, 'join', { topic: `conversation:${conversationId}` });
    const seen = (at: Date | null, incognito = false) =>
      t.db.updateTable('profiles').set({ last_seen_at: at, incognito }).where('id', '=', fan.profileId).execute();
    const events = async () => {
      await second.context.messaging.checkPresence();
      await flushSocket(listener);
      return (listener.of('presence.changed') as { isOnline: boolean }[]).map(({ isOnline }) => isOnline);
    };
    await seen(null);
    expect(await events()).toEqual([false]);
    await seen(new Date());
    expect(await events()).toEqual([false, true]);
    expect(await events()).toEqual([false, true]);
    await seen(new Date(), true);
    expect(await events()).toEqual([false, true, false]);
  });

  it('relays typing at most once in three seconds, and never into a waiting request', async () => {
    const { creator, fan } = await aPair();
    const stranger = await aProfile(t);
    const { conversationId } = (await write(fan, creator)).body;
    const asked = (await write(stranger, creator)).body.conversationId;
    const [listener, mouth] = await Promise.all([openListener(t, fan), openListener(t, creator)]);
    const far = await openListener(t, stranger);
    await call(listener, 'join', { topic: `conversation:${conversationId}` });
    await call(far, 'join', { topic: `conversation:${asked}` });
    for (let n = 0; n < 5; n += 1) await call(mouth, 'typing', { conversationId });
    await call(mouth, 'typing', { conversationId: asked });
    await Promise.all([listener, far].map(flushSocket));
    expect(listener.of('typing')).toHaveLength(1);
    expect(far.of('typing')).toEqual([]);
  });
});
