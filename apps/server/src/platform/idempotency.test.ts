import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { AppError } from './errors.ts';
import { createIdempotencyStore, runOnce } from './idempotency.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await sql`create table deeds (name text)`.execute(test.database.db);
});
afterAll(() => test.drop());

const job = (act: () => Promise<string | undefined>, more: { key?: string; atMostOnce?: boolean } = {}) => ({
  ownerId: '00000000-0000-4000-8000-000000000001',
  key: more.key ?? randomUUID(),
  request: { a: 1 },
  status: 201,
  atMostOnce: more.atMostOnce ?? false,
  act,
});
const age = (key: string, seconds: number) =>
  sql`update idempotency_keys set claimed_at = claimed_at - make_interval(secs => ${seconds}) where key = ${key}`.execute(
    test.database.db,
  );
const codeOf = (error: unknown) => (error instanceof AppError ? error.code : String(error));
const commit = (name: string) =>
  test.database.db
    .transaction()
    .execute(async (tx) => void (await sql`insert into deeds values (${name})`.execute(tx)));
const deeds = async (name: string) =>
  (await sql`select from deeds where name = ${name}`.execute(test.database.db)).rows.length;

it('a claim is not taken over while its process still runs, however long', async () => {
  const store = createIdempotencyStore(test.database.pool, { renewMs: 20 });
  const key = randomUUID();
  let end: (answer: string) => void = () => {};
  const answered = new Promise<string>((done) => {
    end = done;
  });
  const first = runOnce(
    store,
    job(() => answered, { key }),
  );
  await sleep(30);
  for (let minute = 0; minute < 3; minute += 1) {
    await age(key, 61);
    // Longer than one renewal interval.
    await sleep(150);
    await expect(
      runOnce(
        store,
        job(async () => '"second"', { key }),
      ).catch(codeOf),
    ).resolves.toBe('REQUEST_IN_PROGRESS');
  }
  end('"first"');
  expect(await first).toEqual({ status: 201, body: '"first"' });
  expect(
    await runOnce(
      store,
      job(async () => '"second"', { key }),
    ),
  ).toEqual({ status: 201, body: '"first"' });
});

it('a process that lost its claim can neither store a response nor release the key', async () => {
  const store = createIdempotencyStore(test.database.pool);
  const key = randomUUID();
  const slow = await store.claim('00000000-0000-4000-8000-000000000001', key, Buffer.alloc(32));
  await age(key, 61);
  const quick = await store.claim('00000000-0000-4000-8000-000000000001', key, Buffer.alloc(32));
  if ('status' in slow || 'status' in quick) throw new Error('both must act');
  await slow.release();
  await slow.store({ status: 200, body: '"slow"' });
  await quick.store({ status: 200, body: '"quick"' });
  expect(await store.claim('00000000-0000-4000-8000-000000000001', key, Buffer.alloc(32))).toEqual({
    status: 200,
    body: '"quick"',
  });
});

it('F12: work that throws after its commit is not repeated under its key', async () => {
  const store = createIdempotencyStore(test.database.pool);
  const key = randomUUID();
  const act = async () => {
    await commit(key);
    throw new Error('the answer could not be read');
  };
  await expect(runOnce(store, job(act, { key, atMostOnce: true }))).rejects.toThrow('could not be read');
  const again = await runOnce(store, job(act, { key, atMostOnce: true }));
  expect(again).toMatchObject({ status: 409 });
  expect(again.body).toContain('may have been');
  expect(await deeds(key)).toBe(1);
});

it('work that throws before any commit can be retried', async () => {
  const store = createIdempotencyStore(test.database.pool);
  const key = randomUUID();
  const refuse = async () =>
    test.database.db.transaction().execute(async (tx): Promise<string> => {
      await sql`insert into deeds values (${key})`.execute(tx);
      throw new AppError('CONFLICT');
    });
  await expect(runOnce(store, job(refuse, { key, atMostOnce: true })).catch(codeOf)).resolves.toBe('CONFLICT');
  const done = async () => {
    await commit(key);
    return '"done"';
  };
  expect(await runOnce(store, job(done, { key, atMostOnce: true }))).toEqual({ status: 201, body: '"done"' });
  expect(await deeds(key)).toBe(1);
});

it('failing to store a response does not release the key', async () => {
  const store = createIdempotencyStore(test.database.pool);
  const key = randomUUID();
  const deaf = {
    ...store,
    claim: async (...given: Parameters<typeof store.claim>) => {
      const claim = await store.claim(...given);
      return 'status' in claim ? claim : { ...claim, store: async () => Promise.reject(new Error('no connection')) };
    },
  };
  const act = async () => {
    await commit(key);
    return '"done"';
  };
  expect(await runOnce(deaf, job(act, { key }))).toEqual({ status: 201, body: '"done"' });
  await expect(runOnce(store, job(act, { key })).catch(codeOf)).resolves.toBe('REQUEST_IN_PROGRESS');
  expect(await deeds(key)).toBe(1);
});

it('a commit that PostgreSQL refused frees the key, even of what may never run twice', async () => {
  await sql`create table single_deeds (name text unique deferrable initially deferred)`.execute(test.database.db);
  const store = createIdempotencyStore(test.database.pool);
  const key = randomUUID();
  const act = async () => {
    await test.database.db.transaction().execute(async (tx) => {
      await sql`insert into single_deeds values ('one'), ('one')`.execute(tx);
    });
    return undefined;
  };
  await expect(runOnce(store, job(act, { key, atMostOnce: true }))).rejects.toMatchObject({ code: '23505' });
  const done = await runOnce(
    store,
    job(async () => '"done"', { key, atMostOnce: true }),
  );
  expect(done).toEqual({ status: 201, body: '"done"' });
});
