import { randomUUID } from 'node:crypto';
import type { NotificationKind, NotificationView } from '@vlam/contract/notifications';
import { beforeAll, describe, expect, it } from 'vitest';
import { aBlock, aCreator, aFreePicture, aProfile, giveCredits, type TestProfile } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/use-app.ts';
import { jobTasks } from '../../modules.ts';
import { type Notice, notifyKind } from '../../platform/notices.ts';

let creator: TestProfile;
const t = useTestApp();
beforeAll(async () => {
  creator = await aCreator(t, { displayName: 'Zanele Khumalo' });
});

const listOf = async (who: { cookie: string }) => (await t.client(who).call('listNotifications')).body;
const titles = (list: { items: readonly NotificationView[] }) => list.items.map(({ title }) => title);
const bellOf = async (who: { cookie: string }) => (await t.client(who).call('currentUser')).body.unread.notifications;

function findTask(name: string) {
  const task = jobTasks(t.context).find(({ kind }) => kind.name === name);
  if (!task) throw new Error(`there is no ${name}`);
  return task;
}

/** Leaves a notice, as a module does in its transaction. */
async function notify(
  kind: NotificationKind,
  to: TestProfile,
  more: { actorId?: string; targetId?: string; key?: string; amount?: NonNullable<Notice['amount']> } = {},
) {
  const { key = randomUUID(), ...rest } = more;
  await t.context.notify(t.db, { kind, to: { profileId: to.profileId }, key, ...rest });
}

describe('what members are notified of', () => {
  it('a flame, a comment, a gift and a like reach their recipients, newest first, with the count on the bell', async () => {
    const fan = await aProfile(t, { displayName: 'Lerato' });
    await giveCredits(t, fan.accountId, 100);
    const { contentId } = await aFreePicture(t, { creator, title: 'Blue hour' });
    const client = t.client(fan);
    await client.call('sendGift', { body: { giftId: 'red-rose', price: 50, recipientId: creator.profileId } });
    await t.drain();
    t.clock.advance(1_000);
    await client.call('toggleLike', { params: { id: contentId } });
    t.clock.advance(1_000);
    await t.drain();
    t.clock.advance(1_000);
    await client.call('postComment', { params: { id: contentId }, body: { comment: 'What light' } });
    await t.drain();
    t.clock.advance(1_000);
    await client.call('sendFlame', { params: { id: creator.profileId } });
    t.clock.advance(11_000);
    await t.drain();
    const list = await listOf(creator);
    expect(titles(list)).toEqual([
      'Lerato sent you a flame',
      'Lerato commented on “Blue hour”',
      'Lerato liked “Blue hour”',
      'Lerato sent you a gift: R16.80 in your earnings',
    ]);
    expect(list.items.map(({ link }) => link)).toEqual([
      `/profile/${fan.profileId}`,
      `/profile/${creator.profileId}`,
      `/profile/${creator.profileId}`,
      '/gifts',
    ]);
    expect(list.items[3]).toMatchObject({
      giftId: 'red-rose',
      actor: { id: fan.profileId, name: 'Lerato' },
      readAt: null,
    });
    expect(list.unread).toBe(4);
    expect(await bellOf(creator)).toBe(4);
    // Members are not notified of their own actions.
    expect((await listOf(fan)).items).toEqual([]);
  });

  it('a flame that was taken back causes no notification', async () => {
    const [fan, other] = [await aProfile(t), await aProfile(t)];
    await t.client(fan).call('sendFlame', { params: { id: other.profileId } });
    await t.client(fan).call('undoFlame', { params: { id: other.profileId } });
    t.clock.advance(60_000);
    await t.drain();
    expect((await listOf(other)).items).toEqual([]);
  });

  it('an event causes one notification, however often its job runs', async () => {
    const [fan, other] = [await aProfile(t), await aProfile(t)];
    const key = randomUUID();
    for (let n = 0; n < 3; n += 1) await notify('flame', other, { actorId: fan.profileId, key });
    await t.drain();
    const task = findTask(notifyKind.name);
    const notices = [{ kind: 'flame', to: { profileId: other.profileId }, key, actorId: fan.profileId }];
    await Promise.all(Array.from({ length: 10 }, () => task.run({ notices }, { id: '1', attempt: 1 })));
    expect((await listOf(other)).unread).toBe(1);
  });

  it('twelve likes of one item within an hour are one notification, and a later one begins another', async () => {
    const owner = await aCreator(t);
    const fans = await Promise.all(Array.from({ length: 12 }, () => aProfile(t)));
    const { contentId: targetId } = await aFreePicture(t, { creator: owner });
    const like = (fan: TestProfile) => ({
      kind: 'like' as const,
      to: { profileId: owner.profileId },
      key: `like:${targetId}:${fan.profileId}`,
      actorId: fan.profileId,
      targetId,
      subject: 'Evening light',
    });
    // Concurrently, from many jobs.
    await Promise.all(fans.map((fan) => t.context.notify(t.db, like(fan), like(fan))));
    await Promise.all([t.drain(), t.drain()]);
    const list = await listOf(owner);
    expect(list.items).toHaveLength(1);
    expect(list.items[0]).toMatchObject({ count: 12 });
    expect(list.items[0]?.title).toMatch(/^Member \d+ and 11 others liked “Evening light”$/);
    expect(list.unread).toBe(1);
    t.clock.advance(61 * 60_000);
    const late = await aProfile(t);
    await t.context.notify(t.db, like(late));
    await t.drain();
    expect((await listOf(owner)).items.map(({ count }) => count)).toEqual([1, 12]);
  });

  it('unread messages of one sender are one notification until they are read', async () => {
    const [fan, other] = [await aProfile(t, { displayName: 'Naledi' }), await aProfile(t)];
    for (let n = 0; n < 3; n += 1) await notify('message', other, { actorId: fan.profileId });
    await t.drain();
    expect(titles(await listOf(other))).toEqual(['Naledi sent you 3 messages']);
    await t.context.notifications.readMessagesOf(t.db, [{ accountId: other.accountId, senderId: fan.profileId }]);
    expect((await listOf(other)).unread).toBe(0);
    t.clock.advance(1_000);
    await notify('message', other, { actorId: fan.profileId });
    await t.drain();
    expect(titles(await listOf(other))).toEqual(['Naledi sent you a message', 'Naledi sent you 3 messages']);
  });

  it('messages that stay unread cause a notification, and reading the thread marks it read', async () => {
    const [fan, other] = [await aProfile(t, { displayName: 'Ayanda' }), await aProfile(t)];
    await t.context.messaging.openMatch(t.db, fan.profileId, other.profileId);
    const write = (content: string) =>
      t.client(fan).call('sendMessage', {
        params: { profileId: other.profileId },
        body: { clientId: randomUUID(), content },
      });
    const sent = await write('Hello');
    expect(sent.status).toBeLessThan(300);
    await write('Are you there?');
    t.clock.advance(6_000);
    await t.drain();
    expect(titles(await listOf(other))).toEqual(['Ayanda sent you 2 messages']);
    const page = await t.client(other).call('listMessages', { params: { profileId: fan.profileId } });
    const messageId = page.body.items.at(-1)?.id ?? '';
    await t.client(other).call('markRead', { params: { profileId: fan.profileId }, body: { messageId } });
    expect((await listOf(other)).unread).toBe(0);
  });

  it('a publication notifies every current subscriber, page by page', async () => {
    const [star, fan, over] = [await aCreator(t, { displayName: 'The star' }), await aProfile(t), await aProfile(t)];
    const at = t.clock.now();
    for (const [subscriber, days] of [
      [fan, 3],
      [over, -1],
    ] as const)
      await t.db
        .insertInto('subscriptions')
        .values({
          id: randomUUID(),
          subscriber_id: subscriber.profileId,
          creator_id: star.profileId,
          price_cents: 9_900,
          started_at: at,
          paid_until: new Date(at.getTime() + days * 86_400_000),
        })
        .execute();
    const { profileId } = star;
    const key = randomUUID();
    await t.context.notify(t.db, {
      kind: 'post',
      to: { subscribersOf: profileId },
      key,
      actorId: profileId,
      targetId: profileId,
    });
    await t.drain();
    expect(titles(await listOf(fan))).toEqual(['The star posted something new']);
    expect((await listOf(over)).items).toEqual([]);
  });
});

describe('T66 T72: which names are shown', () => {
  it('a blocked member causes no notification, either way, and earlier ones disappear with their count', async () => {
    const [one, other, third] = [await aProfile(t), await aProfile(t), await aProfile(t)];
    await notify('flame', other, { actorId: one.profileId });
    await notify('flame', other, { actorId: third.profileId });
    await t.drain();
    expect((await listOf(other)).unread).toBe(2);
    await aBlock(t, { blocker: other, blocked: one });
    await aBlock(t, { blocker: third, blocked: other });
    expect(await listOf(other)).toEqual({ items: [], nextCursor: null, unread: 0 });
    expect(await bellOf(other)).toBe(0);
    for (const actor of [one, third]) await notify('flame', other, { actorId: actor.profileId });
    await t.drain();
    expect((await listOf(other)).items).toEqual([]);
  });

  it('an incognito actor is unnamed, and a later block does not reveal them', async () => {
    const owner = await aCreator(t);
    const shy = await aProfile(t, { displayName: 'Hidden one' });
    await t.db.updateTable('profiles').set({ incognito: true }).where('id', '=', shy.profileId).execute();
    const { contentId: targetId } = await aFreePicture(t, { creator: owner });
    await notify('tip', owner, { actorId: shy.profileId });
    await notify('like', owner, { actorId: shy.profileId, targetId });
    await t.drain();
    const before = await t.client(owner).call('listNotifications');
    expect(before.body.items.map(({ actor }) => actor)).toEqual([null, null]);
    expect(before.text).not.toContain(shy.profileId);
    expect(before.text).not.toContain('Hidden one');
    await aBlock(t, { blocker: owner, blocked: shy });
    expect((await t.client(owner).call('listNotifications')).text).toBe(before.text);
  });

  it('an actor who turns incognito or is suspended disappears from the list, as a blocked one does', async () => {
    const [one, two, reader] = [await aProfile(t), await aProfile(t), await aProfile(t)];
    for (const actor of [one, two]) await notify('flame', reader, { actorId: actor.profileId });
    await t.drain();
    await t.db.updateTable('profiles').set({ incognito: true }).where('id', '=', one.profileId).execute();
    await t.db.updateTable('profiles').set({ hidden_at: t.clock.now() }).where('id', '=', two.profileId).execute();
    expect(await listOf(reader)).toEqual({ items: [], nextCursor: null, unread: 0 });
  });
});

describe('reading', () => {
  it('marks some, or everything up to one of them; foreign ids change nothing', async () => {
    const [fan, reader, stranger] = [await aProfile(t), await aProfile(t), await aProfile(t)];
    for (let n = 0; n < 5; n += 1) {
      await notify('tip', reader, { actorId: fan.profileId });
      await t.drain();
      t.clock.advance(1_000);
    }
    const { items } = await listOf(reader);
    const [newest, second, third] = items.map(({ id }) => id);
    const client = t.client(reader);
    const forged = await t.client(stranger).call('readNotifications', { body: { ids: [newest ?? ''] } });
    expect(forged.body).toEqual({ unread: 0 });
    const upToForeign = await t.client(stranger).call('readNotifications', { body: { upTo: newest ?? '' } });
    expect(upToForeign.body).toEqual({ unread: 0 });
    expect(await bellOf(reader)).toBe(5);
    expect((await client.call('readNotifications', { body: { ids: [second ?? ''] } })).body).toEqual({ unread: 4 });
    expect((await client.call('readNotifications', { body: { upTo: third ?? '' } })).body).toEqual({ unread: 1 });
    expect((await client.call('readNotifications', { body: {} })).error?.code).toBe('VALIDATION_FAILED');
    expect((await client.call('readNotifications', { body: { upTo: newest ?? '' } })).body).toEqual({ unread: 0 });
  });

  it('the count stays correct while a hundred arrive and are read concurrently', async () => {
    const [fan, reader] = [await aProfile(t), await aProfile(t)];
    const client = t.client(reader);
    const task = findTask(notifyKind.name);
    const notify = (n: number) =>
      task.run(
        {
          notices: [
            { kind: 'message', to: { profileId: reader.profileId }, key: `race:${n}`, actorId: fan.profileId },
            { kind: 'tip', to: { profileId: reader.profileId }, key: `race-tip:${n}`, actorId: fan.profileId },
          ],
        },
        { id: '1', attempt: 1 },
      );
    await Promise.all(
      Array.from({ length: 50 }, async (_, n) => {
        await notify(n);
        if (n % 7 === 0) {
          const { items } = await listOf(reader);
          await client.call('readNotifications', { body: { ids: items.slice(0, 3).map(({ id }) => id) } });
        }
      }),
    );
    const unread = (await listOf(reader)).unread;
    const { rows } = await t.database.pool.query<{ count: number; messages: number }>(
      `select count(*) filter (where read_at is null)::int as count,
              sum(count) filter (where kind = 'message')::int as messages
         from notifications where account_id = $1`,
      [reader.accountId],
    );
    expect(rows[0]).toEqual({ count: unread, messages: 50 });
    expect(await bellOf(reader)).toBe(unread);
  });

  it('pages list every notification once', async () => {
    const [fan, reader] = [await aProfile(t), await aProfile(t)];
    for (let n = 0; n < 25; n += 1) await notify('tip', reader, { actorId: fan.profileId });
    await t.drain();
    const client = t.client(reader);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await client.call('listNotifications', {
        query: { limit: '10', ...(cursor ? { cursor } : {}) },
      });
      seen.push(...body.items.map(({ id }) => id));
      cursor = body.nextCursor ?? undefined;
    } while (cursor);
    expect(new Set(seen).size).toBe(25);
    expect(seen).toHaveLength(25);
    expect((await client.call('listNotifications', { query: { cursor: 'nonsense' } })).error?.code).toBe(
      'VALIDATION_FAILED',
    );
  });
});

describe('preferences', () => {
  it('store the choice by topic and channel; safety and account are always in the list', async () => {
    const [fan, reader] = [await aProfile(t), await aProfile(t)];
    const client = t.client(reader);
    const first = (await client.call('notificationPreferences')).body;
    expect(first.topics.every(({ inApp, push, email }) => inApp && push && email)).toBe(true);
    expect(first).toMatchObject({ digest: 'off', quietHours: null, push: { thisDevice: false } });
    const { body } = await client.call('setNotificationPreferences', {
      body: {
        topics: [
          { topic: 'matches', inApp: false, push: false, email: false },
          { topic: 'tips', inApp: false },
          { topic: 'safety', inApp: false },
        ],
        quietHours: { from: '22:00', to: '06:30' },
      },
    });
    expect(body.topics.find(({ topic }) => topic === 'matches')).toMatchObject({
      inApp: false,
      push: false,
      email: false,
    });
    expect(body.topics.find(({ topic }) => topic === 'safety')).toMatchObject({ inApp: true });
    expect(body.quietHours).toEqual({ from: '22:00', to: '06:30' });
    await notify('flame', reader, { actorId: fan.profileId });
    await notify('tip', reader, { actorId: fan.profileId });
    await notify('check_in', reader);
    await t.drain();
    expect(titles(await listOf(reader))).toEqual(['Are you back? Please check in']);
    // A tip is still pushed and mailed, a flame is not shown at all.
    const kept = await t.context.notifications.exportOf(reader.accountId);
    expect(kept.notifications.map(({ kind, listed }) => `${kind} ${listed}`).sort()).toEqual([
      'check_in true',
      'tip false',
    ]);
    expect(
      (await client.call('setNotificationPreferences', { body: { quietHours: null } })).body.quietHours,
    ).toBeNull();
    const wrong = await client.call('setNotificationPreferences', {
      body: { quietHours: { from: '25:00', to: '06:00' } },
    });
    expect(wrong.error?.code).toBe('VALIDATION_FAILED');
  });
});

it('show a creator a tip in credits as their share in rand', async () => {
  const [fan, reader] = [await aProfile(t, { displayName: 'Lerato' }), await aCreator(t)];
  await giveCredits(t, fan.accountId, 40);
  await giveCredits(t, fan.accountId, 100, 'promotional');
  for (const credits of [30, 20, 10])
    await t
      .client(fan)
      .call('tipInChat', { params: { profileId: reader.profileId }, body: { clientId: randomUUID(), credits } });
  await t.drain();
  const list = await listOf(reader);
  expect(titles(list).sort()).toEqual([
    'Lerato tipped you: R10.08 in your earnings',
    'Lerato tipped you: R3.36 held, paid with free credits',
    'Lerato tipped you: R4.20 in your earnings, R2.52 held, paid with free credits',
  ]);
  expect(list.items.map(({ earned }) => earned)).toContainEqual({ credits: 16, held: 6 });
});

it('what is old goes: read after 30 days, unread after 90, with its parts', async () => {
  const [fan, reader] = [await aProfile(t), await aProfile(t)];
  const { contentId: targetId } = await aFreePicture(t, { creator });
  for (const kind of ['like', 'tip'] as const) await notify(kind, reader, { actorId: fan.profileId, targetId });
  await t.drain();
  const { items } = await listOf(reader);
  const like = items.find(({ kind }) => kind === 'like')?.id ?? '';
  await t.client(reader).call('readNotifications', { body: { ids: [like] } });
  const sweep = findTask('notifications.sweep');
  t.clock.advance(31 * 86_400_000);
  await sweep.run({}, { id: '1', attempt: 1 });
  expect((await t.context.notifications.exportOf(reader.accountId)).notifications.map(({ kind }) => kind)).toEqual([
    'tip',
  ]);
  t.clock.advance(60 * 86_400_000);
  await sweep.run({}, { id: '1', attempt: 1 });
  expect((await t.context.notifications.exportOf(reader.accountId)).notifications).toEqual([]);
});
