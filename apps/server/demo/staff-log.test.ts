import { expect, it } from 'vitest';
import { aProfile } from '../test/factories.ts';
import { useTestApp } from '../test/use-app.ts';
import { insertPeople, samplePeople } from './people.ts';
import { createRandom } from './random.ts';
import { demoScale } from './scale.ts';
import { insertStaffLog } from './staff-log.ts';

const t = useTestApp({ runningClock: true });

it('gives staff suspended members, ages to review and a log whose chain holds', async () => {
  const now = t.clock.now();
  const random = createRandom(demoScale.seed);
  const all = samplePeople(random, now);
  const absent = all.filter(({ creator, canSignIn, n }) => !creator && !canSignIn && (n ?? 0) >= demoScale.regulars);
  const people = [...all.filter(({ canSignIn }) => canSignIn), ...absent.slice(0, 40)];
  const client = await t.database.pool.connect();
  await insertPeople(client, random, people, new Map(), now);
  await insertStaffLog({ client, database: t.database, context: t.context, people, registrations: [], now });
  client.release();

  expect(await t.context.compliance.findBrokenLink()).toBeNull();
  const rows = await t.db.selectFrom('audit_log').select(['action', 'at']).orderBy('number').execute();
  expect(rows.length).toBeGreaterThan(15);
  expect(rows.map(({ at }) => at.getTime())).toEqual(rows.map(({ at }) => at.getTime()).toSorted((a, b) => a - b));

  const staff = t.client(await aProfile(t, { role: 'admin' }));
  const suspended = (await staff.call('adminUsers', { query: { status: 'suspended' } })).body;
  expect(suspended.total).toBe(12);
  for (const { suspendedReason } of suspended.users) expect(suspendedReason).not.toBe('');
  expect((await staff.call('adminUsers', { query: { status: 'unverified' } })).body.total).toBe(8);
  const reviews = (await staff.call('listAgeReviews')).body.items;
  expect(reviews.map(({ reason, heldBy }) => [reason, heldBy !== null]).sort()).toEqual([
    ['number_in_use', true],
    ['number_in_use', true],
    ['two_centuries', false],
    ['two_centuries', false],
  ]);
  const appeals = (await staff.call('listAppeals')).body.items;
  expect(appeals.map(({ rule }) => rule).sort()).toEqual(['copyright', 'privacy', 'spam']);
  expect((await staff.call('listAppeals', { query: { state: 'answered' } })).body.items).toHaveLength(1);
  const filters = await t.db.selectFrom('staff_filters').select('name').execute();
  expect(filters).toHaveLength(2);
});
