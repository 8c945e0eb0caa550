import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { accountOf } from './accounts.ts';
import { openDemoBalances } from './demo-balances.ts';
import { createLedger } from './ledger.ts';
import { purchasePosting } from './postings.ts';
import { isSound, reconcile } from './reconcile.ts';
import { createHotReads } from './store.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

it('F3 I1-I4: connections killed under load lose no acknowledged purchase and cause no double charge', {
  tags: ['long'],
}, async () => {
  const { pool, db } = test.database;
  const payers = Array.from({ length: 20 }, () => newId());
  const creator = newId();
  await openDemoBalances(
    db,
    payers.map((ownerId) => ({ ownerId, kind: 'wallet' as const, credits: 1_000_000 })),
  );
  const ledger = createLedger(pool);
  const until = performance.now() + 2_500;
  let unknown = 0;

  const killer = (async () => {
    while (performance.now() < until) {
      await sleep(80);
      await pool
        .query(
          `select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
        )
        .catch(() => {});
    }
  })();
  const acknowledged = await Promise.all(
    payers.map(async (payerId) => {
      const references: string[] = [];
      while (performance.now() < until) {
        const reference = newId();
        const posting = purchasePosting({
          kind: 'unlock',
          payerId,
          payeeId: creator,
          price: 10,
          reference,
          key: reference,
          description: 'Blue hour',
        });
        // As clients do: retries with the same key while the outcome is unknown.
        for (let answered = false; !answered; ) {
          try {
            const { status } = await ledger.post(posting);
            expect(['posted', 'repeated']).toContain(status);
            answered = true;
          } catch (error) {
            expect(error).toBeInstanceOf(AppError);
            expect((error as AppError).code).toBe('UNAVAILABLE');
            unknown += 1;
            await sleep(5);
          }
        }
        references.push(reference);
      }
      return references;
    }),
  );
  await killer;

  expect(unknown).toBeGreaterThan(0);
  const reads = createHotReads(test.database);
  const kept = await reads.purchases(
    payers.map((payerId, index) => ({ payerId, kind: 'unlock' as const, references: acknowledged[index] ?? [] })),
  );
  expect(kept.map((found) => found.size)).toEqual(acknowledged.map((references) => references.length));
  const wallets = await reads.balances(payers.map((payerId) => accountOf(payerId, 'wallet').id));
  for (const [index, payerId] of payers.entries())
    expect(wallets.get(accountOf(payerId, 'wallet').id)).toBe(
      BigInt(1_000_000 - 10 * (acknowledged[index]?.length ?? 0)),
    );
  // I3: purchases × price = income of the platform and the creator.
  const count = acknowledged.reduce((sum, references) => sum + references.length, 0);
  const earned = (await reads.balances([accountOf(creator, 'earnings').id])).get(accountOf(creator, 'earnings').id);
  expect(earned).toBe(BigInt(count * 8));
  expect(isSound(await reconcile(pool))).toBe(true);
});
