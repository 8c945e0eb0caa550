import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chatsOf, contentsOf } from '../../../../test/chats.ts';
import { aBlock, aProfile, aSubscription, type TestProfile } from '../../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../../test/server.ts';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { Standing } from '../../../platform/realtime.ts';
import type { Outgoing } from '../types.ts';
import { createPoster } from './post.ts';

let t: TestServer;
const { write, read, aPair } = chatsOf(() => t);
beforeAll(async () => {
  t = await startTestServer();
});
afterAll(() => t.close());

interface Pair {
  fan: TestProfile;
  creator: TestProfile;
}
/** Two who have written before, so that a batch can write for them. */
async function acquainted(): Promise<Pair> {
  const pair = await aPair();
  await write(pair.fan, pair.creator, 'Hello');
  return pair;
}
const wordOf = ({ fan, creator }: Pair, content: string): Outgoing => ({
  id: newId(),
  sender: fan.profileId,
  receiver: creator.profileId,
  clientId: newId(),
  content,
  replyTo: null,
  mediaId: null,
  mediaType: null,
  price: 0,
  quota: null,
});
const posterWith = (messagesPerDay: () => Promise<number | null>, database: Database = t.context.database) =>
  createPoster({
    database,
    clock: t.context.clock,
    vip: { getMessagesPerDay: messagesPerDay },
    listQuotaExempt: async () => new Set(),
  });
const unlimited = async () => null;
const standing = (refresh: () => Promise<void>, isValid: () => boolean): Standing => ({
  connection: {} as Standing['connection'],
  refresh,
  isValid,
});

const waitingForLocks = async () => {
  const { rows } = await sql<{ count: string }>`
    select count(*) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(t.db);
  return Number(rows[0]?.count);
};

/** Holds back every batch that writes between these two; answers how to let go. */
async function hold(one: TestProfile, other: TestProfile): Promise<() => Promise<void>> {
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = t.db.transaction().execute(async (tx) => {
    await sql`select id from conversations
      where low_id in (${one.profileId}, ${other.profileId}) and high_id in (${one.profileId}, ${other.profileId})
      for update`.execute(tx);
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  return async () => {
    released.resolve();
    await holding;
  };
}

it.each([
  ['is seen without another look', 0],
  ['is looked for anew when the look is old', 1_100],
])('T16: a session that ended while the batch before was stuck writes nothing: %s', async (_name, stuckForMs) => {
  const [stuck, late] = [await acquainted(), await acquainted()];
  const quotas = Promise.withResolvers<number | null>();
  const poster = posterWith(() => quotas.promise);
  let [ended, seen] = [false, false];
  const from = standing(
    async () => {
      seen = ended;
    },
    () => !seen,
  );
  const release = await hold(stuck.fan, stuck.creator);
  const first = poster.send(wordOf(stuck, 'Stuck'), { accountId: stuck.fan.accountId });
  await sleep(20);
  const second = poster.send(wordOf(late, 'Too late'), { accountId: late.fan.accountId, from }).catch((error) => error);
  quotas.resolve(null);
  await sleep(100);
  ended = true;
  if (stuckForMs === 0) seen = true;
  await sleep(stuckForMs);
  await release();
  expect(await first).toMatchObject({ repeated: false });
  expect(await second).toMatchObject({ code: 'UNAUTHORIZED' });
  expect(contentsOf(await read(late.creator, late.fan))).toEqual(['Hello']);
});

it('T68: duplicates abort one batch, not one each', async () => {
  const pair = await acquainted();
  let aborted = 0;
  const { planned } = t.context.database;
  const query = (statement: pg.QueryConfig) =>
    planned.query(statement).catch((error) => {
      aborted += 1;
      throw error;
    });
  const poster = posterWith(unlimited, { ...t.context.database, planned: { query } as unknown as pg.Pool });
  const sender = { accountId: pair.fan.accountId };
  for (let n = 0; n < 5; n += 1) {
    const item = wordOf(pair, `Word ${n}`);
    const said = await poster.send(item, sender);
    expect(said).toMatchObject({ repeated: false });
    const { seq } = said as { seq: bigint };
    expect(await poster.send({ ...item, id: newId() }, sender)).toMatchObject({ repeated: true, seq });
  }
  expect(aborted).toBe(1);
  expect(contentsOf(await read(pair.creator, pair.fan))).toHaveLength(6);
});

it('an unreadable quota is UNAVAILABLE; a failed session check refuses only messages from sockets', async () => {
  const [one, other] = [await acquainted(), await acquainted()];
  const gone = Object.assign(new Error('terminating connection'), { code: '08006' });
  const senderOf = ({ fan }: Pair) => ({ accountId: fan.accountId });
  const poor = posterWith(() => Promise.reject(gone));
  await expect(poor.send(wordOf(one, 'Lost'), senderOf(one))).rejects.toMatchObject({ code: 'UNAVAILABLE' });

  const poster = posterWith(unlimited);
  const from = standing(
    () => Promise.reject(gone),
    () => true,
  );
  const answers = await Promise.allSettled([
    poster.send(wordOf(one, 'By socket'), { ...senderOf(one), from }),
    poster.send(wordOf(other, 'By call'), senderOf(other)),
  ]);
  expect(answers).toMatchObject([
    { status: 'rejected', reason: { code: 'UNAVAILABLE' } },
    { status: 'fulfilled', value: { repeated: false } },
  ]);
  expect(contentsOf(await read(one.creator, one.fan))).toEqual(['Hello']);
  expect(contentsOf(await read(other.creator, other.fan))).toEqual(['Hello', 'By call']);
});

it('T68: a duplicate after a block is a duplicate, with and without the duplicate check', async () => {
  const pair = await acquainted();
  const poster = posterWith(unlimited);
  const sender = { accountId: pair.fan.accountId };
  const item = wordOf(pair, 'Delivered');
  const { seq } = (await poster.send(item, sender)) as { seq: bigint };
  await aBlock(t, { blocker: pair.creator, blocked: pair.fan });
  for (const _time of ['by chance', 'on purpose'])
    expect(await poster.send({ ...item, id: newId() }, sender)).toMatchObject({ repeated: true, seq });
  expect(await poster.send(wordOf(pair, 'More'), sender)).toBe('not_allowed');
});

it('T68: a retry of a message that was deleted since stores nothing', async () => {
  const { fan, creator } = await acquainted();
  await t.client(fan).call('setConversation', { params: { profileId: creator.profileId }, body: { autoDelete: 1 } });
  const body = { clientId: newId(), content: 'Gone in a minute' };
  const send = (more: object) =>
    t.client(fan).call('sendMessage', { params: { profileId: creator.profileId }, body: { ...body, ...more } });
  const { seq } = (await send({})).body;
  t.clock.advance(61_000);
  expect(await t.context.messaging.deleteExpired()).toBeGreaterThan(0);
  const late = await send({ again: true });
  expect(late.status).toBe(201);
  expect(late.body).toMatchObject({ seq, content: '', clientId: body.clientId });
  expect(late.body.deletedAt).not.toBeNull();
  expect(contentsOf(await read(creator, fan))).toEqual(['Hello']);
  // Names are kept for thirty days.
  t.clock.advance(31 * 86_400_000);
  await t.context.messaging.deleteExpired();
  const { rows } = await sql`select from message_tombstones where client_id = ${body.clientId}`.execute(t.db);
  expect(rows).toEqual([]);
});

it('T68: a block that commits while a batch waits for the thread stops that batch', async () => {
  const pair = await acquainted();
  const poster = posterWith(unlimited);
  const blocked = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const blocking = t.db.transaction().execute(async (tx) => {
    await sql`insert into blocks (blocker_id, blocked_id, created_at)
      values (${pair.creator.profileId}, ${pair.fan.profileId}, now())`.execute(tx);
    blocked.resolve();
    await go.promise;
  });
  await blocked.promise;
  const sending = poster.send(wordOf(pair, 'A moment too late'), { accountId: pair.fan.accountId });
  await expect.poll(() => waitingForLocks()).toBeGreaterThan(0);
  go.resolve();
  await blocking;
  expect(await sending).toBe('not_allowed');
  await sql`delete from blocks where blocker_id = ${pair.creator.profileId}`.execute(t.db);
  expect(await poster.send(wordOf(pair, 'Later'), { accountId: pair.fan.accountId })).toMatchObject({
    repeated: false,
  });
});

it('a message written while the reader marks an earlier one stays unread', async () => {
  const { fan, creator } = await acquainted();
  const [hello] = (await read(creator, fan)).body.items;
  const poster = posterWith(unlimited);
  const [written, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const writing = t.db.transaction().execute(async (tx) => {
    await poster.within(tx, [wordOf({ fan, creator }, 'And this')]);
    written.resolve();
    await go.promise;
  });
  await written.promise;
  const marking = t
    .client(creator)
    .call('markRead', { params: { profileId: fan.profileId }, body: { messageId: hello?.id ?? '' } });
  await expect.poll(() => waitingForLocks()).toBeGreaterThan(0);
  go.resolve();
  await Promise.all([writing, marking]);
  const list = await t.client(creator).call('listConversations', { query: {} });
  expect(list.body).toMatchObject({ unread: 1, items: [{ unread: 1 }] });
});

it('lists threads by the exact time of their last message', async () => {
  const { fan, creator } = await acquainted();
  const second = await aProfile(t);
  await aSubscription(t, { subscriber: second, creator });
  t.clock.advance(60_000 - (t.clock.now().getTime() % 60_000));
  for (const [from, content] of [
    [fan, 'One'],
    [second, 'Two'],
    [fan, 'Three'],
  ] as const) {
    t.clock.advance(1_000);
    await write(from, creator, content);
  }
  const page = (cursor?: string) =>
    t.client(creator).call('listConversations', { query: { limit: 1, ...(cursor ? { cursor } : {}), box: 'inbox' } });
  const latest = await page();
  const before = await page(latest.body.nextCursor ?? '');
  expect([latest, before].map(({ body }) => body.items[0]?.lastMessage?.content)).toEqual(['Three', 'Two']);
  expect(before.body.nextCursor).toBeNull();
});
