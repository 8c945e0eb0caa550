import { expect, it } from 'vitest';
import { createTestClock } from '../../../test/clock.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { aPurchase, spendAll, withdrawableCents } from '../../../test/farms.ts';
import { createRandom } from '../../../test/simulation/random.ts';
import { newId } from '../../platform/ids.ts';
import { isSound, reconcile } from './reconcile.ts';
import { createCreditsService } from './service.ts';

const day = 86_400_000;
const batchSize = 50;

it.each([
  ['without purchases', 0],
  ['with purchases', 0.15],
])(
  'T91: a thousand farmers %s never withdraw more rand than they paid',
  { timeout: 600_000 },
  async (_, probability) => {
    const test = await createTestDatabase({ poolSize: 12 });
    const clock = createTestClock();
    const logger = { info() {}, warn() {}, error() {} };
    const credits = createCreditsService({ database: test.database, clock, logger });
    const random = createRandom(91);
    const creators = Array.from({ length: 3 }, () => newId());
    const farmers = Array.from({ length: 1_000 }, () => ({ id: newId(), creator: random.pick(creators) }));
    let paidCents = 0;
    try {
      // Beyond the 90 days after which credits are no longer held.
      for (const days of [0, 30, 91]) {
        clock.advance(days * day);
        for (let from = 0; from < farmers.length; from += batchSize)
          await Promise.all(
            farmers.slice(from, from + batchSize).map(async ({ id, creator }) => {
              if (days < 91) await Promise.all([credits.dailyBonus(id), credits.profileBonus(id)]);
              if (random.chance(probability)) {
                const { postings, cents } = aPurchase(random, id, creator);
                paidCents += cents;
                await credits.transact((tx) => credits.postAll(tx, postings));
              }
              await spendAll(credits, random, id, creator);
            }),
          );
        await credits.held.settleDue();
        expect(await withdrawableCents(credits, creators)).toBeLessThanOrEqual(paidCents);
        expect(await credits.books.solvency()).toMatchObject({ solvent: true });
      }
      const { heldCredits } = await credits.books.solvency();
      // Income after the first 90 days is held; all before it was released or is the platform's.
      if (probability === 0) expect(await withdrawableCents(credits, creators)).toBe(0);
      else expect(await withdrawableCents(credits, creators)).toBeGreaterThan(paidCents / 3);
      expect(heldCredits).toBeLessThan(1_000n);
      expect(isSound(await reconcile(test.database.pool))).toBe(true);
    } finally {
      await test.drop();
    }
  },
);
