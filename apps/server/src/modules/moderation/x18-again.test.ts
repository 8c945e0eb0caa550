import { beforeAll, describe, expect, it } from 'vitest';
import { aCreator, aProfile, type TestProfile } from '../../../test/factories.ts';
import { anExemption } from '../../../test/film-board.ts';
import { aRatedDraft, at, mildAnswers } from '../../../test/publications.ts';
import { useTestApp } from '../../../test/use-app.ts';

const t = useTestApp();
let staff: TestProfile[];
beforeAll(async () => {
  staff = await Promise.all(
    ['Anele', 'Bongani', 'Chante'].map((firstName) => aProfile(t, { role: 'moderator', firstName })),
  );
});
const moderator = (index: number) => t.client(staff[index]);

/** A published X18 item of a creator with the exemption. */
async function anX18Item() {
  const creator = await aCreator(t);
  const registrationId = await anExemption(t, creator);
  const { id } = await aRatedDraft(t, creator, { classificationAnswers: { ...mildAnswers, undress: 'sexual' } });
  expect((await t.client(creator).call('publishContent', at(id))).body.state).toBe('published');
  return { creator, id, registrationId };
}

/** Held back by the first moderator, and appealed. */
async function anAppealedItem() {
  const made = await anX18Item();
  const body = { contentId: made.id, rule: 'consent' as const, reason: 'Somebody else is in it' };
  expect((await moderator(0).call('flagContent', { body })).status).toBe(204);
  const client = t.client(made.creator);
  const decisionId = (await client.call('ownDecisions')).body.items[0]?.id ?? '';
  await client.call('appealDecision', { ...at(decisionId), body: { text: 'Only I am in it, from start to end' } });
  return { ...made, decisionId };
}
const answer = (by: number, id: string, decision: 'uphold' | 'reverse' = 'reverse') =>
  moderator(by).call('decideAppeal', { ...at(id), body: { decision, reason: 'Looked at it again' } });
const stateOf = async (id: string) =>
  (await t.db.selectFrom('content_items').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;
const auditsOf = async (id: string) =>
  (
    await t.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id'])
      .where('target_id', '=', id)
      .where('action', 'like', 'appeal.%')
      .orderBy('number')
      .execute()
  ).map(({ action, actor_id }) => [action, staff.findIndex(({ accountId }) => accountId === actor_id)]);

describe('T58: an appeal about an X18 item that was held back', () => {
  it('publishes it with the answer of the second moderator, when neither moderator held it back', async () => {
    const { id, decisionId, creator } = await anAppealedItem();
    expect((await answer(0, decisionId)).error?.code).toBe('FORBIDDEN');
    const first = await answer(1, decisionId);
    expect(first.body).toMatchObject({
      appeal: { state: 'open', answer: null },
      approvals: [{ name: 'Bongani' }],
      approvalsNeeded: 2,
      hasApproved: true,
    });
    expect(await stateOf(id)).toBe('flagged');
    expect((await t.client(creator).call('ownDecisions')).body.items[0]?.appeal).toMatchObject({ state: 'open' });
    expect((await answer(1, decisionId)).error?.code).toBe('CONFLICT');
    expect(await stateOf(id)).toBe('flagged');
    const listed = (await moderator(2).call('listAppeals')).body.items.find((each) => each.id === decisionId);
    expect(listed).toMatchObject({ approvals: [{ name: 'Bongani' }], hasApproved: false });
    expect((await answer(2, decisionId)).body).toMatchObject({ appeal: { state: 'reversed' } });
    expect(await stateOf(id)).toBe('published');
    expect(await auditsOf(id)).toEqual([
      ['appeal.reversed_first', 1],
      ['appeal.reversed', 2],
    ]);
  });

  it('is not answered by one moderator who reverses it five times at once', async () => {
    const { id, decisionId } = await anAppealedItem();
    const answers = await Promise.all(Array.from({ length: 5 }, () => answer(1, decisionId)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect(await stateOf(id)).toBe('flagged');
  });

  it('needs the exemption for both answers', async () => {
    const { id, decisionId, registrationId } = await anAppealedItem();
    const withdraw = (status: 'withdrawn' | 'approved') =>
      t.db.updateTable('film_board_registrations').set({ status }).where('id', '=', registrationId).execute();
    await withdraw('withdrawn');
    expect((await answer(1, decisionId)).error?.message).toContain('X18 can be published only');
    await withdraw('approved');
    expect((await answer(1, decisionId)).status).toBe(200);
    await withdraw('withdrawn');
    expect((await answer(2, decisionId)).error?.message).toContain('X18 can be published only');
    expect(await stateOf(id)).toBe('flagged');
  });

  it('that is upheld after a first reversal leaves no approval behind', async () => {
    const { id, decisionId } = await anAppealedItem();
    await answer(1, decisionId);
    expect((await answer(2, decisionId, 'uphold')).body).toMatchObject({ appeal: { state: 'upheld' } });
    const approve = (by: number) =>
      moderator(by).call('approveContent', { body: { contentId: id, reason: 'Nothing against it' } });
    expect((await approve(2)).body).toEqual({ isPublished: false });
    expect(await stateOf(id)).toBe('flagged');
    expect((await approve(1)).body).toEqual({ isPublished: true });
  });
});

describe('T58: an X18 item that a complaint hid', () => {
  const complain = async (id: string) => {
    const body = { class: 'image' as const, address: `http://vlam.test/watch/${id}` };
    const { caseNumber } = (await t.client().call('createTakedown', { body })).body;
    await t.drain();
    const numbered = t.db.selectFrom('takedown_cases').select('id').where('number', '=', caseNumber);
    return (await numbered.executeTakeFirstOrThrow()).id;
  };
  const restore = (by: number, caseId: string, action: 'restore' | 'refuse' = 'restore') =>
    moderator(by).call('actOnTakedown', { ...at(caseId), body: { action, reason: 'Looked at it' } });

  it('is published again by a second moderator, whose approval follows the first one’s word at the desk', async () => {
    const { id } = await anX18Item();
    const caseId = await complain(id);
    expect(await stateOf(id)).toBe('flagged');
    expect((await restore(0, caseId, 'refuse')).status).toBe(200);
    expect(await stateOf(id)).toBe('flagged');
    const waiting = (await moderator(1).call('reviewContent', at(id))).body;
    expect(waiting).toMatchObject({ approvals: [{ name: 'Anele' }], approvalsNeeded: 2, hasApproved: false });
    const approve = (by: number) =>
      moderator(by).call('approveContent', { body: { contentId: id, reason: 'Nothing against it' } });
    expect((await approve(0)).error?.code).toBe('CONFLICT');
    expect((await approve(1)).body).toEqual({ isPublished: true });
  });

  it('gets no approval while another complaint still hides it', async () => {
    const { id } = await anX18Item();
    const [one, two] = [await complain(id), await complain(id)];
    expect((await restore(0, one)).status).toBe(200);
    expect((await moderator(1).call('reviewContent', at(id))).body.approvals).toEqual([]);
    expect((await restore(1, two)).status).toBe(200);
    expect((await moderator(1).call('reviewContent', at(id))).body.approvals).toMatchObject([{ name: 'Bongani' }]);
    expect(await stateOf(id)).toBe('flagged');
  });
});
