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
import { aPicture, sendFile } from '../../../../test/pictures.ts';
import { newId } from '../../../platform/ids.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ at: new Date('2026-11-18T08:00:00Z') });
});
afterAll(() => t.close());

const code = ({ error }: TestResponse<unknown>) => error?.code;
const minute = 60_000;
const day = 86_400_000;
const soon = (ms: number) => new Date(t.clock.now().getTime() + ms).toISOString();
const thread = async (who: TestProfile, other: TestProfile) =>
  (await t.client(who).call('listMessages', { params: { profileId: other.profileId } })).body.items;
const follow = (fan: TestProfile, creator: TestProfile) =>
  t.client(fan).call('toggleFollow', { params: { id: creator.profileId } });
async function subscribers(creator: TestProfile, count: number): Promise<TestProfile[]> {
  const fans: TestProfile[] = [];
  for (let n = 0; n < count; n += 1) {
    const fan = await aProfile(t);
    await aSubscription(t, { subscriber: fan, creator });
    fans.push(fan);
  }
  return fans;
}
let seed = 4_900;
async function aFile(owner: TestProfile): Promise<string> {
  seed += 1;
  const { id } = await sendFile(t, owner, await aPicture({ width: 200, height: 250, seed }));
  await t.drain();
  return id;
}
const begin = (who: TestProfile, body: Record<string, unknown> = {}) =>
  t.client(who).call('sendBroadcast', {
    body: { clientId: newId(), content: 'New pictures tonight', audience: { kind: 'subscribers' }, ...body },
  });
const own = async (who: TestProfile, id: string) =>
  (await t.client(who).call('listBroadcasts')).body.items.find((one) => one.id === id);
const takeBack = (who: TestProfile, id: string) => t.client(who).call('takeBackBroadcast', { params: { id } });
async function aList(creator: TestProfile, members: readonly TestProfile[]): Promise<string> {
  const { id } = (await t.client(creator).call('createFanList', { body: { name: `List ${newId()}`.slice(0, 30) } }))
    .body;
  for (const fan of members)
    await t.client(creator).call('setFanLists', { params: { id: fan.profileId }, body: { listIds: [id] } });
  return id;
}

describe('a scheduled broadcast', () => {
  it('goes out at its time to those who are in the audience then', async () => {
    const creator = await aCreator(t);
    const [early = creator] = await subscribers(creator, 1);
    const { body } = await begin(creator, { scheduledAt: soon(60 * minute) });
    expect(body).toMatchObject({ state: 'scheduled', recipients: 0, scheduledAt: soon(60 * minute) });
    t.clock.advance(59 * minute);
    await t.drain();
    await t.context.chat.work(body.id);
    expect(await thread(early, creator)).toEqual([]);
    const [late = creator, blocks = creator, restricted = creator] = await subscribers(creator, 3);
    await aBlock(t, { blocker: blocks, blocked: creator });
    await t.client(creator).call('restrictFan', { params: { id: restricted.profileId } });
    t.clock.advance(2 * minute);
    await Promise.all([t.context.chat.work(body.id), t.context.chat.work(body.id)]);
    await t.drain();
    for (const fan of [early, late]) expect(await thread(fan, creator)).toHaveLength(1);
    expect(await thread(restricted, creator)).toEqual([]);
    expect(await own(creator, body.id)).toMatchObject({ state: 'sent', recipients: 2, sent: 2, skipped: 0 });
  });

  it('is begun by the check of each minute when its own job is lost', async () => {
    const creator = await aCreator(t);
    const [fan = creator] = await subscribers(creator, 1);
    const { body } = await begin(creator, { scheduledAt: soon(10 * minute) });
    const lost = { key: `messaging.broadcast:${body.id}` };
    await t.context.jobs.enqueue(t.db, { name: 'messaging.broadcast', maxAttempts: 1 }, { id: newId() }, lost);
    t.clock.advance(12 * minute);
    await t.context.jobs.enqueue(t.db, { name: 'messaging.resume-broadcasts', maxAttempts: 1 }, {});
    await t.drain();
    expect(await thread(fan, creator)).toHaveLength(1);
  });

  it('is never sent once cancelled, nor for someone who is no creator any more', async () => {
    const creator = await aCreator(t);
    const [fan = creator] = await subscribers(creator, 1);
    const [cancelled, orphan] = [
      (await begin(creator, { scheduledAt: soon(5 * minute) })).body.id,
      (await begin(creator, { scheduledAt: soon(6 * minute) })).body.id,
    ];
    const stopped = await t.client(creator).call('cancelBroadcast', { params: { id: cancelled } });
    expect(stopped.body).toMatchObject({ state: 'cancelled', recipients: 0 });
    await t.db
      .updateTable('profiles')
      .set({ category: null, subscription_price_cents: null })
      .where('id', '=', creator.profileId)
      .execute();
    t.clock.advance(10 * minute);
    await t.drain();
    await t.context.chat.work(cancelled);
    await t.context.chat.work(orphan);
    expect(await thread(fan, creator)).toEqual([]);
    const rows = await t.db
      .selectFrom('message_broadcasts')
      .select('state')
      .where('id', 'in', [cancelled, orphan])
      .execute();
    expect(rows.map(({ state }) => state)).toEqual(['cancelled', 'cancelled']);
  });

  it('counts for the day it goes out, lies ahead at most sixty days, and is one per client id', async () => {
    const creator = await aCreator(t);
    await subscribers(creator, 1);
    const at = soon(day);
    const clientId = newId();
    const first = await begin(creator, { scheduledAt: at, clientId });
    expect((await begin(creator, { scheduledAt: at, clientId })).body.id).toBe(first.body.id);
    expect(code(await begin(creator, { scheduledAt: soon(day + minute), clientId }))).toBe('IDEMPOTENCY_KEY_REUSED');
    for (let n = 0; n < 4; n += 1) expect((await begin(creator, { scheduledAt: at })).status).toBe(201);
    expect(code(await begin(creator, { scheduledAt: at }))).toBe('QUOTA_REACHED');
    expect((await begin(creator)).status).toBe(201);
    await t.client(creator).call('cancelBroadcast', { params: { id: first.body.id } });
    expect((await begin(creator, { scheduledAt: at })).status).toBe(201);
    expect((await begin(creator, { scheduledAt: soon(-minute) })).error?.details).toEqual({
      fields: { scheduledAt: 'Choose a time that is not over yet' },
    });
    for (const scheduledAt of [soon(-minute), soon(61 * day), 'tomorrow'])
      expect([scheduledAt, code(await begin(creator, { scheduledAt }))]).toEqual([scheduledAt, 'VALIDATION_FAILED']);
  });
});

describe('a price per audience', () => {
  it('is the lowest of those a person is in; nobody pays another one', async () => {
    const creator = await aCreator(t);
    const [subscriber = creator] = await subscribers(creator, 1);
    const [follower, listed] = [await aProfile(t), await aProfile(t)];
    for (const fan of [subscriber, follower]) await follow(fan, creator);
    const listId = await aList(creator, [listed, follower]);
    const wanted = {
      audience: { kind: 'followers' },
      price: 48,
      also: [
        { audience: { kind: 'subscribers' }, price: 0 },
        { audience: { kind: 'list', listId }, price: 20 },
      ],
    };
    const preview = await t.client(creator).call('previewBroadcast', { body: wanted });
    expect(preview.body).toEqual({
      recipients: 3,
      prices: [
        { price: 0, recipients: 1 },
        { price: 20, recipients: 2 },
      ],
    });
    const { body } = await begin(creator, { ...wanted, mediaId: await aFile(creator) });
    await t.drain();
    expect(body).toMatchObject({ recipients: 3, price: 48, also: wanted.also });
    const [free] = await thread(subscriber, creator);
    expect(free).toMatchObject({ price: 0 });
    expect(free?.mediaUrl).not.toBeNull();
    for (const fan of [follower, listed])
      expect(await thread(fan, creator)).toMatchObject([{ price: 20, isPaid: false, mediaUrl: null }]);
    await giveCredits(t, follower.accountId, 100);
    await t.client(follower).call('acceptConversation', { params: { profileId: creator.profileId } });
    const [message] = await thread(follower, creator);
    const unlock = (price: number) =>
      t.client(follower).call('unlockMessage', { params: { id: message?.id ?? '' }, body: { price } });
    expect(code(await unlock(48))).toBe('PRICE_CHANGED');
    expect((await unlock(20)).body.balance).toBe(80);
    expect(await own(creator, body.id)).toMatchObject({ sent: 3, unlocked: 1, earned: { credits: 16, held: 0 } });
  });

  it('refuses a price without media, a list without its id, and too many audiences', async () => {
    const creator = await aCreator(t);
    const [fan = creator] = await subscribers(creator, 1);
    const subscribed = { kind: 'subscribers' };
    const refused = [
      { also: [{ audience: subscribed, price: 20 }] },
      { audience: { kind: 'list' } },
      { audience: { kind: 'followers', listId: newId() } },
      { also: [{ audience: subscribed, price: 3 }] },
      { also: Array.from({ length: 4 }, () => ({ audience: subscribed, price: 0 })) },
    ];
    for (const body of refused) expect(code(await begin(creator, body))).toBe('VALIDATION_FAILED');
    const foreign = await aList(await aCreator(t), [fan]);
    expect(code(await begin(creator, { audience: { kind: 'list', listId: foreign } }))).toBe('CONFLICT');
  });
});

describe('taking a broadcast back', () => {
  it('unsends it where it was neither read nor bought, and says how many', async () => {
    const creator = await aCreator(t);
    const [reads = creator, buys = creator, ...rest] = await subscribers(creator, 5);
    await giveCredits(t, buys.accountId, 50);
    const { body } = await begin(creator, { mediaId: await aFile(creator), price: 25 });
    await t.drain();
    const [read] = await thread(reads, creator);
    const [bought] = await thread(buys, creator);
    await t.client(reads).call('markRead', { params: { profileId: creator.profileId }, body: { messageId: read?.id } });
    await t.client(buys).call('unlockMessage', { params: { id: bought?.id ?? '' }, body: { price: 25 } });
    expect((await takeBack(await aCreator(t), body.id)).status).toBe(404);
    expect((await takeBack(creator, body.id)).body).toMatchObject({ isTakenBack: true });
    await t.drain();
    expect(await thread(reads, creator)).toMatchObject([{ id: read?.id, deletedAt: null }]);
    expect(await thread(buys, creator)).toMatchObject([{ id: bought?.id, isPaid: true }]);
    for (const fan of rest) {
      const [gone] = await thread(fan, creator);
      expect(gone).toMatchObject({ deletedAt: expect.any(String), content: '', media: null });
      expect(
        code(await t.client(fan).call('unlockMessage', { params: { id: gone?.id ?? '' }, body: { price: 25 } })),
      ).toBe('NOT_FOUND');
      expect((await t.client(fan).call('unreadMessages')).body.unread).toBe(0);
    }
    const result = { state: 'sent', sent: 5, takenBack: 3, read: 1, unlocked: 1, earned: { credits: 20, held: 0 } };
    expect(await own(creator, body.id)).toMatchObject(result);
    // A second time finds nothing more to do.
    await takeBack(creator, body.id);
    await t.drain();
    expect(await own(creator, body.id)).toMatchObject(result);
  });

  it('stops one that is waiting or being sent, and leaves no notice behind', async () => {
    const creator = await aCreator(t);
    const [fan = creator] = await subscribers(creator, 1);
    const waiting = (await begin(creator, { scheduledAt: soon(5 * minute) })).body.id;
    expect((await takeBack(creator, waiting)).body).toMatchObject({ state: 'cancelled' });
    const { body } = await begin(creator);
    await t.context.chat.work(body.id);
    t.clock.advance(6 * minute);
    await t.drain();
    const notices = async () => (await t.client(fan).call('listNotifications', { query: {} })).body.items;
    expect((await notices()).filter(({ readAt }) => !readAt)).toHaveLength(1);
    await takeBack(creator, body.id);
    await t.drain();
    expect((await notices()).filter(({ readAt }) => !readAt)).toHaveLength(0);
    expect(await thread(fan, creator)).toMatchObject([{ deletedAt: expect.any(String) }]);
  });

  it('does not tell what a stranger has read among the requests', async () => {
    const creator = await aCreator(t);
    const stranger = await aProfile(t);
    await follow(stranger, creator);
    const { body } = await begin(creator, { audience: { kind: 'followers' } });
    await t.drain();
    const [message] = await thread(stranger, creator);
    await t
      .client(stranger)
      .call('markRead', { params: { profileId: creator.profileId }, body: { messageId: message?.id } });
    await takeBack(creator, body.id);
    await t.drain();
    expect(await own(creator, body.id)).toMatchObject({ sent: 1, read: 0, takenBack: 1 });
  });
});

describe('the list of threads', () => {
  it('shows those with followers, and with people of one own list', async () => {
    const [creator, other] = [await aCreator(t), await aCreator(t)];
    const [subscriber = creator] = await subscribers(creator, 1);
    const [follower, listed] = [await aProfile(t), await aProfile(t)];
    await follow(follower, creator);
    const write = (from: TestProfile, to: TestProfile) =>
      t.client(from).call('sendMessage', {
        params: { profileId: to.profileId },
        body: { clientId: newId(), content: 'Hello' },
      });
    for (const fan of [subscriber, follower, listed]) {
      await write(fan, creator);
      await write(creator, fan);
    }
    const listId = await aList(creator, [listed]);
    const names = async (who: TestProfile, query: Record<string, string>) =>
      (await t.client(who).call('listConversations', { query })).body.items.map(({ profile }) => profile.id);
    expect(await names(creator, { box: 'followers' })).toEqual([follower.profileId]);
    expect(await names(creator, { box: 'list', listId })).toEqual([listed.profileId]);
    expect(await names(creator, { box: 'list' })).toEqual([]);
    expect(await names(other, { box: 'list', listId })).toEqual([]);
  });
});
