import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chatsOf, contentsOf } from '../../../../test/chats.ts';
import { aBlock, aProfile, aSubscription, type TestProfile } from '../../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../../test/server.ts';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { SenderSession } from '../../../platform/realtime.ts';
import type { Outgoing } from '../types.ts';
import { createPoster, type ListQuotaExempt } from './post.ts';

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
  payerAccountId: null,
});
const posterWith = (
  database: Database = t.context.database,
  listQuotaExempt: ListQuotaExempt = async () => new Set(),
) => createPoster({ database, clock: t.context.clock, listQuotaExempt });
const sessionOf = (session: Partial<SenderSession>): SenderSession => ({
  connection: {} as SenderSession['connection'],
  checkedUpTo: () => null,
  refresh: async () => {},
  isValid: () => true,
  ...session,
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

/** Runs two sends one after the other, the first of them held back by a lock until `duringLock` has run. */
async function sendBehind(from: SenderSession, duringLock: () => Promise<unknown>) {
  const [stuck, late] = [await acquainted(), await acquainted()];
  const poster = posterWith();
  const release = await hold(stuck.fan, stuck.creator);
  const first = poster.send(wordOf(stuck, 'Stuck'), { accountId: stuck.fan.accountId });
  await expect.poll(waitingForLocks).toBeGreaterThan(0);
  const second = poster.send(wordOf(late, 'Late'), { accountId: late.fan.accountId, from }).catch((error) => error);
  await duringLock();
  await release();
  expect(await first).toMatchObject({ repeated: false });
  return { outcome: await second, texts: contentsOf(await read(late.creator, late.fan)) };
}

it('T16: a session that ended while the batch before was stuck writes nothing', async () => {
  let ended = false;
  const from = sessionOf({ isValid: () => !ended });
  const { outcome, texts } = await sendBehind(from, async () => {
    ended = true;
  });
  expect(outcome).toMatchObject({ code: 'UNAUTHORIZED' });
  expect(texts).toEqual(['Hello']);
});

it.each([
  ['ended', false, { code: 'UNAUTHORIZED' }, ['Hello']],
  ['of another member ended', true, { repeated: false }, ['Hello', 'Late']],
])('T16: a batch checks sessions again when one %s since the last check', async (_name, valid, outcome, texts) => {
  const someone = await aProfile(t);
  const watch = t.context.identity.watchAccess();
  await watch.changed();
  let checks = 0;
  const from = sessionOf({
    checkedUpTo: () => watch.position,
    async refresh() {
      await watch.changed();
      checks += 1;
    },
    isValid: () => valid || checks === 0,
  });
  const sent = await sendBehind(from, () =>
    sql`update accounts set suspended_at = now(), suspended_reason = 'Test' where id = ${someone.accountId}`.execute(
      t.db,
    ),
  );
  expect(sent).toMatchObject({ outcome, texts });
  expect(checks).toBe(1);
});

it('T16: no session is checked again while no access changed', async () => {
  const pair = await acquainted();
  const watch = t.context.identity.watchAccess();
  await watch.changed();
  const refresh = () => Promise.reject(new Error('nothing changed'));
  const from = sessionOf({ checkedUpTo: () => watch.position, refresh });
  const sender = { accountId: pair.fan.accountId, from };
  expect(await posterWith().send(wordOf(pair, 'More'), sender)).toMatchObject({ repeated: false });
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
  const poster = posterWith({ ...t.context.database, planned: { query } as unknown as pg.Pool });
  const sender = { accountId: pair.fan.accountId };
  for (let n = 0; n < 4; n += 1) {
    const item = wordOf(pair, `Word ${n}`);
    const sent = await poster.send(item, sender);
    expect(sent).toMatchObject({ repeated: false });
    const { seq } = sent as { seq: bigint };
    expect(await poster.send({ ...item, id: newId() }, sender)).toMatchObject({ repeated: true, seq });
  }
  expect(aborted).toBe(1);
  expect(contentsOf(await read(pair.creator, pair.fan))).toHaveLength(5);
});

it('a failed session check refuses only messages from sockets; unreadable subscribers only messages of creators', async () => {
  const [one, other] = [await acquainted(), await acquainted()];
  const lost = Object.assign(new Error('terminating connection'), { code: '08006' });
  const poster = posterWith(t.context.database, () => Promise.reject(lost));
  const from = sessionOf({ refresh: () => Promise.reject(lost) });
  const answers = await Promise.allSettled([
    poster.send(wordOf(one, 'By socket'), { accountId: one.fan.accountId, from }),
    poster.send(wordOf(one, 'As a creator'), { accountId: one.fan.accountId, isCreator: true }),
    poster.send(wordOf(other, 'By call'), { accountId: other.fan.accountId }),
  ]);
  expect(answers).toMatchObject([
    { status: 'rejected', reason: { code: 'UNAVAILABLE' } },
    { status: 'rejected', reason: { code: 'UNAVAILABLE' } },
    { status: 'fulfilled', value: { repeated: false } },
  ]);
  expect(contentsOf(await read(one.creator, one.fan))).toEqual(['Hello']);
  expect(contentsOf(await read(other.creator, other.fan))).toEqual(['Hello', 'By call']);
});

it('T68: a duplicate after a block is a duplicate, with and without the duplicate check', async () => {
  const pair = await acquainted();
  const poster = posterWith();
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
  const poster = posterWith();
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
  const poster = posterWith();
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
