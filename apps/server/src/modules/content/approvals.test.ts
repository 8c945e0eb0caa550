import { describe, expect, it } from 'vitest';
import { aCreator, aProfile, type TestProfile } from '../../../test/factories.ts';
import { anExemption } from '../../../test/film-board.ts';
import { aRatedDraft, at, mildAnswers } from '../../../test/publications.ts';
import { useTestApp } from '../../../test/use-app.ts';

const t = useTestApp();

async function aWaitingItem(
  answers: Record<string, string> = { ...mildAnswers, undress: 'sexual' },
  role: 'creator' | 'moderator' = 'creator',
) {
  const creator = await aCreator(t, { trusted: false, role });
  await anExemption(t, creator);
  const draft = await aRatedDraft(t, creator, { classificationAnswers: answers });
  expect((await t.client(creator).call('publishContent', at(draft.id))).body.state).toBe('review');
  return { creator, id: draft.id };
}
const aModerator = (firstName = 'Sipho') => aProfile(t, { role: 'moderator', firstName });
const approve = (staff: TestProfile, contentId: string) =>
  t.client(staff).call('approveContent', { body: { contentId, reason: 'Nothing against it' } });
const stateOf = async (creator: TestProfile, id: string) =>
  (await t.client(creator).call('getContent', at(id))).body.state;

describe('T58: an X18 item that waits', () => {
  it('is published by the approvals of two moderators, and shows whose was the first', async () => {
    const { creator, id } = await aWaitingItem();
    const [first, second] = [await aModerator('Sipho'), await aModerator('Zanele')];
    const seenBy = async (who: TestProfile) => (await t.client(who).call('reviewContent', at(id))).body;
    expect(await seenBy(second)).toMatchObject({ approvals: [], approvalsNeeded: 2, hasApproved: false });
    expect((await approve(first, id)).body).toEqual({ isPublished: false });
    expect(await stateOf(creator, id)).toBe('review');
    const approvals = [{ name: 'Sipho', at: t.clock.now().toISOString() }];
    expect(await seenBy(second)).toMatchObject({ approvals, hasApproved: false });
    expect(await seenBy(first)).toMatchObject({ approvals, hasApproved: true });
    const { items } = (await t.client(second).call('listWaitingContent', { query: { limit: 50 } })).body;
    expect(items.find((item) => item.id === id)).toMatchObject({ approvals, approvalsNeeded: 2 });
    const again = await approve(first, id);
    expect([again.error?.code, again.error?.message]).toEqual([
      'CONFLICT',
      'You have approved it already. A second moderator decides now',
    ]);
    expect((await approve(second, id)).body).toEqual({ isPublished: true });
    expect(await stateOf(creator, id)).toBe('published');
    const rows = await t.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id'])
      .where('target_id', '=', id)
      .orderBy('number')
      .execute();
    expect(rows).toEqual([
      { action: 'content.approved_first', actor_id: first.accountId },
      { action: 'content.approved', actor_id: second.accountId },
    ]);
  });

  it('is not published by one moderator who approves it five times at once', async () => {
    const { creator, id } = await aWaitingItem();
    const staff = await aModerator();
    const answers = await Promise.all(Array.from({ length: 5 }, () => approve(staff, id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect(await stateOf(creator, id)).toBe('review');
  });

  it('is published once by two who approve it at the same moment', async () => {
    const { creator, id } = await aWaitingItem();
    const answers = await Promise.all([approve(await aModerator(), id), approve(await aModerator(), id)]);
    expect(answers.map(({ body }) => body.isPublished).sort()).toEqual([false, true]);
    expect(await stateOf(creator, id)).toBe('published');
  });

  it('starts over when its creator changes it, and when it comes back', async () => {
    const { creator, id } = await aWaitingItem();
    const [first, second] = [await aModerator(), await aModerator()];
    await approve(first, id);
    await t.client(creator).call('updateContent', { ...at(id), body: { title: 'Another title' } });
    expect((await approve(second, id)).body).toEqual({ isPublished: false });
    await t.client(first).call('refuseContent', { body: { contentId: id, reason: 'The rating is wrong' } });
    await t.client(creator).call('publishContent', at(id));
    expect((await approve(first, id)).body).toEqual({ isPublished: false });
    expect(await stateOf(creator, id)).toBe('review');
  });

  it('counts no approval of its creator', async () => {
    const { creator, id } = await aWaitingItem(undefined, 'moderator');
    expect((await approve(creator, id)).error?.code).toBe('CONFLICT');
    expect((await approve(await aModerator(), id)).body).toEqual({ isPublished: false });
  });

  it('needs the exemption also for the second approval', async () => {
    const { creator, id } = await aWaitingItem();
    await approve(await aModerator(), id);
    await t.db
      .updateTable('film_board_registrations')
      .set({ status: 'withdrawn' })
      .where('profile_id', '=', creator.profileId)
      .execute();
    expect((await approve(await aModerator(), id)).error?.message).toContain('X18 can be published only');
  });
});

it('one approval publishes everything that is not X18', async () => {
  const { creator, id } = await aWaitingItem({ ...mildAnswers });
  expect((await approve(await aModerator(), id)).body).toEqual({ isPublished: true });
  expect(await stateOf(creator, id)).toBe('published');
});
