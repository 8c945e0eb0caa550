import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { type LedgerProcess, startLedgerProcess } from '../../../test/ledger-process.ts';
import { splitPrice } from '../../../test/split.ts';
import { newId } from '../../platform/ids.ts';
import type { PostingStatus } from '../../platform/posting.ts';
import { accountOf } from './accounts.ts';
import { grantPosting, happensOnce, type Posting, purchasePosting } from './postings.ts';
import { isSound, reconcile } from './reconcile.ts';
import { createHotReads } from './store.ts';

let test: TestDatabase;
let ledgers: [LedgerProcess, LedgerProcess];
beforeAll(async () => {
  test = await createTestDatabase();
  ledgers = [startLedgerProcess(test.url), startLedgerProcess(test.url)];
});
afterAll(async () => {
  await Promise.all(ledgers.map((each) => each.stop()));
  await test.drop();
});

const aStep = fc.record({
  kind: fc.constantFrom('unlock' as const, 'tip' as const, 'pack' as const, 'promotion' as const),
  member: fc.integer({ min: 0, max: 2 }),
  creator: fc.integer({ min: 0, max: 1 }),
  amount: fc.integer({ min: 5, max: 40 }),
  reference: fc.integer({ min: 0, max: 4 }),
  key: fc.integer({ min: 0, max: 10 }),
});
type Step = typeof aStep extends fc.Arbitrary<infer Value> ? Value : never;
/** Postings that both processes send concurrently. */
const aRound = fc.tuple(fc.array(aStep, { maxLength: 15 }), fc.array(aStep, { maxLength: 15 }));

interface PostedResult {
  posting: Posting;
  status: PostingStatus;
}

const isPurchase = ({ kind }: Posting) => kind === 'unlock' || kind === 'tip';
const sumOf = (answered: readonly PostedResult[], ownerId: string, purchases: boolean) =>
  answered
    .filter(({ posting }) => posting.ownerId === ownerId && isPurchase(posting) === purchases)
    .reduce((sum, { posting }) => sum + posting.amount, 0);

describe('two processes on one ledger', () => {
  it('post each intent once and spend only what is there, in random schedules', {
    tags: ['long'],
    timeout: 120_000,
  }, async () => {
    let together = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(aRound, { minLength: 1, maxLength: 5 }), async (rounds) => {
        const members = Array.from({ length: 3 }, () => newId());
        const creators = Array.from({ length: 2 }, () => newId());
        const toPosting = ({ kind, member, creator, amount, reference, key }: Step): Posting => {
          const ownerId = members[member] as string;
          const common = { amount, reference: `thing ${reference}`, key: `key ${key}`, description: 'Sample' };
          if (kind === 'pack' || kind === 'promotion') return grantPosting({ ...common, kind, ownerId });
          return purchasePosting({
            ...common,
            kind,
            payerId: ownerId,
            payeeId: creators[creator] as string,
            price: amount,
          });
        };
        const posted: PostedResult[] = [];
        for (const round of rounds) {
          const before = [...posted];
          const answers = await Promise.all(
            round.map(async (steps, index) => {
              const postings = steps.map(toPosting);
              const results = (await ledgers[index]?.postAll(postings)) ?? [];
              return postings.map(
                (posting, n): PostedResult => ({ posting, status: results[n]?.status ?? 'conflict' }),
              );
            }),
          );
          if (answers.every((each) => each.length > 0)) together += 1;
          const inRound = answers.flat();
          posted.push(...inRound.filter(({ status }) => status === 'posted'));
          for (const { posting } of inRound.filter(({ status }) => status === 'insufficient')) {
            // The lowest balance this member can have had during the round.
            const had = sumOf(before, posting.ownerId, false) - sumOf(posted, posting.ownerId, true);
            expect(had).toBeLessThan(posting.amount);
          }
          for (const { posting } of inRound.filter(({ status }) => status === 'repeated'))
            expect(
              posted.some((one) => one.posting.ownerId === posting.ownerId && one.posting.key === posting.key),
            ).toBe(true);
        }
        const keys = posted.map(({ posting }) => `${posting.ownerId} ${posting.key}`);
        expect(new Set(keys).size).toBe(keys.length);
        const things = posted
          .filter(({ posting }) => happensOnce(posting.kind))
          .map(({ posting }) => `${posting.ownerId} ${posting.kind} ${posting.reference}`);
        expect(new Set(things).size).toBe(things.length);
        const ids = (ownerId: string, kinds: readonly Parameters<typeof accountOf>[1][]) =>
          kinds.map((kind) => accountOf(ownerId, kind).id);
        const reads = createHotReads(test.database);
        const stored = async (all: string[]) =>
          [...(await reads.balances(all)).values()].reduce((sum, balance) => sum + Number(balance), 0);
        for (const id of members)
          expect(await stored(ids(id, ['wallet', 'wallet_promotional']))).toBe(
            sumOf(posted, id, false) - sumOf(posted, id, true),
          );
        for (const id of creators) {
          const shares = posted.filter(({ posting }) => posting.payeeId === id);
          const expected = shares.reduce((sum, { posting }) => sum + splitPrice(posting.amount).creator, 0);
          expect(await stored(ids(id, ['earnings', 'earnings_held']))).toBe(expected);
        }
      }),
      { numRuns: 120 },
    );
    expect(together).toBeGreaterThan(50);
    expect(isSound(await reconcile(test.database.pool))).toBe(true);
  });
});
