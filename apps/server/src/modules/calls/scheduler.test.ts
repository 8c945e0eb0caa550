import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { aCreator, aProfile } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/use-app.ts';
import { newId } from '../../platform/ids.ts';
import { createCallScheduler } from './scheduler.ts';

const t = useTestApp();

it('settles the calls behind two hundred that cannot be settled', async () => {
  const [fan, creator] = [await aProfile(t), await aCreator(t)];
  const now = t.clock.now();
  const ids = Array.from({ length: 450 }, () => newId()).sort();
  // Rang long ago, and were not accepted.
  await sql`insert into calls (id, caller_account_id, caller_id, partner_id, credits_per_minute, minute_ms, created_at)
    select id, ${fan.accountId}, ${fan.profileId}, ${creator.profileId}, 18, 60000, ${new Date(now.getTime() - 600_000)}
      from unnest(${ids}::uuid[]) as id`.execute(t.db);
  const settled: string[] = [];
  const scheduler = createCallScheduler({
    database: t.context.database,
    clock: t.clock,
    logger: t.context.logger,
    settings: t.context.settings,
    lifecycle: {
      async settle(id) {
        settled.push(id);
        if (ids.indexOf(id) < 400) throw new Error('cannot be settled');
      },
      finish: () => Promise.reject(new Error('must not finish a call')),
    },
  });
  expect(await scheduler.runDue()).toBe(450);
  expect(settled.sort()).toEqual(ids);
});
