import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatsOf, contentsOf } from '../../../../test/chats.ts';
import { aProfile } from '../../../../test/factories.ts';
import { type SecondServer, startSecondServer } from '../../../../test/second-server.ts';
import { startTestServer, type TestServer } from '../../../../test/server.ts';
import { transact } from '../../../platform/after-commit.ts';
import { johannesburgDay } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { Outgoing } from '../types.ts';
import { chatActor } from './chat-actor.ts';
import { createPoster } from './post.ts';

let t: TestServer;
let second: SecondServer;
const { write, read } = chatsOf(() => t);
const runs = Array.from({ length: 20 }, (_, n) => n);
const copies = Array.from({ length: 10 }, (_, n) => n);
const waitingForLocks = async (db: Db) => {
  const { rows } = await sql<{ count: number }>`select count(*)::int from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.count ?? 0;
};
beforeAll(async () => {
  t = await startTestServer();
  second = await startSecondServer(t);
});
afterAll(async () => {
  await second.close();
  await t.close();
});

describe('T102: copies of the first message of a thread', () => {
  it('are one message, and each call returns it', async () => {
    for (const _run of runs) {
      const [fan, other] = await Promise.all([aProfile(t), aProfile(t)]);
      const clientId = newId();
      const answers = await Promise.all(copies.map(() => write(fan, other, 'Hello', { clientId })));
      expect(answers.map(({ status }) => status)).toEqual(copies.map(() => 201));
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
      expect(contentsOf(await read(other, fan))).toEqual(['Hello']);
    }
  });

  it('through two servers are one message, and each call returns it', async () => {
    for (const _run of runs) {
      const [fan, other] = await Promise.all([aProfile(t), aProfile(t)]);
      const clientId = newId();
      const send = ({ context }: Pick<SecondServer, 'context'>) =>
        context.messaging.send(chatActor(fan.accountId, fan.profileId), other.profileId, {
          clientId,
          content: 'Hello',
        });
      const answers = await Promise.all(copies.map((n) => send(n % 2 ? t : second)));
      expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
      expect(contentsOf(await read(other, fan))).toEqual(['Hello']);
    }
  });
});

it('T102: a thread that opens while a batch waits is missed once; the next batch writes the message', async () => {
  const [fan, other] = await Promise.all([aProfile(t), aProfile(t)]);
  const day = johannesburgDay(t.clock.now());
  const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // The batch has looked up its threads when it waits for the day's quota.
  const holding = t.db.transaction().execute(async (tx) => {
    await sql`insert into message_quotas values (${fan.profileId}, ${day}::date, 0)`.execute(tx);
    held.resolve();
    await release.promise;
  });
  await held.promise;
  const clientId = newId();
  const first = write(fan, other, 'Hello', { clientId });
  await expect.poll(() => waitingForLocks(t.db)).toBeGreaterThan(0);
  const [posted] = await transact(t.db, (tx) =>
    second.context.messaging.postWithin(tx, fan.profileId, [
      {
        id: newId(),
        sender: fan.profileId,
        receiver: other.profileId,
        clientId,
        content: 'Hello',
        payerAccountId: null,
      },
    ]),
  );
  release.resolve();
  await holding;
  expect(await first).toMatchObject({ status: 201, body: { seq: Number(posted?.seq) } });
  expect(contentsOf(await read(other, fan))).toEqual(['Hello']);
});

it('T102: a message that cannot be stored fails alone, with its copies', async () => {
  const people = await Promise.all([aProfile(t), aProfile(t), aProfile(t)]);
  const [one, other, third] = people;
  const { database, clock } = t.context;
  const poster = createPoster({ database, clock, listQuotaExempt: async () => new Set() });
  await sql`insert into vip_memberships (account_id, tier, started_at, paid_until)
    values (${one.accountId}, 'diamond', ${clock.now()}, ${new Date(clock.now().getTime() + 86_400_000)})`.execute(
    t.db,
  );
  for (const to of [other, third]) expect((await write(one, to, 'Hello')).status).toBe(201);
  const item = (to: typeof one, content: string): Outgoing => ({
    id: newId(),
    sender: one.profileId,
    receiver: to.profileId,
    clientId: newId(),
    content,
    payerAccountId: null,
  });
  const tooLong = item(other, 'x'.repeat(2_001));
  const batch = [
    item(third, 'Before'),
    tooLong,
    { ...tooLong, id: newId() },
    item(other, 'Between'),
    item(third, 'After'),
  ];
  const sent = await Promise.allSettled(batch.map((each) => poster.send(each, { accountId: one.accountId })));
  expect(sent.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled', 'fulfilled']);
  expect(contentsOf(await read(third, one))).toEqual(['Hello', 'Before', 'After']);
  expect(contentsOf(await read(other, one))).toEqual(['Hello', 'Between']);
});
