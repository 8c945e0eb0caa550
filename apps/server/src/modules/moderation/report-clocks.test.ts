import { classOfReason } from '@vlam/contract/rules/clocks';
import { type ReportReason, reportReasons } from '@vlam/contract/rules/meeting';
import { operatorSettings, type SettingName } from '@vlam/contract/rules/operator-settings';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aProfile, type TestProfile } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/use-app.ts';

// A Tuesday at eight in the morning in Johannesburg, with no holiday in the same week.
const t = useTestApp({ at: new Date('2026-11-24T08:00:00+02:00') });
const hourMs = 3_600_000;
let [moderator, admin]: TestProfile[] = [];
/** The stories move the clock past the end of a session of staff. */
const signIn = async () => {
  [moderator, admin] = [await aProfile(t, { role: 'moderator' }), await aProfile(t, { role: 'admin' })];
};
beforeEach(signIn);
afterEach(async () => {
  await t.db.deleteFrom('reports').execute();
  await t.db.deleteFrom('operator_settings').execute();
});

async function aReport(reason: ReportReason, reporter?: TestProfile, target?: TestProfile) {
  const [by, about] = [reporter ?? (await aProfile(t)), target ?? (await aProfile(t))];
  const body = { targetType: 'profile' as const, targetId: about.profileId, reason };
  const sent = await t.client(by).call('report', { body });
  expect(sent.status).toBe(201);
  return { id: sent.body.id, by, about };
}
const list = async (query: object = {}) => (await t.client(moderator).call('listReports', { query })).body;
const times = async () => (await t.client(moderator).call('reportTimes')).body;
const waiting = async () => (await t.client(moderator).call('staffWaiting')).body;
const set = async (name: SettingName, value: number) => {
  const answer = await t
    .client(admin)
    .call('setOperatorSettings', { body: { changes: [{ name, value, version: 0 }] } });
  expect(answer.status).toBe(200);
};
const hoursOf = ({ createdAt, dueAt }: { createdAt: string; dueAt: string }) =>
  (Date.parse(dueAt) - Date.parse(createdAt)) / hourMs;

describe('T24: the clock of a report', () => {
  it('follows from its reason; the least time left is first', async () => {
    for (const reason of reportReasons) await aReport(reason);
    const found = await list();
    expect(found.map(({ reason, class: name }) => [reason, name])).toEqual(
      expect.arrayContaining(reportReasons.map((reason) => [reason, classOfReason[reason]])),
    );
    expect(found.map(({ class: name }) => name)).toEqual([
      ...['minor', 'threat', 'threat', 'threat', 'image', 'impersonation', 'other', 'other', 'other'],
    ]);
    const hours = Object.fromEntries(found.map((report) => [report.class, hoursOf(report)]));
    // Three business days from a Tuesday end on Friday.
    expect(hours).toEqual({ minor: 1, threat: 4, image: 24, impersonation: 48, other: 72 });
    expect((await list({ class: 'threat' })).map(({ class: name }) => name)).toEqual(['threat', 'threat', 'threat']);
  });

  it('becomes shorter by another reason of the same reporter, and never longer', async () => {
    const { by, about } = await aReport('spam');
    await aReport('underage', by, about);
    const [urgent] = await list();
    expect([urgent?.class, urgent && hoursOf(urgent)]).toEqual(['minor', 1]);
    await aReport('other', by, about);
    expect(await list()).toMatchObject([{ reason: 'other', class: 'minor', dueAt: urgent?.dueAt }]);
  });

  it('is a setting, at the desk as well, that holds for what comes in next', async () => {
    const earlier = await aReport('non_consensual');
    await set('imageHours', 6);
    const later = await aReport('non_consensual');
    const found = new Map((await list()).map((report) => [report.id, hoursOf(report)]));
    expect([found.get(earlier.id), found.get(later.id)]).toEqual([24, 6]);
    const classes = (await t.client().call('takedownClasses')).body;
    expect(classes.find(({ class: name }) => name === 'image')).toMatchObject({ hours: 6, businessDays: null });
    const keys = (await t.client().call('createTakedown', { body: { class: 'image', description: 'A picture of me' } }))
      .body;
    const opened = (await t.client().call('takedownStatus', { body: keys })).body;
    expect(Date.parse(opened.dueAt) - Date.parse(opened.receivedAt)).toBe(6 * hourMs);
  });

  it('never exceeds the outer limits', () => {
    const { minorHours, threatHours, imageHours, impersonationHours, copyrightBusinessDays, otherBusinessDays } =
      operatorSettings;
    expect([minorHours.max, threatHours.max]).toEqual([4, 24]);
    // Seven days of the card schemes.
    expect(Math.max(imageHours.max, impersonationHours.max)).toBeLessThanOrEqual(7 * 24);
    expect(Math.max(copyrightBusinessDays.max, otherBusinessDays.max)).toBeLessThanOrEqual(7);
  });
});

describe('what staff see of the clocks', () => {
  it('counts what is late, by class and for the badge', async () => {
    await aReport('underage');
    await aReport('underage');
    await aReport('fake_profile');
    expect(await waiting()).toMatchObject({ reports: 3, lateReports: 0 });
    t.clock.advance(hourMs + 1);
    await signIn();
    expect(await waiting()).toMatchObject({ reports: 3, lateReports: 2 });
    expect((await times()).classes).toEqual([
      { class: 'minor', open: 2, late: 2 },
      { class: 'threat', open: 0, late: 0 },
      { class: 'image', open: 0, late: 0 },
      { class: 'impersonation', open: 1, late: 0 },
      { class: 'other', open: 0, late: 0 },
    ]);
  });

  it('measures the median time to a first look, which a second look does not move', async () => {
    expect(await times()).toMatchObject({ looked: 0, unseen: 0, medianMinutes: null });
    const [first, second, third, unseen] = [
      await aReport('spam'),
      await aReport('spam'),
      await aReport('scam'),
      await aReport('scam'),
    ];
    expect(unseen.id).toBeDefined();
    const open = (id: string) => t.client(moderator).call('openReport', { params: { id } });
    t.clock.advance(10 * 60_000);
    await open(first.id);
    t.clock.advance(20 * 60_000);
    await open(second.id);
    await open(first.id);
    t.clock.advance(60 * 60_000);
    await signIn();
    // A decision is a look.
    await t.client(moderator).call('dismissReport', { body: { reportId: third.id, reason: 'Nothing in it' } });
    expect(await times()).toMatchObject({ looked: 3, unseen: 1, medianMinutes: 30 });
  });
});

describe('days of decisions', () => {
  const warn = async (member: TestProfile) =>
    (
      await t
        .client(moderator)
        .call('warnMember', { body: { userId: member.accountId, rule: 'spam', reason: 'The same text to many' } })
    ).body;
  const daysFrom = (from: string, to: string | null | undefined) =>
    (Date.parse(to ?? '') - Date.parse(from)) / (24 * hourMs);

  it('are settings, and a decision keeps the days that it named', async () => {
    const member = await aProfile(t);
    const earlier = await warn(member);
    await set('strikeDays', 60);
    await set('appealDays', 21);
    await set('appealAnswerDays', 3);
    const later = await warn(member);
    expect([earlier, later].map((each) => daysFrom(each.decidedAt, each.strikesUntil))).toEqual([180, 60]);
    expect([earlier, later].map((each) => daysFrom(each.decidedAt, each.appealUntil))).toEqual([14, 21]);
    const { appeal } = (
      await t
        .client(member)
        .call('appealDecision', { params: { id: later.id }, body: { text: 'I never wrote that text' } })
    ).body;
    expect(daysFrom(appeal?.at ?? '', appeal?.dueAt)).toBe(3);
    await expect.poll(async () => (await t.client().call('publicSettings')).body.appealAnswerDays).toBe(3);
  });
});

describe('T24: the clock of a report that comes in on a Friday', () => {
  it('counts no weekend for other rules', async () => {
    t.clock.advance(Date.parse('2026-11-27T10:00:00+02:00') - t.clock.now().getTime());
    await signIn();
    await aReport('spam');
    const [found] = await list();
    expect(found?.dueAt).toBe('2026-12-02T08:00:00.000Z');
  });
});
