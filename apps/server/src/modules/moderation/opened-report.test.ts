import { beforeAll, describe, expect, it } from 'vitest';
import type { TestAnswer } from '../../../test/app.ts';
import { aCreator, aProfile, aSession, aSubscription, type TestProfile } from '../../../test/factories.ts';
import { aPicture, fetchFile, sendFile } from '../../../test/pictures.ts';
import { useTestApp } from '../../../test/use-app.ts';
import { newId } from '../../platform/ids.ts';

let moderator: TestProfile;
const t = useTestApp({ poolSize: 8 });
beforeAll(async () => {
  moderator = await aProfile(t, { role: 'moderator' });
});

const code = ({ error }: TestAnswer<unknown>) => error?.code;
const write = (from: TestProfile, to: TestProfile, content: string, more: Record<string, unknown> = {}) =>
  t.client(from).call('sendMessage', {
    params: { profileId: to.profileId },
    body: { clientId: newId(), content, ...more },
  });
/** Staff sessions end soon, and hours pass here. */
const open = async (id: string, as: TestProfile = moderator) =>
  t.client(await aSession(t, as.accountId)).call('openReport', { params: { id } });
const report = (as: TestProfile, targetId: string, more: Record<string, unknown> = {}) =>
  t.client(as).call('report', { body: { targetType: 'message', targetId, reason: 'scam', ...more } });
const notedFor = async (id: string) =>
  (await t.db.selectFrom('audit_log').select(['action', 'actor_id']).where('target_id', '=', id).execute()).map(
    ({ action, actor_id }) => [action, actor_id],
  );

async function aPair() {
  const [creator, fan] = await Promise.all([aCreator(t), aProfile(t, { displayName: 'Reporting Fan' })]);
  await aSubscription(t, { subscriber: fan, creator });
  return { creator, fan };
}

describe('an opened report', () => {
  it('shows the messages that came along, as they stood, to moderators only, and each look is in the audit log', async () => {
    const { creator, fan } = await aPair();
    const first = await write(creator, fan, 'Send the deposit first');
    const second = await write(fan, creator, 'No');
    const { body: made } = await report(fan, first.body.id, { messageIds: [second.body.id] });
    await t.client(creator).call('unsendMessage', { params: { id: first.body.id } });
    const answer = await open(made.id);
    expect(answer.body).toMatchObject({ id: made.id, messages: 2, about: { id: creator.profileId } });
    expect(answer.body.evidence).toMatchObject([
      { content: 'Send the deposit first', isTheirs: true, mediaType: null, mediaUrl: null },
      { content: 'No', isTheirs: false },
    ]);
    await open(made.id);
    expect(await notedFor(made.id)).toEqual([
      ['report.opened', moderator.accountId],
      ['report.opened', moderator.accountId],
    ]);
    for (const who of [fan, creator]) expect(code(await open(made.id, who))).toBe('FORBIDDEN');
    expect(code(await t.client().call('openReport', { params: { id: made.id } }))).toBe('UNAUTHORIZED');
    expect(code(await open(newId()))).toBe('NOT_FOUND');
    expect(await notedFor(made.id)).toHaveLength(2);
    expect(await t.context.compliance.findBrokenLink()).toBeNull();
  });

  it('T24: does not say who reported', async () => {
    const { creator, fan } = await aPair();
    const { body } = await write(creator, fan, 'Send the deposit first');
    const { body: made } = await report(fan, body.id);
    const { text } = await open(made.id);
    for (const trace of [fan.accountId, fan.profileId, fan.email, 'Reporting Fan']) expect(text).not.toContain(trace);
  });

  it('T24: opens for none of its two sides, and its words are not shown to staff they are about', async () => {
    const [one, other] = [await aProfile(t, { role: 'moderator' }), await aProfile(t, { role: 'moderator' })];
    const { body } = await write(one, other, 'Hello');
    const { body: made } = await report(other, body.id, { details: 'Wrote to me at the desk' });
    for (const side of [one, other]) expect(code(await open(made.id, side))).toBe('FORBIDDEN');
    expect(await notedFor(made.id)).toEqual([]);
    const detailsFor = async (who: TestProfile) =>
      (await t.client(who).call('listReports', {})).body.find(({ id }) => id === made.id)?.details;
    expect([await detailsFor(one), await detailsFor(other), await detailsFor(moderator)]).toEqual([
      '',
      'Wrote to me at the desk',
      'Wrote to me at the desk',
    ]);
  });

  it('opens its pictures to the one who opened it, unsent or not, for an hour', async () => {
    const { creator, fan } = await aPair();
    const { id: mediaId } = await sendFile(t, creator, await aPicture({ width: 480, height: 600, seed: 911 }));
    await t.drain();
    const { body: sent } = await write(creator, fan, '', { mediaId });
    const { body: made } = await report(fan, sent.id);
    await t.client(creator).call('unsendMessage', { params: { id: sent.id } });
    const statusFor = async (who: TestProfile) =>
      (await t.client(await aSession(t, who.accountId)).call('getMedia', { params: { id: mediaId } })).status;
    expect(await statusFor(moderator)).toBe(404);
    const { body } = await open(made.id);
    expect(body.evidence).toMatchObject([{ isTheirs: true, mediaType: 'photo', media: { width: 480 } }]);
    expect((await fetchFile(t, moderator, body.evidence[0]?.mediaUrl ?? '')).status).toBe(200);
    expect(await statusFor(moderator)).toBe(200);
    expect(await statusFor(await aProfile(t, { role: 'moderator' }))).toBe(404);
    t.clock.advance(3_600_001);
    expect(await statusFor(moderator)).toBe(404);
  });
});
