import { reportCounts } from '@vlam/contract/rules/period-reports';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { anAccount, aSession, type TestAccount } from '../../../../test/factories.ts';
import { readPdf } from '../../../../test/read-pdf.ts';
import { useDesk } from '../../../../test/takedowns.ts';
import { mask } from './figures.ts';

const { t, people, complain, act, statusOf, signIn } = useDesk();
const hour = 3_600_000;
const day = 24 * hour;
let admin: TestAccount;

const at = (moment: string) => t.clock.advance(new Date(moment).getTime() - t.clock.now().getTime());
beforeEach(async () => {
  admin ??= await anAccount(t, { role: 'admin' });
  Object.assign(admin, await aSession(t, admin.accountId));
});

const read = async (kind: 'acquirer' | 'transparency', period?: string) => {
  Object.assign(admin, await aSession(t, admin.accountId));
  const answer = await t.client(admin).call('periodReport', { query: { kind, ...(period ? { period } : {}) } });
  expect(answer.status).toBe(200);
  return answer.body;
};
const countsOf = ({ counts }: { counts: { name: string; count: number | null }[] }) =>
  Object.fromEntries(counts.filter(({ count }) => count !== 0).map(({ name, count }) => [name, count]));
const close = async () => {
  await t.context.records.reports.closeEnded();
  await t.drain();
};

describe('a month', () => {
  it('counts what came, what was decided, what was appealed, and how long each took', async () => {
    const one = await complain({ class: 'image', description: 'Me, in a garden' });
    const other = await complain({ class: 'copyright', description: 'My photo' });
    const reported = await t
      .client(people.fan)
      .call('report', { body: { targetType: 'profile', targetId: people.creator.profileId, reason: 'spam' } });
    expect(reported.status).toBe(201);
    t.clock.advance(2 * hour);
    await signIn();
    await act(one, 'remove');
    t.clock.advance(8 * hour);
    await signIn();
    await act(other, 'refuse');
    t.clock.advance(day);
    await t
      .client()
      .call('appealTakedown', { body: { caseNumber: other.caseNumber, pin: other.pin, text: 'It is mine' } });
    t.clock.advance(5 * hour);
    await act(other, 'remove', await anAccount(t, { role: 'moderator' }));
    expect((await statusOf(other)).body.state).toBe('removed');
    const { counts, times, closedAt, startsAt, endsAt, before } = await read('acquirer');
    expect(countsOf({ counts })).toEqual({
      takedown_image: 1,
      takedown_copyright: 1,
      takedowns_removed: 1,
      takedowns_refused: 1,
      reports_received: 1,
      appeals_received: 1,
      appeals_reversed: 1,
    });
    expect(counts.map(({ name }) => name)).toEqual(reportCounts);
    expect(times).toEqual([
      // Two and ten hours: half way, and nine tenths of the way.
      { name: 'takedowns', decided: 2, medianMinutes: 360, p90Minutes: 552 },
      { name: 'reports', decided: 0, medianMinutes: null, p90Minutes: null },
      { name: 'appeals', decided: 1, medianMinutes: 300, p90Minutes: 300 },
      { name: 'authorities', decided: 0, medianMinutes: null, p90Minutes: null },
    ]);
    expect([closedAt, startsAt, endsAt, before]).toEqual([
      null,
      '2026-10-31T22:00:00.000Z',
      '2026-11-30T22:00:00.000Z',
      null,
    ]);
  });

  it('gives the same numbers for ever once it is closed, though its cases are gone', async () => {
    await complain({ class: 'threat', description: 'He will post it' });
    at('2026-12-01T00:20:00+02:00');
    const asked = await read('acquirer', '2026-11');
    await close();
    const closed = await read('acquirer', '2026-11');
    expect(closed.counts).toEqual(asked.counts);
    expect(closed.hash).toMatch(/^[0-9a-f]{64}$/);
    await t.db.deleteFrom('takedown_cases').execute();
    await close();
    expect(await read('acquirer', '2026-11')).toEqual(closed);
    await expect(sql`update period_reports set figures = '{}'`.execute(t.db)).rejects.toThrow('never changed');
    await expect(sql`delete from period_reports`.execute(t.db)).rejects.toThrow('never changed');
    await expect(sql`truncate period_reports`.execute(t.db)).rejects.toThrow('never changed');
  });

  it('is closed by the job on the first, also the months that were missed, with a report of zeros, and mailed', async () => {
    const set = await t
      .client(admin)
      .call('setReportRecipients', { body: { recipients: ['Risk@Acquirer.example', 'risk@acquirer.example'] } });
    expect(set.body).toEqual({ recipients: ['risk@acquirer.example'] });
    at('2027-03-01T00:20:00+02:00');
    await close();
    const months = ['2026-12', '2027-01', '2027-02'];
    for (const month of months) {
      const { counts, closedAt } = await read('acquirer', month);
      expect([countsOf({ counts }), closedAt]).toEqual([{}, t.clock.now().toISOString()]);
    }
    const mails = (await t.context.mailer.outbox()).filter(({ to }) => to === 'risk@acquirer.example');
    expect(mails.map(({ subject }) => subject.slice(-7)).sort()).toEqual(months);
    expect(mails[0]?.text).toContain('Takedown requests decided: taken down: 0');
    const { periods } = (await t.client(admin).call('listPeriodReports')).body;
    expect(periods.filter(({ closedAt }) => closedAt === null).map(({ period }) => period)).toEqual([
      '2027-03',
      '2027-H1',
    ]);
    const actions = await t.db
      .selectFrom('audit_log')
      .select('target_id')
      .where('action', '=', 'report.closed')
      .orderBy('number')
      .execute();
    expect(actions.map((row) => row.target_id)).toEqual(['2026-11', ...months, '2026-H2']);
  });

  it('is nothing in the future, before the first account, or of the other kind', async () => {
    for (const [kind, period] of [
      ['acquirer', '2027-09'],
      ['acquirer', '2026-10'],
      ['acquirer', '2026-H2'],
      ['transparency', '2026-11'],
    ] as const)
      expect((await t.client(admin).call('periodReport', { query: { kind, period } })).status).toBe(404);
  });

  it('leaves as CSV and PDF, with a row of the log', async () => {
    const query = { kind: 'acquirer', period: '2026-11' };
    const csv = await t.client(admin).call('exportPeriodReport', { query: { ...query, format: 'csv' } });
    expect(csv.text).toContain('"Takedown requests: threats, extortion, trafficking",1');
    expect(csv.text).toContain('"Period","1 Nov 2026 to 30 Nov 2026"');
    const pdf = await t.app.inject({
      url: '/api/admin/period-report/export?kind=acquirer&period=2026-11&format=pdf',
      headers: { host: 'vlam.test', cookie: admin.cookie, 'sec-fetch-site': 'same-origin' },
    });
    const { hash } = await read('acquirer', '2026-11');
    const written = (await readPdf(pdf.rawPayload)).map(({ text }) => text).join('\n');
    expect(written).toContain(hash);
    expect(written).toContain('Takedown requests: threats, extortion, trafficking');
    const rows = await t.db
      .selectFrom('audit_log')
      .select(['actor_id', 'target_id'])
      .where('action', '=', 'report.exported')
      .execute();
    expect(rows).toEqual(Array(2).fill({ actor_id: admin.accountId, target_id: '2026-11' }));
  });
});

describe('a half-year', () => {
  it('is public once it is closed, with counts under five masked, and times of so few cases as well', async () => {
    at('2027-04-01T10:00:00+02:00');
    await signIn();
    for (let index = 0; index < 5; index += 1) await complain({ class: 'image', description: 'Me' });
    const late = await complain({ class: 'other', description: 'Rude' });
    t.clock.advance(hour);
    await signIn();
    await act(late, 'refuse');
    expect((await t.client().call('transparencyReports')).body.map(({ period }) => period)).toEqual(['2026-H2']);
    at('2027-07-01T00:20:00+02:00');
    await close();
    const [newest] = (await t.client().call('transparencyReports')).body;
    expect(newest?.period).toBe('2027-H1');
    const shown = new Map(newest?.counts.map(({ name, count }) => [name, count]));
    expect(
      ['takedown_image', 'takedown_other', 'takedown_minor', 'takedowns_refused'].map((name) =>
        shown.get(name as never),
      ),
    ).toEqual([5, null, 0, null]);
    expect(newest?.times[0]).toEqual({ name: 'takedowns', decided: null, medianMinutes: null, p90Minutes: null });
    expect((await read('transparency', '2027-H1')).counts.find(({ name }) => name === 'takedown_other')?.count).toBe(1);
    const csv = await t.client().request('GET', '/api/transparency/2027-H1.csv');
    expect(csv.text).toContain('"Takedown requests: other","fewer than 5"');
    expect((await t.client().request('GET', '/api/transparency/2027-H2.csv')).status).toBe(404);
    expect((await t.client().request('GET', '/api/transparency/2027-H1.pdf')).status).toBe(200);
  });

  it('masks a sum from which a masked count could be computed', () => {
    const counts = [
      { name: 'takedowns_removed' as const, count: 40 },
      { name: 'takedowns_refused' as const, count: 2 },
    ];
    const time = { name: 'takedowns' as const, decided: 42, medianMinutes: 90, p90Minutes: 300 };
    const shown = mask({ counts, times: [time] });
    expect(shown.counts.map(({ count }) => count)).toEqual([40, null]);
    expect(shown.times).toEqual([{ ...time, decided: null }]);
  });

  it('masks one to four, and nothing else', () => {
    const counted = [0, 1, 4, 5, 120].map((count, index) => ({ name: reportCounts[index] ?? 'hash_matches', count }));
    expect(mask({ counts: counted, times: [] }).counts.map(({ count }) => count)).toEqual([0, null, null, 5, 120]);
  });
});
