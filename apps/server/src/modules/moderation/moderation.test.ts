import { beforeAll, describe, expect, it } from 'vitest';
import type { TestResponse } from '../../../test/app.ts';
import { aBlock, aCreator, aFreePicture, aPaidPicture, aProfile, type TestProfile } from '../../../test/factories.ts';
import { aRunningShow } from '../../../test/live-shows.ts';
import { aRequester, sendRequest } from '../../../test/requesters.ts';
import { useTestApp } from '../../../test/use-app.ts';
import { newId } from '../../platform/ids.ts';

let creator: TestProfile;
let fan: TestProfile;
const t = useTestApp({ at: new Date('2026-11-18T17:00:00Z') });
beforeAll(async () => {
  [creator, fan] = await Promise.all([aCreator(t), aProfile(t)]);
});

const code = ({ error }: TestResponse<unknown>) => error?.code;
const report = (targetType: string, targetId: string, as = fan, more: Record<string, unknown> = {}) =>
  t.client(as).call('report', { body: { targetType, targetId, reason: 'scam', ...more } });
const rowsOf = (targetId: string) => t.db.selectFrom('reports').selectAll().where('target_id', '=', targetId).execute();

/** One of everything a member can report, all owned by `of`. */
async function reportables(of: TestProfile): Promise<[string, string][]> {
  const { contentId } = await aFreePicture(t, { creator: of });
  const comment = await t.client(of).call('postComment', { params: { id: contentId }, body: { comment: 'Hello' } });
  const event = await t.client(of).call('createEvent', {
    body: {
      title: 'Night swim',
      description: 'Warm water, cold drinks.',
      venue: 'The pool',
      address: '',
      city: 'Durban',
      startsAt: '2026-11-21T18:00:00Z',
      category: 'Outdoors',
      maxAttendees: 12,
    },
  });
  const tonight = await t.client(of).call('postTonight', { body: { text: 'Coffee?', category: 'Coffee' } });
  const post = await t
    .client(of)
    .call('postInterest', { body: { category: 'Casual Dating', text: 'A table at eight' } });
  const mood = await t.client(of).call('shareMood', { body: { text: 'Curious' } });
  const sold = [await aPaidPicture(t, { creator: of, price: 15 }), await aPaidPicture(t, { creator: of, price: 12 })];
  const bundle = await t.client(of).call('createBundle', {
    body: {
      ...{ title: 'By the sea', description: 'Seven frames, two tides.', price: 20, category: 'beach', tags: [] },
      contentIds: sold.map((item) => item.contentId),
    },
  });
  return [
    ['bundle', bundle.body.id],
    ['interest_post', post.body.id],
    ['mood', mood.body.id],
    ['profile', of.profileId],
    ['content', contentId],
    ['comment', comment.body.id],
    ['event', event.body.id],
    ['tonight', tonight.body.id],
  ];
}

it('stores target, owner and reason for everything reportable, once per reporter', async () => {
  for (const [type, id] of await reportables(creator)) {
    const first = await report(type, id, fan, { details: 'Asked for a deposit' });
    expect([type, first.status]).toEqual([type, 201]);
    const repeated = await report(type, id, fan, { reason: 'spam', details: 'And again' });
    expect(repeated.body.id).toBe(first.body.id);
    expect(await rowsOf(id)).toMatchObject([
      {
        target_type: type,
        target_profile_id: creator.profileId,
        reporter_account_id: fan.accountId,
        reason: 'spam',
        details: 'And again',
        state: 'open',
      },
    ]);
  }
});

it('takes reports of a request and of a call from their two people alone, and of a show from who may see it', async () => {
  const [asker, stranger] = [await aRequester(t, { bought: 200 }), await aProfile(t)];
  const request = await sendRequest(t, asker, creator);
  const call = await t.db
    .insertInto('calls')
    .values({
      ...{ id: newId(), caller_account_id: asker.accountId, caller_id: asker.profileId, partner_id: creator.profileId },
      ...{ credits_per_minute: 18, minute_ms: 60_000, created_at: t.clock.now(), ended_at: t.clock.now() },
      ending: 'missed',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const show = await aRunningShow(t, creator, { audience: 'free' });
  for (const [type, id] of [
    ['request', request.id],
    ['call', call.id],
    ['live', show],
  ] as const) {
    expect([type, (await report(type, id, asker)).status]).toEqual([type, 201]);
    expect(await rowsOf(id)).toMatchObject([{ target_type: type, target_profile_id: creator.profileId }]);
    const answer = await report(type, id, stranger);
    expect([type, answer.status]).toEqual([type, type === 'live' ? 201 : 404]);
  }
  // The other side of both reports the requester and the caller.
  for (const [type, id] of [
    ['request', request.id],
    ['call', call.id],
  ] as const) {
    const { body } = await report(type, id, creator);
    const row = await t.db.selectFrom('reports').selectAll().where('id', '=', body.id).executeTakeFirstOrThrow();
    expect([type, row.target_profile_id]).toEqual([type, asker.profileId]);
  }
});

it('ten concurrent reports of one target are one report', async () => {
  const target = await aProfile(t);
  const answers = await Promise.all(Array.from({ length: 10 }, () => report('profile', target.profileId)));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect(await rowsOf(target.profileId)).toHaveLength(1);
});

it('a report after a decision is a new one, and the decided one is unchanged', async () => {
  const target = await aProfile(t);
  const first = await report('profile', target.profileId, fan, { details: 'Once' });
  await t.db.updateTable('reports').set({ state: 'dismissed' }).where('id', '=', first.body.id).execute();
  const second = await report('profile', target.profileId, fan, { reason: 'spam', details: 'And again' });
  expect(second.status).toBe(201);
  const repeated = await report('profile', target.profileId, fan, { reason: 'violence', details: 'Worse' });
  expect(repeated.body.id).toBe(second.body.id);
  const rows = await rowsOf(target.profileId);
  expect(rows.map(({ state, details }) => `${state}: ${details}`).sort()).toEqual(['dismissed: Once', 'open: Worse']);
});

it("T66: refuses reports of invisible, missing or locked targets and of one's own", async () => {
  const [blocker, viewer] = await Promise.all([aCreator(t), aProfile(t)]);
  const theirs = await reportables(blocker);
  const locked = await aPaidPicture(t, { creator });
  const comment = await t.client(creator).call('postComment', {
    params: { id: locked.contentId },
    body: { comment: 'For subscribers' },
  });
  await aBlock(t, { blocker, blocked: viewer });
  for (const [type, id] of [
    ...theirs,
    ['comment', comment.body.id] as const,
    ['profile', '019921ce-3d98-71fd-a370-b46bed6833e3'] as const,
    ['message', creator.profileId] as const,
  ])
    expect([type, code(await report(type, id, viewer))]).toEqual([type, 'NOT_FOUND']);
  expect(code(await report('profile', viewer.profileId, viewer))).toBe('VALIDATION_FAILED');
  expect(code(await report('weather', creator.profileId, viewer))).toBe('VALIDATION_FAILED');
});

it('T24: allows thirty reports a day, and never reveals the reporter', async () => {
  const busy = await aProfile(t);
  const targets = await Promise.all(Array.from({ length: 33 }, () => aProfile(t)));
  const answers = await Promise.all(targets.map(({ profileId }) => report('profile', profileId, busy)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(30);
  expect(answers.filter((one) => code(one) === 'QUOTA_REACHED')).toHaveLength(3);
  expect(answers.every(({ text }) => !text.includes(busy.accountId) && !text.includes(busy.profileId))).toBe(true);
});

describe('reports for staff', () => {
  const staffed = async () => ({
    moderator: await aProfile(t, { role: 'moderator' }),
    target: await aProfile(t, { displayName: 'Anika vd M' }),
  });
  const listed = async (staff: TestProfile, targetId: string, status?: 'resolved' | 'dismissed') =>
    (await t.client(staff).call('listReports', { query: status ? { status } : {} })).body.filter(
      (each) => each.targetId === targetId,
    );

  it('are listed for moderators only, with details and without the reporter', async () => {
    const { moderator, target } = await staffed();
    await report('profile', target.profileId, fan, { details: 'Asked for a deposit' });
    expect(await listed(moderator, target.profileId)).toMatchObject([
      {
        status: 'pending',
        targetType: 'profile',
        about: { id: target.profileId, displayName: 'Anika vd M' },
        reason: 'scam',
        details: 'Asked for a deposit',
        messages: 0,
        isParty: false,
        outcome: null,
      },
    ]);
    const { text } = await t.client(moderator).call('listReports', {});
    expect([text.includes(fan.accountId), text.includes(fan.profileId)]).toEqual([false, false]);
    for (const member of [fan, creator]) expect(code(await t.client(member).call('listReports', {}))).toBe('FORBIDDEN');
  });

  it('notify staff in one notice with their number until it is read, except the reported', async () => {
    const { moderator, target } = await staffed();
    const reported = await aProfile(t, { role: 'moderator' });
    await report('profile', target.profileId);
    await report('profile', reported.profileId);
    await t.drain();
    const noticesOf = async (member: TestProfile) =>
      (await t.client(member).call('listNotifications')).body.items.map(({ title, link }) => [title, link]);
    expect(await noticesOf(moderator)).toEqual([['2 new reports wait for staff', '/admin/reports']]);
    expect(await noticesOf(reported)).toEqual([['A report waits for staff', '/admin/reports']]);
    expect(await noticesOf(fan)).toEqual([]);
    const { body } = await t.client(moderator).call('staffWaiting');
    expect(body.reports).toBe(
      await t.db
        .selectFrom('reports')
        .select('id')
        .where('state', '=', 'open')
        .execute()
        .then(({ length }) => length),
    );
  });

  it('are decided once, with the note stored and audited, and never by the reporter or the reported', async () => {
    const { moderator, target } = await staffed();
    const { body } = await report('profile', target.profileId);
    const resolve = (staff: TestProfile, resolution = 'Warned them') =>
      t.client(staff).call('resolveReport', { body: { reportId: body.id, resolution } });
    expect(code(await resolve(fan))).toBe('FORBIDDEN');
    expect(code(await resolve(moderator, ' '))).toBe('VALIDATION_FAILED');
    const answers = await Promise.all(Array.from({ length: 5 }, () => resolve(moderator)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect(await listed(moderator, target.profileId)).toEqual([]);
    expect(await listed(moderator, target.profileId, 'resolved')).toMatchObject([{ outcome: { text: 'Warned them' } }]);
    const audited = await t.db.selectFrom('audit_log').select('action').where('target_id', '=', body.id).execute();
    expect(audited).toEqual([{ action: 'report.resolved' }]);

    const own = await report('profile', moderator.profileId);
    const sent = await report('profile', (await aProfile(t)).profileId, moderator);
    for (const { body: each } of [own, sent])
      expect(
        code(await t.client(moderator).call('dismissReport', { body: { reportId: each.id, reason: 'Nothing there' } })),
      ).toBe('FORBIDDEN');
    const other = await aProfile(t, { role: 'moderator' });
    const dismissed = await t
      .client(other)
      .call('dismissReport', { body: { reportId: own.body.id, reason: 'Nothing there' } });
    expect(dismissed.body).toMatchObject({ status: 'dismissed', outcome: { text: 'Nothing there' } });
  });

  it('the reporter reads whether something was done, in one notice, and no one reads who reported', async () => {
    const { moderator } = await staffed();
    const [reporter, other] = [await aProfile(t), await aProfile(t)];
    const targets = [await aProfile(t), await aProfile(t), await aProfile(t), await aProfile(t)];
    const [first, second, third, fourth] = targets as [TestProfile, TestProfile, TestProfile, TestProfile];
    const reported = async (target: TestProfile, by: TestProfile) =>
      (await report('profile', target.profileId, by)).body.id;
    const resolution = 'Warned Lindiwe';
    for (const target of [first, second])
      await t
        .client(moderator)
        .call('resolveReport', { body: { reportId: await reported(target, reporter), resolution } });
    for (const by of [reporter, other])
      await t.client(moderator).call('dismissReport', {
        body: { reportId: await reported(by === other ? fourth : third, by), reason: 'Fine' },
      });
    await t.drain();
    const listOf = async (who: TestProfile) => (await t.client(who).call('listNotifications')).body.items;
    const seen = (await listOf(reporter)).map(({ title, actor, subject, link }) => ({ title, actor, subject, link }));
    const about = { actor: null, subject: null, link: '/notifications' };
    expect(seen).toHaveLength(2);
    expect(seen).toEqual(
      expect.arrayContaining([
        { ...about, title: 'We looked at 2 things you reported, and acted on them' },
        { ...about, title: 'We looked at what you reported. Nothing was changed' },
      ]),
    );
    expect((await listOf(other)).map(({ kind }) => kind)).toEqual(['report_dismissed']);
    for (const target of targets) expect(await listOf(target)).toEqual([]);
    const stored = await t.db
      .selectFrom('notifications')
      .selectAll()
      .where('kind', 'in', ['report_resolved', 'report_dismissed'])
      .execute();
    for (const row of stored) {
      expect(row).toMatchObject({ actor_id: null, target_id: null });
      expect(JSON.stringify(row)).not.toContain('Lindiwe');
    }
  });
});
