import { sql } from 'kysely';
import { markThreadsWritten, openThreads } from '../../apps/server/src/modules/messaging/threads/thread-store.ts';
import type { Config } from '../../apps/server/src/platform/config.ts';
import type { Database } from '../../apps/server/src/platform/database.ts';
import { newId } from '../../apps/server/src/platform/ids.ts';
import { createRunningClock } from '../../apps/server/test/clock.ts';
import { aProfile, aSubscription } from '../../apps/server/test/factories.ts';
import type { Person } from './message-load.ts';

/** Pairs of members with an open thread and without message quota. */
export async function chatPairs(database: Database, config: Config, pairs: number): Promise<Person[]> {
  const app = { db: database.db, clock: createRunningClock(), config };
  const people: Person[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    const [one, other] = [await aProfile(app), await aProfile(app)];
    await aSubscription(app, { subscriber: one, creator: other });
    for (const [writer, reader] of [
      [one, other],
      [other, one],
    ] as const) {
      const thread = { id: reader.profileId, box: 'inbox', conversationId: newId() } as const;
      await openThreads(database.db, writer.profileId, [thread], new Date());
      await markThreadsWritten(database.db, writer.profileId, [reader.profileId]);
    }
    people.push(...[one, other].map(({ profileId, cookie }) => ({ id: profileId, cookie })));
  }
  await sql`insert into vip_memberships (account_id, tier, started_at, paid_until)
    select id, 'diamond', now(), now() + interval '1 day' from accounts`.execute(database.db);
  return people;
}
