import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestResponse } from '../../../../test/app.ts';
import {
  aBlock,
  aCreator,
  aProfile,
  aSubscription,
  giveCredits,
  type TestProfile,
} from '../../../../test/factories.ts';
import { aSavedCard, createTestProvider, type TestProvider } from '../../../../test/payment-provider.ts';
import { aPicture, sendFile } from '../../../../test/pictures.ts';
import { newId } from '../../../platform/ids.ts';

let t: TestApp;
let provider: TestProvider;
beforeAll(async () => {
  provider = createTestProvider();
  provider.payImmediately();
  t = await startTestApp({ paymentAdapter: provider, at: new Date('2026-11-18T08:00:00Z') });
});
afterAll(() => t.close());

const code = ({ error }: TestResponse<unknown>) => error?.code;
const thread = async (who: TestProfile, other: TestProfile) =>
  (await t.client(who).call('listMessages', { params: { profileId: other.profileId } })).body.items;
const balanceOf = async (who: TestProfile) => (await t.context.credits.balance(who.accountId)).balance;
async function subscribers(creator: TestProfile, count: number): Promise<TestProfile[]> {
  const fans: TestProfile[] = [];
  for (let n = 0; n < count; n += 1) {
    const fan = await aProfile(t);
    await aSubscription(t, { subscriber: fan, creator });
    fans.push(fan);
  }
  return fans;
}
let seed = 900;
async function aFile(owner: TestProfile): Promise<string> {
  seed += 1;
  const { id } = await sendFile(t, owner, await aPicture({ width: 200, height: 250, seed }));
  await t.drain();
  return id;
}

describe('a tip in a chat', () => {
  const tip = (who: TestProfile, to: TestProfile, body: Record<string, unknown>, idempotencyKey?: string) =>
    t.client(who).call('tipInChat', {
      params: { profileId: to.profileId },
      body: { clientId: newId(), ...body },
      ...(idempotencyKey ? { idempotencyKey } : {}),
    });

  it('moves the credits and appears in the thread, once per client id', async () => {
    const [creator, fan] = [await aCreator(t), await aProfile(t)];
    await giveCredits(t, fan.accountId, 100);
    const clientId = newId();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => tip(fan, creator, { clientId, credits: 30, message: 'Thank you' })),
    );
    for (const { status, body } of answers) expect([status, body.balance, body.message.tip]).toEqual([201, 70, 30]);
    expect(await balanceOf(fan)).toBe(70);
    expect(await t.context.credits.earnings(creator.profileId)).toBe(24n);
    expect(await thread(creator, fan)).toMatchObject([{ tip: 30, content: 'Thank you', senderId: fan.profileId }]);
    expect(code(await tip(fan, creator, { clientId, credits: 31 }))).toBe('IDEMPOTENCY_KEY_REUSED');
    const key = newId();
    expect((await tip(fan, creator, { credits: 5 }, key)).status).toBe(201);
    expect(code(await tip(fan, creator, { credits: 5 }, key))).toBe('IDEMPOTENCY_KEY_REUSED');
    expect([await balanceOf(fan), (await thread(creator, fan)).length]).toEqual([65, 2]);
  });

  it('T31: is 5 to 50,000 whole credits, to a creator other than the sender, and writes nothing when it fails', async () => {
    const [creator, fan] = [await aCreator(t), await aProfile(t)];
    await giveCredits(t, fan.accountId, 10);
    for (const credits of [0, 4, -5, 5.5, '5', null, [5], 2 ** 53])
      expect([credits, (await tip(fan, creator, { credits })).status]).toEqual([credits, 400]);
    expect(code(await tip(fan, creator, { credits: 11 }))).toBe('INSUFFICIENT_CREDITS');
    expect(code(await tip(fan, await aProfile(t), { credits: 5 }))).toBe('NOT_FOUND');
    expect(code(await tip(creator, creator, { credits: 5 }))).toBe('CONFLICT');
    await aBlock(t, { blocker: creator, blocked: fan });
    expect(code(await tip(fan, creator, { credits: 5 }))).toBe('NOT_FOUND');
    expect(await balanceOf(fan)).toBe(10);
    const rows = await t.db.selectFrom('messages').select('id').where('sender_id', '=', fan.profileId).execute();
    expect(rows).toEqual([]);
  });

  it('a gift posts a message too, once', async () => {
    const [creator, fan] = [await aCreator(t), await aProfile(t)];
    await giveCredits(t, fan.accountId, 120);
    const key = newId();
    for (let n = 0; n < 2; n += 1)
      await t.client(fan).call('sendGift', {
        idempotencyKey: key,
        body: { giftId: 'red-rose', price: 50, recipientId: creator.profileId, message: 'For tonight' },
      });
    expect(await thread(creator, fan)).toMatchObject([{ gift: 'red-rose', content: 'For tonight', tip: null }]);
    expect(await balanceOf(fan)).toBe(70);
    const broke = await t
      .client(fan)
      .call('sendGift', { body: { giftId: 'royal-crown', price: 250, recipientId: creator.profileId } });
    expect(code(broke)).toBe('INSUFFICIENT_CREDITS');
    expect(await thread(creator, fan)).toHaveLength(1);
    // The sender of a tip cannot unsend it.
    const [given] = await thread(creator, fan);
    const unsent = await t.client(fan).call('unsendMessage', { params: { id: given?.id ?? '' } });
    expect(code(unsent)).toBe('CONFLICT');
  });
});

describe('tips, gifts and paid media in a chat', () => {
  it('cause one notice each: tips and gifts their own, and no message notice', async () => {
    const [creator, fan] = [await aCreator(t), await aProfile(t)];
    await aSubscription(t, { subscriber: fan, creator });
    await giveCredits(t, fan.accountId, 200);
    await t.client(fan).call('tipInChat', {
      params: { profileId: creator.profileId },
      body: { clientId: newId(), credits: 30, message: 'Thank you' },
    });
    await t.client(fan).call('sendGift', { body: { giftId: 'red-rose', price: 50, recipientId: creator.profileId } });
    // What hot paths leave is gathered for half a second, and a message's notice waits for it to be read.
    t.clock.advance(6_000);
    await t.drain();
    const { items } = (await t.client(creator).call('listNotifications', { query: {} })).body;
    expect(items.map(({ kind }) => kind).sort()).toEqual(['gift', 'tip']);
  });

  it('T65: a picture with a price does not count against the daily quota; one without does', async () => {
    const [creator, fan] = [await aCreator(t), await aProfile(t)];
    const send = (body: Record<string, unknown>) =>
      t.client(creator).call('sendMessage', {
        params: { profileId: fan.profileId },
        body: { clientId: newId(), ...body },
      });
    const [first, second, third] = [await aFile(creator), await aFile(creator), await aFile(creator)];
    expect((await send({ mediaId: first, price: 25 })).status).toBe(201);
    for (let n = 0; n < 5; n += 1) expect((await send({ content: `Message ${n}` })).status).toBe(201);
    expect(code(await send({ content: 'One more' }))).toBe('MESSAGE_QUOTA_USED');
    expect(code(await send({ mediaId: third }))).toBe('MESSAGE_QUOTA_USED');
    expect((await send({ mediaId: second, price: 25 })).status).toBe(201);
  });
});

describe('saved replies', () => {
  it('belong to one creator, at most fifty, also with two devices at once', async () => {
    const [creator, other] = [await aCreator(t), await aCreator(t)];
    const client = t.client(creator);
    const save = (title: string) => client.call('saveReply', { body: { title, content: `Words of ${title}` } });
    for (let n = 1; n <= 45; n += 1) await save(`Reply ${n}`);
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => save(`Late ${n}`)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(answers.filter((answer) => code(answer) === 'QUOTA_REACHED')).toHaveLength(5);
    const { body } = await client.call('listSavedReplies');
    expect(body).toHaveLength(50);
    const [first] = body;
    const params = { id: first?.id ?? '' };
    const words = { title: 'Evening', content: 'Good evening' };
    expect((await client.call('changeSavedReply', { params, body: words })).body).toMatchObject(words);
    expect((await t.client(other).call('changeSavedReply', { params, body: words })).status).toBe(404);
    expect((await t.client(other).call('deleteSavedReply', { params })).status).toBe(404);
    expect((await client.call('deleteSavedReply', { params })).status).toBe(204);
    expect((await client.call('deleteSavedReply', { params })).status).toBe(404);
    expect((await save('Room again')).status).toBe(201);
  });
});

describe('a welcome message', () => {
  const greet = async (creator: TestProfile, fan: TestProfile) => {
    const pair = { creatorId: creator.profileId, subscriberId: fan.profileId };
    await t.db.transaction().execute((tx) => t.context.chat.queueWelcomes(tx, [pair]));
    await t.drain();
  };

  it('is sent once to each new subscriber, with its media and price', async () => {
    const creator = await aCreator(t);
    const [fan = creator, late = creator] = await subscribers(creator, 2);
    await greet(creator, late);
    const mediaId = await aFile(creator);
    const set = await t.client(creator).call('setWelcomeMessage', {
      body: { enabled: true, content: 'Welcome', mediaId, price: 5 },
    });
    expect(set.body).toMatchObject({ enabled: true, price: 5, media: { id: mediaId } });
    for (let n = 0; n < 3; n += 1) await greet(creator, fan);
    expect(await thread(fan, creator)).toMatchObject([{ content: 'Welcome', price: 5, isPaid: false }]);
    expect(await thread(late, creator)).toEqual([]);
    await t.client(creator).call('setWelcomeMessage', { body: { enabled: false, content: 'Welcome' } });
    await greet(creator, late);
    expect(await thread(late, creator)).toEqual([]);
    expect((await t.client(creator).call('welcomeMessage', { query: {} })).body).toMatchObject({
      enabled: false,
      media: { id: mediaId },
    });
  });

  it('is sent to new subscribers, not again at a renewal', async () => {
    const [creator, fan] = [await aCreator(t, { priceCents: 9_900 }), await aProfile(t)];
    await t.client(creator).call('setWelcomeMessage', { body: { enabled: true, content: 'Good to have you' } });
    await aSavedCard(t, provider, fan);
    const answer = await t.client(fan).call('subscribe', { body: { creatorId: creator.profileId, amount: 99 } });
    expect(answer.status).toBe(201);
    await t.drain();
    expect(await thread(fan, creator)).toMatchObject([{ content: 'Good to have you', isBroadcast: false }]);
    await greet(creator, fan);
    expect(await thread(fan, creator)).toHaveLength(1);
  });

  it('refuses an empty message, a price without media, and media of others', async () => {
    const creator = await aCreator(t);
    const set = async (body: Record<string, unknown>) =>
      code(await t.client(creator).call('setWelcomeMessage', { body: { enabled: true, content: '', ...body } }));
    expect(await set({})).toBe('VALIDATION_FAILED');
    expect(await set({ content: 'Hi', price: 5 })).toBe('VALIDATION_FAILED');
    expect(await set({ content: 'Hi', mediaId: await aFile(await aCreator(t)) })).toBe('NOT_FOUND');
    expect(await set({ content: 'Hi' })).toBeUndefined();
    expect((await t.client(await aProfile(t)).call('welcomeMessage', { query: {} })).status).toBe(403);
  });
});

describe('a broadcast', () => {
  const begin = (who: TestProfile, body: Record<string, unknown> = {}) =>
    t.client(who).call('sendBroadcast', {
      body: { clientId: newId(), content: 'New pictures tonight', audience: { kind: 'subscribers' }, ...body },
    });
  const count = async (who: TestProfile, query: Record<string, string>) =>
    (await t.client(who).call('countAudience', { query })).body.recipients;

  it('reaches each recipient once, except blocked, suspended and deleted members', async () => {
    const creator = await aCreator(t);
    const fans = await subscribers(creator, 6);
    const [blocks, suspended, incognito, ...rest] = fans as [TestProfile, TestProfile, TestProfile, ...TestProfile[]];
    await aBlock(t, { blocker: blocks, blocked: creator });
    await t.db.updateTable('profiles').set({ incognito: true }).where('id', '=', incognito.profileId).execute();
    const clientId = newId();
    const begun = await begin(creator, { clientId });
    expect(begun.body).toMatchObject({ state: 'sending', recipients: 4, sent: 0 });
    await t.db.transaction().execute((tx) => t.context.profiles.setHidden(tx, suspended.accountId, true));
    expect((await begin(creator, { clientId })).body.id).toBe(begun.body.id);
    await t.drain();
    await t.context.chat.work(begun.body.id);
    for (const fan of rest) expect(await thread(fan, creator)).toMatchObject([{ isBroadcast: true, price: 0 }]);
    const { items } = (await t.client(creator).call('listBroadcasts')).body;
    expect(items).toMatchObject([{ id: begun.body.id, state: 'sent', recipients: 4, sent: 3, skipped: 1, read: 0 }]);
  });

  it('sells a picture to each recipient, and reports the income', async () => {
    const creator = await aCreator(t);
    const [one = creator, two = creator] = await subscribers(creator, 2);
    await giveCredits(t, one.accountId, 10);
    await giveCredits(t, one.accountId, 50, 'promotional');
    const { body } = await begin(creator, { mediaId: await aFile(creator), price: 25 });
    await t.drain();
    const [message] = await thread(one, creator);
    expect(message).toMatchObject({ price: 25, isPaid: false, mediaUrl: null });
    await t.client(one).call('unlockMessage', { params: { id: message?.id ?? '' }, body: { price: message?.price } });
    await t
      .client(one)
      .call('markRead', { params: { profileId: creator.profileId }, body: { messageId: message?.id } });
    expect((await thread(two, creator))[0]).toMatchObject({ isPaid: false, mediaUrl: null });
    const { items } = (await t.client(creator).call('listBroadcasts')).body;
    expect(items).toMatchObject([{ id: body.id, sent: 2, read: 1, unlocked: 1, earned: { credits: 20, held: 10 } }]);
  });

  it('F12: continues after a crash in two processes at once, without duplicates', async () => {
    const creator = await aCreator(t);
    const fans = await subscribers(creator, 30);
    const { body } = await begin(creator);
    // What a process that died between two commits leaves: some are written to, one of them is not noted yet.
    await t.context.chat.work(body.id);
    await t.db
      .updateTable('message_broadcast_recipients')
      .set({ outcome: null })
      .where('broadcast_id', '=', body.id)
      .execute();
    await t.db.updateTable('message_broadcasts').set({ state: 'sending' }).where('id', '=', body.id).execute();
    await Promise.all([t.context.chat.work(body.id), t.context.chat.work(body.id), t.context.chat.work(body.id)]);
    for (const fan of fans) expect(await thread(fan, creator)).toHaveLength(1);
    const { items } = (await t.client(creator).call('listBroadcasts')).body;
    expect(items).toMatchObject([{ state: 'sent', sent: 30, skipped: 0 }]);
  });

  it('is taken over by another process after a minute without progress', async () => {
    const creator = await aCreator(t);
    const [fan = creator] = await subscribers(creator, 1);
    const { body } = await begin(creator);
    // The queue's own job is gone with its process.
    await t.context.jobs.enqueue(
      t.db,
      { name: 'messaging.broadcast', maxAttempts: 1 },
      { id: newId() },
      {
        key: `messaging.broadcast:${body.id}`,
      },
    );
    await t.drain();
    expect(await thread(fan, creator)).toEqual([]);
    t.clock.advance(61_000);
    await t.context.jobs.enqueue(t.db, { name: 'messaging.resume-broadcasts', maxAttempts: 1 }, {});
    await t.drain();
    expect(await thread(fan, creator)).toHaveLength(1);
  });

  it('stops when its creator cancels it; others cannot', async () => {
    const creator = await aCreator(t);
    const [fan = creator] = await subscribers(creator, 1);
    const { body } = await begin(creator);
    const params = { id: body.id };
    expect((await t.client(await aCreator(t)).call('cancelBroadcast', { params })).status).toBe(404);
    expect((await t.client(creator).call('cancelBroadcast', { params })).body.state).toBe('cancelled');
    await t.drain();
    expect(await thread(fan, creator)).toEqual([]);
    expect((await t.client(creator).call('cancelBroadcast', { params })).body).toMatchObject({
      state: 'cancelled',
      sent: 0,
    });
  });

  it('T64: is sent once per client id, and refuses that id for another text, media, price or audience', async () => {
    const creator = await aCreator(t);
    await subscribers(creator, 1);
    const [mediaId, clientId] = [await aFile(creator), newId()];
    const first = {
      clientId,
      content: 'Tonight',
      mediaId,
      price: 25,
      audience: { kind: 'subscribers', withinDays: 30 },
    };
    const begun = await begin(creator, first);
    const again = { ...first, audience: { withinDays: 30, kind: 'subscribers' } };
    expect(await begin(creator, again)).toMatchObject({ status: 201, body: { id: begun.body.id } });
    for (const other of [
      { content: 'Tomorrow' },
      { mediaId: await aFile(creator) },
      { mediaId: undefined, price: 0 },
      { price: 30 },
      { audience: { kind: 'subscribers' } },
      { audience: { kind: 'followers', withinDays: 30 } },
    ])
      expect(code(await begin(creator, { ...first, ...other }))).toBe('IDEMPOTENCY_KEY_REUSED');
    expect((await t.client(creator).call('listBroadcasts')).body.items).toHaveLength(1);
  });

  it('at most five times per Johannesburg day, and refuses an empty audience', async () => {
    const creator = await aCreator(t);
    expect(code(await begin(creator))).toBe('CONFLICT');
    await subscribers(creator, 1);
    const answers = await Promise.all(Array.from({ length: 8 }, () => begin(creator)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(answers.filter((answer) => code(answer) === 'QUOTA_REACHED')).toHaveLength(3);
    t.clock.advance(86_400_000);
    expect((await begin(creator)).status).toBe(201);
    expect((await begin(await aProfile(t))).status).toBe(403);
  });

  it('selects the audience: new, ending, past, following, buying, spending, recently active', async () => {
    const creator = await aCreator(t);
    const [fresh = creator, ending = creator, past = creator] = await subscribers(creator, 3);
    const now = t.clock.now().getTime();
    const at = (days: number) => new Date(now + days * 86_400_000);
    const set = (who: TestProfile, change: { started_at?: Date; paid_until?: Date }) =>
      t.db.updateTable('subscriptions').set(change).where('subscriber_id', '=', who.profileId).execute();
    await set(ending, { started_at: at(-60), paid_until: at(3) });
    await set(past, { started_at: at(-90), paid_until: at(-10) });
    const follower = await aProfile(t);
    await t.client(follower).call('toggleFollow', { params: { id: creator.profileId } });
    await giveCredits(t, fresh.accountId, 100);
    await t.client(fresh).call('tipInChat', {
      params: { profileId: creator.profileId },
      body: { clientId: newId(), credits: 40 },
    });
    await t.db
      .updateTable('profiles')
      .set({ last_seen_at: at(-20) })
      .where('id', '=', ending.profileId)
      .execute();
    const kind = 'subscribers';
    expect(await count(creator, { kind })).toBe(2);
    expect(await count(creator, { kind, withinDays: '30' })).toBe(1);
    expect(await count(creator, { kind, endingWithinDays: '7' })).toBe(1);
    expect(await count(creator, { kind, activeWithinDays: '7' })).toBe(1);
    expect(await count(creator, { kind, minimumSpent: '40' })).toBe(1);
    expect(await count(creator, { kind, minimumSpent: '41' })).toBe(0);
    expect(await count(creator, { kind: 'past-subscribers' })).toBe(1);
    expect(await count(creator, { kind: 'followers' })).toBe(1);
    expect(await count(creator, { kind: 'buyers' })).toBe(1);
  });
});
