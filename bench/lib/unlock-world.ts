import { randomBytes } from 'node:crypto';
import { openDemoBalances } from '../../apps/server/src/modules/credits/demo-balances.ts';
import type { Config } from '../../apps/server/src/platform/config.ts';
import type { Database } from '../../apps/server/src/platform/database.ts';
import { createTestClock } from '../../apps/server/test/clock.ts';
import { aCreator, aPaidPicture, aProfile, type TestProfile } from '../../apps/server/test/factories.ts';

export interface UnlockWorld {
  /** Cookies of fans who can pay for everything. */
  cookies: string[];
  /** Content ids of the one popular creator. */
  hot: string[];
  /** Content ids of all the others. */
  random: string[];
}

export const benchEnvironment = (url: string): Record<string, string> => ({
  NODE_ENV: 'test',
  DEMO: '0',
  DATABASE_URL: url,
  PUBLIC_URL: 'http://127.0.0.1',
  MASTER_KEY: randomBytes(32).toString('hex'),
  LOG_LEVEL: 'info',
});

/** Fans with wallets, one creator with many pictures, and many creators with a few. */
export async function makeUnlockWorld(
  database: Database,
  config: Config,
  counts: { fans: number; hotItems: number; creators: number; itemsEach: number; price: number },
): Promise<UnlockWorld> {
  const app = { db: database.db, clock: createTestClock(), config };
  const many = async <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> => {
    const made: T[] = [];
    for (let start = 0; start < count; start += 12)
      made.push(
        ...(await Promise.all(Array.from({ length: Math.min(12, count - start) }, (_, index) => make(start + index)))),
      );
    return made;
  };
  const fans = await many(counts.fans, () => aProfile(app));
  const creators = await many(counts.creators + 1, () => aCreator(app));
  await openDemoBalances(database.db, [
    ...fans.flatMap(({ accountId: ownerId }) => [
      { ownerId, kind: 'wallet' as const, credits: 1_000_000_000 },
      { ownerId, kind: 'wallet_promotional' as const, credits: 25 },
    ]),
    ...creators.map(({ profileId }) => ({ ownerId: profileId, kind: 'earnings' as const, credits: 1 })),
  ]);
  const pictures = (creator: TestProfile, count: number) =>
    many(count, async () => (await aPaidPicture(app, { creator, price: counts.price })).contentId);
  const hot = await pictures(creators[0] as TestProfile, counts.hotItems);
  const random: string[] = [];
  for (const creator of creators.slice(1)) random.push(...(await pictures(creator, counts.itemsEach)));
  await database.pool.query('vacuum analyze');
  return { cookies: fans.map(({ cookie }) => cookie), hot, random };
}
