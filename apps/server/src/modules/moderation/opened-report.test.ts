import { beforeAll, describe, expect, it } from 'vitest';
import type { TestResponse } from '../../../test/app.ts';
import { aCreator, aProfile, aSession, aSubscription, type TestProfile } from '../../../test/factories.ts';
import { aPicture, fetchFile, sendFile } from '../../../test/pictures.ts';
import { useTestApp } from '../../../test/use-app.ts';
import { newId } from '../../platform/ids.ts';

let moderator: TestProfile;
const t = useTestApp({ poolSize: 8 });
beforeAll(async () => {
  moderator = await aProfile(t, { role: 'moderator' });
});

const code = ({ error }: TestResponse<unknown>) => error?.code;
const sendMessage = (from: TestProfile, to: TestProfile, content: string, more: Record<string, unknown> = {}) =>
  t.client(from).call('sendMessage', {
    params: { profileId: to.profileId },
    body: { clientId: newId(), content, ...more },
  });
/** Opens a new session, since staff sessions are short and the clock advances by hours. */
const openReport = async (id: string, as: TestProfile = moderator) =>
  t.client(await aSession(t, as.accountId)).call('openReport', { params: { id } });
const report = (as: TestProfile, targetId: string, more: Record<string, unknown> = {}) =>
  t.client(as).call('report', { body: { targetType: 'message', targetId, reason: 'scam', ...more } });
const auditRowsOf = async (id: string) =>
  (await t.db.selectFrom('audit_log').select(['action', 'actor_id']).where('target_id', '=', id).execute()).map(
    ({ action, actor_id }) => [action, actor_id],
  );

async function aPair() {
  const [creator, fan] = await Promise.all([aCreator(t), aProfile(t, { displayName: 'Reporting Fan' })]);
  await aSubscription(t, { subscriber: fan, creator });
  return { creator, fan };
}

describe('an opened report', () => {
  it('T88: shows its messages as they were when reported, to moderators only, and audits each opening', async () => {
    const { creator, fan } = await aPair();
    const first = await sendMessage(creator, fan, 'Send the deposit first');
    const second = await sendMessage(fan, creator, 'No');
    const { body: made } = await report(fan, first.body.id, { messageIds: [second.body.id] });
    await t.client(creator).call('unsendMessage', { params: { id: first.body.id } });
    const answer = await openReport(made.id);
    expect(answer.body).toMatchObject({ id: made.id, messages: 2, about: { id: creator.profileId } });
    expect(answer.body.evidence).toMatchObject([
      { content: 'Send the deposit first', isTheirs: true, mediaType: null, mediaUrl: null },
      { content: 'No', isTheirs: false },
    ]);
    await openReport(made.id);
    expect(await auditRowsOf(made.id)).toEqual([
      ['report.opened', moderator.accountId],
      ['report.opened', moderator.accountId],
    ]);
    for (const member of [fan, creator]) expect(code(await openReport(made.id, member))).toBe('FORBIDDEN');
    expect(code(await t.client().call('openReport', { params: { id: made.id } }))).toBe('UNAUTHORIZED');
    expect(code(await openReport(newId()))).toBe('NOT_FOUND');
    expect(await auditRowsOf(made.id)).toHaveLength(2);
    expect(await t.context.compliance.findBrokenLink()).toBeNull();
  });

  it('T24: does not reveal the reporter', async () => {
    const { creator, fan } = await aPair();
    const { body } = await sendMessage(creator, fan, 'Send the deposit first');
    const { body: made } = await report(fan, body.id);
    const { text } = await openReport(made.id);
    for (const trace of [fan.accountId, fan.profileId, fan.email, 'Reporting Fan']) expect(text).not.toContain(trace);
  });

  it('T24: opens for neither the reporter nor the reported, and hides its details from reported staff', async () => {
    const [one, other] = [await aProfile(t, { role: 'moderator' }), await aProfile(t, { role: 'moderator' })];
    const { body } = await sendMessage(one, other, 'Hello');
    const { body: made } = await report(other, body.id, { details: 'Wrote to me at the desk' });
    for (const side of [one, other]) expect(code(await openReport(made.id, side))).toBe('FORBIDDEN');
    expect(await auditRowsOf(made.id)).toEqual([]);
    const detailsFor = async (staff: TestProfile) =>
      (await t.client(staff).call('listReports', {})).body.find(({ id }) => id === made.id)?.details;
    expect([await detailsFor(one), await detailsFor(other), await detailsFor(moderator)]).toEqual([
      '',
      'Wrote to me at the desk',
      'Wrote to me at the desk',
    ]);
  });

  it('shows its pictures for an hour to the moderator who opened it, even if unsent', async () => {
    const { creator, fan } = await aPair();
    const { id: mediaId } = await sendFile(t, creator, await aPicture({ width: 480, height: 600, seed: 911 }));
    await t.drain();
    const { body: sent } = await sendMessage(creator, fan, '', { mediaId });
    const { body: made } = await report(fan, sent.id);
    await t.client(creator).call('unsendMessage', { params: { id: sent.id } });
    const statusFor = async (staff: TestProfile) =>
      (await t.client(await aSession(t, staff.accountId)).call('getMedia', { params: { id: mediaId } })).status;
    expect(await statusFor(moderator)).toBe(404);
    const { body } = await openReport(made.id);
    expect(body.evidence).toMatchObject([{ isTheirs: true, mediaType: 'photo', media: { width: 480 } }]);
    expect((await fetchFile(t, moderator, body.evidence[0]?.mediaUrl ?? '')).status).toBe(200);
    expect(await statusFor(moderator)).toBe(200);
    expect(await statusFor(await aProfile(t, { role: 'moderator' }))).toBe(404);
    t.clock.advance(3_600_001);
    expect(await statusFor(moderator)).toBe(404);
  });
});
