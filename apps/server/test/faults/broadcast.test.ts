import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { aCreator, type TestProfile } from '../factories.ts';
import { useTestApp } from '../use-app.ts';
import { createServerProcess, type ServerProcess } from './server-process.ts';

// A broadcast to 2,000 subscribers, while the process that writes it is killed repeatedly.

const subscribers = 2_000;
let server: ServerProcess;
let creator: TestProfile;

const t = useTestApp();
beforeAll(async () => {
  server = await createServerProcess({ databaseUrl: t.databaseUrl });
  creator = await aCreator(t);
  await sql`
    with fans as (select gen_random_uuid() as account_id, gen_random_uuid() as id, n from generate_series(1, ${subscribers}::int) as n),
    made as (
      insert into accounts (id, email, first_name, last_name, role, age_verified_at, profile_id)
        select account_id, 'fan' || n || '@people.test', 'Fan', 'Test', 'user', now(), id from fans),
    shown as (
      insert into profiles (id, account_id, display_name, stated_age, city)
        select id, account_id, 'Fan ' || n, 30, 'Cape Town' from fans)
    insert into subscriptions (id, subscriber_id, creator_id, price_cents, started_at, paid_until)
      select gen_random_uuid(), id, ${creator.profileId}, 9900, now(), now() + interval '20 days' from fans`.execute(
    t.db,
  );
}, 60_000);
afterAll(async () => {
  await server.destroy();
});

const written = async (id: string) => {
  const { rows } = await sql<{ messages: bigint; threads: bigint }>`
    select count(*) as messages, count(distinct conversation_id) as threads from messages where broadcast_id = ${id}`.execute(
    t.db,
  );
  return { messages: Number(rows[0]?.messages), threads: Number(rows[0]?.threads) };
};

it('F1: reaches every subscriber once, however often the process is killed', async () => {
  const { body } = await t.client(creator).call('sendBroadcast', {
    body: { clientId: newId(), content: 'New pictures tonight', audience: { kind: 'subscribers' } },
  });
  expect(body).toMatchObject({ recipients: subscribers, state: 'sending' });
  let before = 0;
  for (let kills = 1; kills <= 3; kills += 1) {
    await server.start();
    const since = performance.now();
    while ((await written(body.id)).messages <= before && performance.now() - since < 30_000) await sleep(5);
    await server.kill();
    const { messages, threads } = await written(body.id);
    expect(messages).toBe(threads);
    expect(messages).toBeGreaterThan(before);
    before = messages;
    // The dead worker keeps the first job locked for hours; the check each minute finds the rest.
    await t.context.jobs.enqueue(t.db, { name: 'messaging.broadcast', maxAttempts: 1 }, { id: body.id });
  }
  expect(before).toBeLessThan(subscribers);
  await t.context.chat.work(body.id);
  expect(await written(body.id)).toEqual({ messages: subscribers, threads: subscribers });
  const { items } = (await t.client(creator).call('listBroadcasts')).body;
  expect(items).toMatchObject([{ state: 'sent', sent: subscribers, skipped: 0 }]);
}, 120_000);

it('F1: takes it back from everyone who has not read it, however often the process is killed', async () => {
  const [broadcast] = (await t.client(creator).call('listBroadcasts')).body.items;
  const id = broadcast?.id ?? '';
  await sql`update conversation_members as theirs set read_seq = message.seq from messages message
    where message.broadcast_id = ${id} and theirs.conversation_id = message.conversation_id
      and theirs.other_id = message.sender_id and theirs.profile_id in (
        select profile_id from message_broadcast_recipients where broadcast_id = ${id} order by profile_id limit 300)`.execute(
    t.db,
  );
  const gone = async () => {
    const { rows } = await sql<{ deleted: bigint; noted: bigint }>`
      select count(*) filter (where message.deleted_at is not null) as deleted,
          (select count(*) from message_broadcast_recipients where broadcast_id = ${id} and taken_back) as noted
        from messages message where message.broadcast_id = ${id}`.execute(t.db);
    return { deleted: Number(rows[0]?.deleted), noted: Number(rows[0]?.noted) };
  };
  await t.client(creator).call('takeBackBroadcast', { params: { id } });
  let before = 0;
  for (let kills = 1; kills <= 2; kills += 1) {
    await server.start();
    const since = performance.now();
    while ((await gone()).deleted <= before && performance.now() - since < 30_000) await sleep(5);
    await server.kill();
    const { deleted, noted } = await gone();
    expect(noted).toBe(deleted);
    expect(deleted).toBeGreaterThan(before);
    before = deleted;
    await t.context.jobs.enqueue(t.db, { name: 'messaging.take-back', maxAttempts: 1 }, { id });
  }
  await Promise.all([t.context.chat.takeBack(id), t.context.chat.takeBack(id)]);
  expect(await gone()).toEqual({ deleted: subscribers - 300, noted: subscribers - 300 });
}, 120_000);
