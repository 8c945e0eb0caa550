import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useTestApp } from '../../test/use-app.ts';
import { findSimilar } from './trigram.ts';

const t = useTestApp();

it('gives up what only adds to a result after 0.3 s, and no other failure', async () => {
  const sleep = (seconds: number) =>
    findSimilar(t.database.db, async (tx) => (await sql`select pg_sleep(${seconds})`.execute(tx)).rows);
  expect(await sleep(0.01)).toHaveLength(1);
  const since = performance.now();
  expect(await sleep(20)).toEqual([]);
  expect(performance.now() - since).toBeLessThan(10_000);
  await expect(
    findSimilar(t.database.db, (tx) => sql`select 1 / 0`.execute(tx).then(({ rows }) => rows)),
  ).rejects.toThrow('division by zero');
  // The limit ends with its transaction.
  expect(
    (await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(t.db)).rows,
  ).not.toEqual([{ limit: '300ms' }]);
});
