import { sql } from 'kysely';
import type { Config } from '../../apps/server/src/platform/config.ts';
import type { Database } from '../../apps/server/src/platform/database.ts';
import { createRunningClock } from '../../apps/server/test/clock.ts';
import { aProfile, aSubscription, type TestProfile } from '../../apps/server/test/factories.ts';

/** What the factories of people need. */
export const worldOf = (database: Database, config: Config) => ({
  db: database.db,
  clock: createRunningClock(),
  config,
});

/** Two who may write to each other as much as they like. */
export async function aTalkingPair(world: ReturnType<typeof worldOf>): Promise<readonly [TestProfile, TestProfile]> {
  const sides = [await aProfile(world), await aProfile(world)] as const;
  await aSubscription(world, { subscriber: sides[0], creator: sides[1] });
  for (const { accountId } of sides)
    await sql`insert into vip_memberships (account_id, tier, started_at, paid_until)
      values (${accountId}, 'diamond', now(), now() + interval '1 day')`.execute(world.db);
  return sides;
}
