import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { splitPrice } from '../../../test/split.ts';
import { newId } from '../../platform/ids.ts';
import type { PostingStatus } from '../../platform/posting.ts';
import { accountOf } from './accounts.ts';
import { createLedger } from './ledger.ts';
import { grantPosting, happensOnce, type Posting, purchasePosting } from './postings.ts';
import { isSound, reconcile } from './reconcile.ts';
import { createHotReads } from './store.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

/** The same rules in plain JavaScript, one posting after the other. */
class Model {
  readonly balances = new Map<string, number>();
  readonly byKey = new Map<string, Posting>();
  readonly once = new Set<string>();

  private move(id: string, by: number): void {
    this.balances.set(id, (this.balances.get(id) ?? 0) + by);
  }

  post(posting: Posting): PostingStatus {
    const earlier = this.byKey.get(`${posting.ownerId} ${posting.key}`);
    const thing = `${posting.ownerId} ${posting.kind} ${posting.reference}`;
    if (earlier) {
      const same =
        earlier.kind === posting.kind &&
        earlier.reference === posting.reference &&
        earlier.payeeId === posting.payeeId &&
        (earlier.amount === posting.amount || happensOnce(posting.kind));
      return same ? 'repeated' : 'conflict';
    }
    if (happensOnce(posting.kind) && this.once.has(thing)) return 'owned';
    const held = this.balances.get(posting.source.id) ?? 0;
    const reserve = posting.reserve ? (this.balances.get(posting.reserve.id) ?? 0) : 0;
    if (posting.source.ownerId && held + reserve < posting.amount) return 'insufficient';
    const fromSource = posting.source.ownerId ? Math.min(held, posting.amount) : posting.amount;
    this.move(posting.source.id, -fromSource);
    if (posting.reserve) this.move(posting.reserve.id, fromSource - posting.amount);
    const { creator } = posting.shared ? splitPrice(posting.amount) : { creator: posting.amount };
    const paidBySource = Math.min(creator, fromSource);
    this.move(posting.target.id, paidBySource);
    this.move(posting.reserveTarget?.id ?? posting.target.id, creator - paidBySource);
    this.byKey.set(`${posting.ownerId} ${posting.key}`, posting);
    if (happensOnce(posting.kind)) this.once.add(thing);
    return 'posted';
  }
}

const aStep = fc.record({
  kind: fc.constantFrom(
    'unlock' as const,
    'tip' as const,
    'pack' as const,
    'promotion' as const,
    'daily_bonus' as const,
  ),
  member: fc.integer({ min: 0, max: 3 }),
  creator: fc.integer({ min: 0, max: 2 }),
  amount: fc.integer({ min: 1, max: 40 }),
  reference: fc.integer({ min: 0, max: 5 }),
  key: fc.integer({ min: 0, max: 12 }),
});

describe('the ledger against a model', () => {
  it('agrees on every result and balance for random batches', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(aStep, { maxLength: 25 }), { maxLength: 6 }), async (batches) => {
        const members = Array.from({ length: 4 }, () => newId());
        const creators = Array.from({ length: 3 }, () => newId());
        const ledger = createLedger(test.database.pool);
        const model = new Model();
        for (const batch of batches) {
          const postings = batch.map(({ kind, member, creator, amount, reference, key }): Posting => {
            const ownerId = members[member] as string;
            const common = { amount, reference: `thing ${reference}`, key: `key ${key}`, description: 'Sample' };
            return kind === 'unlock' || kind === 'tip'
              ? purchasePosting({
                  ...common,
                  kind,
                  payerId: ownerId,
                  payeeId: creators[creator] as string,
                  price: amount,
                })
              : grantPosting({ ...common, kind, ownerId });
          });
          const expected = postings.map((posting) => model.post(posting));
          const results = await ledger.postAll(postings);
          expect(results.map(({ status }) => status)).toEqual(expected);
        }
        const owned = [
          ...members.flatMap((id) => [accountOf(id, 'wallet'), accountOf(id, 'wallet_promotional')]),
          ...creators.flatMap((id) => [accountOf(id, 'earnings'), accountOf(id, 'earnings_held')]),
        ].map(({ id }) => id);
        const stored = await createHotReads(test.database).balances(owned);
        for (const id of owned) expect(Number(stored.get(id) ?? 0n)).toBe(model.balances.get(id) ?? 0);
      }),
      { numRuns: 150 },
    );
    // I1 and I2 over the data of all runs.
    expect(isSound(await reconcile(test.database.pool))).toBe(true);
  });
});
