import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aProfile, type TestProfile } from '../../../../test/factories.ts';
import { useTestApp } from '../../../../test/use-app.ts';
import { newId } from '../../../platform/ids.ts';

const t = useTestApp();
let admin: TestProfile;
let other: TestProfile;
beforeAll(async () => {
  admin = await aProfile(t, { role: 'admin' });
  other = await aProfile(t, { role: 'admin' });
});

async function aDeadJob(task = 'media.sweep', payload: object = {}): Promise<string> {
  const id = newId();
  const error = 'Error EENVELOPE\n    at send (mailer.ts:1)\n    at work (job-runner.ts:2)';
  await t.db
    .insertInto('dead_jobs')
    .values({ id, task, payload: JSON.stringify(payload), error, failed_at: t.clock.now() })
    .execute();
  return id;
}
const desk = (who = admin) => t.client(who);
const deadIds = async () => (await desk().call('listDeadJobs', {})).body.items.map(({ id }) => id);
async function queued(task: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from graphile_worker.jobs where task_identifier = ${task}`.execute(t.db);
  return rows[0]?.count ?? 0;
}
const rowsOf = (id: string) =>
  t.db
    .selectFrom('audit_log')
    .select(['actor_id', 'action', 'reason', 'details'])
    .where('target_id', '=', id)
    .execute();

describe('the health of the machinery', () => {
  it('says which parts work, what waits and for how long, and how much was given up', async () => {
    const past = new Date(t.clock.now().getTime() - 90_000);
    await sql`select from graphile_worker.add_job('vip.renew', run_at => ${past})`.execute(t.db);
    await sql`select from graphile_worker.add_job('vip.renew', run_at => ${new Date(Date.now() + 3_600_000)})`.execute(
      t.db,
    );
    await aDeadJob();
    const { body } = await desk().call('systemHealth');
    expect(body.parts.map(({ name, ok }) => [name, ok])).toEqual([
      ['database', true],
      ['ledger', true],
      ['storage', true],
      ['jobs', true],
    ]);
    const queue = body.queues.find(({ task }) => task === 'vip.renew');
    expect(queue).toMatchObject({ waiting: 1, running: 0, later: 1 });
    expect(queue?.oldestSeconds).toBeGreaterThanOrEqual(90);
    expect(body.deadJobs).toBeGreaterThanOrEqual(1);
    expect(body.disk?.freeBytes).toBeGreaterThan(0);
  });
});

describe('T22: jobs that were given up', () => {
  it('are listed newest first, page by page, with the place of their failure and without what they carry', async () => {
    await t.db.deleteFrom('dead_jobs').execute();
    const ids = [await aDeadJob('mail.send', { id: 'kanarie' }), await aDeadJob(), await aDeadJob('gone.kind')];
    const first = await desk().call('listDeadJobs', { query: { limit: '2' } });
    expect(first.body.items.map(({ id, canRun }) => [id, canRun])).toEqual([
      [ids[2], false],
      [ids[1], true],
    ]);
    const cursor = first.body.nextCursor ?? '';
    const second = await desk().call('listDeadJobs', { query: { limit: '2', cursor } });
    expect(second.body.items.map(({ id }) => id)).toEqual([ids[0]]);
    expect(second.body.items[0]?.error).toBe('Error EENVELOPE\n    at send (mailer.ts:1)');
    expect(first.text + second.text).not.toContain('kanarie');
  });

  it('run again with what they carried, once however often they are asked for, and leave a row of the log', async () => {
    const id = await aDeadJob('mail.send', { id: newId() });
    const before = await queued('mail.send');
    const taps = await Promise.all(
      [admin, admin, other].map((who) => desk(who).call('runDeadJobs', { body: { ids: [id] } })),
    );
    expect(taps.map(({ body }) => body.taken).sort()).toEqual([0, 0, 1]);
    expect(taps.map(({ body }) => body.gone).sort()).toEqual([0, 1, 1]);
    expect(await queued('mail.send')).toBe(before + 1);
    expect(await deadIds()).not.toContain(id);
    expect(await rowsOf(id)).toMatchObject([{ action: 'job.run-again', details: { task: 'mail.send' } }]);
    const { rows } = await sql<{ attempts: number; max: number }>`
      select attempts, max_attempts as max from graphile_worker.jobs
        where task_identifier = 'mail.send' order by id desc limit 1`.execute(t.db);
    expect(rows).toEqual([{ attempts: 0, max: 10 }]);
  });

  it('of a kind that this version does not know stay where they are, with all that were asked for beside them', async () => {
    const [known, unknown] = [await aDeadJob(), await aDeadJob('gone.kind')];
    const refused = await desk().call('runDeadJobs', { body: { ids: [known, unknown] } });
    expect(refused.error).toMatchObject({
      code: 'CONFLICT',
      message: 'This version of the program knows no job gone.kind. Discard it',
    });
    expect(await deadIds()).toEqual(expect.arrayContaining([known, unknown]));
    expect([...(await rowsOf(known)), ...(await rowsOf(unknown))]).toEqual([]);
  });

  it('are discarded with a reason, once', async () => {
    const id = await aDeadJob('gone.kind');
    const reasonless = await desk().call('discardDeadJobs', { body: { ids: [id], reason: '  ' } });
    expect(reasonless.error?.code).toBe('VALIDATION_FAILED');
    const reason = 'Its member is gone';
    const discarded = [
      await desk().call('discardDeadJobs', { body: { ids: [id], reason } }),
      await desk(other).call('discardDeadJobs', { body: { ids: [id], reason } }),
    ];
    expect(discarded.map(({ body }) => body)).toEqual([
      { taken: 1, gone: 0 },
      { taken: 0, gone: 1 },
    ]);
    expect(await rowsOf(id)).toMatchObject([{ actor_id: admin.accountId, action: 'job.discarded', reason }]);
    expect((await desk().call('runDeadJobs', { body: { ids: [id] } })).body).toEqual({ taken: 0, gone: 1 });
  });
});
