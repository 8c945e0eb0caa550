import type { ReportReason } from '@vlam/contract/rules/meeting';
import { beforeAll, describe, expect, it } from 'vitest';
import { aProfile, type TestProfile } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/use-app.ts';
import { newId } from '../../platform/ids.ts';

const t = useTestApp();
let [moderator, other]: TestProfile[] = [];
beforeAll(async () => {
  [moderator, other] = [await aProfile(t, { role: 'moderator' }), await aProfile(t, { role: 'moderator' })];
});

async function aReport(reason: ReportReason = 'spam', about?: TestProfile) {
  const [by, target] = [await aProfile(t), about ?? (await aProfile(t))];
  const body = { targetType: 'profile' as const, targetId: target.profileId, reason, details: 'Same text to many' };
  return { id: (await t.client(by).call('report', { body })).body.id, by, target };
}
const bulk = (reportIds: string[], decision: 'resolved' | 'dismissed' = 'dismissed', as = moderator) =>
  t.client(as).call('bulkReports', { body: { decision, reportIds, text: 'One campaign of lies' } });
const undo = (id: string, as = moderator) => t.client(as).call('undoReports', { params: { id } });
const stateOf = async (id: string) =>
  (await t.db.selectFrom('reports').selectAll().where('id', '=', id).executeTakeFirstOrThrow()).state;
const noticesOf = async (who: TestProfile) =>
  (await t.client(who).call('listNotifications')).body.items.map(({ kind }) => kind);
const loggedOf = async (id: string) =>
  (await t.db.selectFrom('audit_log').select('action').where('target_id', '=', id).orderBy('number').execute()).map(
    ({ action }) => action,
  );

describe('a bulk decision about reports', () => {
  it('decides each with its own row of the log, and names those that it was refused', async () => {
    const [first, second, own] = [await aReport(), await aReport(), await aReport('spam', moderator)];
    const child = await aReport('underage');
    const missing = newId();
    const { body } = await bulk([first.id, second.id, own.id, child.id, missing, first.id]);
    expect(body.done).toEqual([first.id, second.id]);
    expect(body.refused.map(({ id }) => id)).toEqual([own.id, child.id, missing]);
    expect(body.refused[1]?.message).toContain('under 18');
    for (const { id } of [first, second]) {
      expect(await stateOf(id)).toBe('dismissed');
      expect(await loggedOf(id)).toEqual(['report.dismissed']);
    }
    for (const { id } of [own, child]) expect([await stateOf(id), await loggedOf(id)]).toEqual(['open', []]);
    expect((await bulk([first.id])).body.refused).toEqual([{ id: first.id, message: 'This report has been decided' }]);
  });

  it('notifies reporters once it can no longer be undone', async () => {
    const { id, by } = await aReport();
    await bulk([id], 'resolved');
    await t.drain();
    expect(await noticesOf(by)).toEqual([]);
    t.clock.advance(10 * 60_000 + 5_001);
    await t.drain();
    expect(await noticesOf(by)).toEqual(['report_resolved']);
  });

  it('is undone by its author alone, and then notifies no one', async () => {
    const [first, second] = [await aReport(), await aReport()];
    const { batchId } = (await bulk([first.id, second.id])).body;
    expect((await undo(batchId, other)).error?.code).toBe('NOT_FOUND');
    expect((await undo(batchId)).body).toEqual({ done: [first.id, second.id].sort(), refused: [] });
    expect((await undo(batchId)).error?.code).toBe('CONFLICT');
    expect(await loggedOf(first.id)).toEqual(['report.dismissed', 'report.reopened']);
    const waiting = (await t.client(other).call('listReports')).body.map(({ id }) => id);
    expect(waiting).toEqual(expect.arrayContaining([first.id, second.id]));
    // One of them is dismissed for good, by itself.
    await t.client(other).call('dismissReport', { body: { reportId: second.id, reason: 'Nothing there' } });
    t.clock.advance(10 * 60_000 + 5_001);
    await t.drain();
    expect(await noticesOf(first.by)).toEqual([]);
    expect(await noticesOf(second.by)).toEqual(['report_dismissed']);
    expect(await t.context.compliance.findBrokenLink()).toBeNull();
  });

  it('stays where the report was sent again or decided anew since, and after ten minutes', async () => {
    const [again, anew, late] = [await aReport(), await aReport(), await aReport()];
    const { batchId } = (await bulk([again.id, anew.id])).body;
    const body = { targetType: 'profile' as const, targetId: again.target.profileId, reason: 'scam' as const };
    await t.client(again.by).call('report', { body });
    await t.db.updateTable('reports').set({ state: 'resolved' }).where('id', '=', anew.id).execute();
    const undone = (await undo(batchId)).body;
    expect(undone.done).toEqual([]);
    expect(new Map(undone.refused.map(({ id, message }) => [id, message]))).toEqual(
      new Map([
        [again.id, 'It was reported again since, so that report is decided'],
        [anew.id, 'This report was changed since'],
      ]),
    );
    const { batchId: old } = (await bulk([late.id])).body;
    t.clock.advance(10 * 60_000 + 1);
    expect((await undo(old)).error?.code).toBe('CONFLICT');
    expect(await stateOf(late.id)).toBe('dismissed');
  });
});

describe('the list of reports', () => {
  it('is filtered by reason, by what was reported, and by being late', async () => {
    const { id } = await aReport('extortion');
    let staff = moderator;
    const found = async (query: object) =>
      (await t.client(staff).call('listReports', { query })).body.some((report) => report.id === id);
    expect(await found({ reason: 'extortion' })).toBe(true);
    expect(await found({ reason: 'spam' })).toBe(false);
    expect(await found({ target: 'profile' })).toBe(true);
    expect(await found({ target: 'mood' })).toBe(false);
    expect(await found({ late: 'true' })).toBe(false);
    t.clock.advance(5 * 3_600_000);
    staff = await aProfile(t, { role: 'moderator' });
    expect(await found({ late: 'true', reason: 'extortion' })).toBe(true);
  });

  it('is exported without its texts and reporters, and the log says who took it', async () => {
    const staff = await aProfile(t, { role: 'moderator' });
    const { id, by, target } = await aReport('fake_profile');
    const { id: second } = await aReport('fake_profile');
    const read = async (search: string) => {
      const answer = await t.client(staff).request('GET', `/api/admin/reports/export.csv?${search}`);
      expect(answer.status).toBe(200);
      expect(answer.headers['content-disposition']).toBe('attachment; filename="vlam-reports.csv"');
      return answer.text;
    };
    const file = await read('reason=fake_profile');
    expect(file.split('\r\n')).toHaveLength(4);
    for (const part of [id, second, target.profileId, 'impersonation']) expect(file).toContain(part);
    for (const part of [by.accountId, by.profileId, 'Same text to many']) expect(file).not.toContain(part);
    const chosen = await read(`ids=${second}`);
    expect(chosen).toContain(second);
    expect(chosen).not.toContain(id);
    const { rows } = await t.database.pool.query(
      "select details from audit_log where action = 'reports.exported' and actor_id = $1 order by number",
      [staff.accountId],
    );
    expect(rows).toEqual([
      { details: { status: 'pending', rows: 2, chosen: false } },
      { details: { status: 'pending', rows: 1, chosen: true } },
    ]);
  });
});
