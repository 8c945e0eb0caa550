import { beforeAll, describe, expect, it } from 'vitest';
import { aCreator, aProfile, giveCredits, type TestAccount, type TestProfile } from '../../../test/factories.ts';
import { anExemption } from '../../../test/film-board.ts';
import { aRatedDraft, at, mildAnswers } from '../../../test/publications.ts';
import { useTestApp } from '../../../test/use-app.ts';

const t = useTestApp();
let [moderator, other]: TestProfile[] = [];
let creator: TestProfile;
beforeAll(async () => {
  [moderator, other] = [await aProfile(t, { role: 'moderator' }), await aProfile(t, { role: 'moderator' })];
  creator = await aCreator(t, { trusted: false });
});

async function aWaitingItem(by = creator, more: Record<string, unknown> = {}): Promise<string> {
  const { id } = await aRatedDraft(t, by, more);
  expect((await t.client(by).call('publishContent', at(id))).body.state).toBe('review');
  return id;
}
const bulk = (contentIds: string[], decision: 'approve' | 'refuse' = 'approve', as = moderator) =>
  t.client(as).call('bulkContent', { body: { decision, contentIds, reason: 'Looked at all of them', rule: 'spam' } });
const undo = (id: string, as = moderator) => t.client(as).call('undoContent', at(id));
const itemOf = (id: string) =>
  t.db.selectFrom('content_items').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const stateOf = async (id: string) => (await itemOf(id)).state;
const noticesOf = async (who: TestAccount) =>
  (await t.client(who).call('listNotifications')).body.items.map(({ kind }) => kind);
const loggedOf = async (id: string) =>
  (await t.db.selectFrom('audit_log').select('action').where('target_id', '=', id).orderBy('number').execute()).map(
    ({ action }) => action,
  );
const pastUndo = () => t.clock.advance(10 * 60_000 + 5_001);

describe('a bulk decision about items', () => {
  it('publishes each that may be; X18, one’s own and what lacks something are refused by name', async () => {
    const strict = await aCreator(t, { trusted: false });
    await anExemption(t, strict);
    const own = await aCreator(t, { trusted: false, role: 'moderator' });
    const [open, twice, mine] = [
      await aWaitingItem(),
      await aWaitingItem(strict, { classificationAnswers: { ...mildAnswers, undress: 'sexual' } }),
      await aWaitingItem(own),
    ];
    const published = await aWaitingItem();
    await bulk([published]);
    const { body } = await bulk([open, twice, mine, published], 'approve', own);
    expect(body.done).toEqual([open]);
    expect(body.refused.map(({ id }) => id)).toEqual([twice, mine, published]);
    expect(body.refused[0]?.message).toContain('two moderators');
    expect(await Promise.all([open, twice, mine].map(stateOf))).toEqual(['published', 'review', 'review']);
    expect(await loggedOf(open)).toEqual(['content.approved']);
    expect(await loggedOf(twice)).toEqual([]);
    const refused = await bulk([twice], 'refuse');
    expect([refused.body.done, await stateOf(twice)]).toEqual([[], 'review']);
  });

  it('notifies the creator once it can no longer be undone', async () => {
    const by = await aCreator(t, { trusted: false });
    const [good, bad] = [await aWaitingItem(by), await aWaitingItem(by)];
    await bulk([good]);
    await bulk([bad], 'refuse');
    await t.drain();
    expect(await noticesOf(by)).toEqual([]);
    pastUndo();
    await t.drain();
    expect((await noticesOf(by)).sort()).toEqual(['content_approved', 'content_refused']);
    const [statement] = (await t.client(by).call('ownDecisions')).body.items;
    expect(statement).toMatchObject({ action: 'not_published', rule: 'spam', reason: 'Looked at all of them' });
  });

  it('waits again when its author undoes it, with no statement, no notice and no first release', async () => {
    const by = await aCreator(t, { trusted: false });
    const [good, bad] = [await aWaitingItem(by), await aWaitingItem(by)];
    const [first, second] = [(await bulk([good])).body, (await bulk([bad], 'refuse')).body];
    expect((await undo(first.batchId, other)).error?.code).toBe('NOT_FOUND');
    expect((await undo(first.batchId)).body).toEqual({ done: [good], refused: [] });
    expect((await undo(second.batchId)).body).toEqual({ done: [bad], refused: [] });
    expect((await undo(first.batchId)).error?.code).toBe('CONFLICT');
    expect(await itemOf(good)).toMatchObject({ state: 'review', published_at: null });
    expect(await itemOf(bad)).toMatchObject({ state: 'review', publish_problem: null });
    expect((await t.client(by).call('ownDecisions')).body).toMatchObject({ items: [], strikes: 0 });
    expect(await loggedOf(good)).toEqual(['content.approved', 'content.decision_undone']);
    pastUndo();
    await t.drain();
    expect(await noticesOf(by)).toEqual([]);
    // What was undone can be decided again.
    await t.client(other).call('approveContent', { body: { contentId: good, reason: 'Fine' } });
    await t.drain();
    expect(await noticesOf(by)).toEqual(['content_approved']);
    expect(await t.context.compliance.findBrokenLink()).toBeNull();
  });

  it('stays where an item was bought, held back or sent again since, and after ten minutes', async () => {
    const [bought, held, again, late] = [
      await aWaitingItem(creator, { isPremium: true, price: 15 }),
      await aWaitingItem(),
      await aWaitingItem(),
      await aWaitingItem(),
    ];
    const first = (await bulk([bought, held])).body;
    const second = (await bulk([again], 'refuse')).body;
    const fan = await aProfile(t);
    await giveCredits(t, fan.accountId, 100);
    const unlocked = await t.client(fan).call('unlockContent', {
      ...at(bought),
      body: { price: 15, startNow: true },
    });
    expect(unlocked.status).toBe(200);
    await t.client(other).call('flagContent', { body: { contentId: held, reason: 'Another look' } });
    await t.client(creator).call('publishContent', at(again));
    const undone = (await undo(first.batchId)).body;
    expect(undone.done).toEqual([]);
    expect(new Map(undone.refused.map(({ id, message }) => [id, message]))).toEqual(
      new Map([
        [bought, 'It was bought since. Hold it back instead'],
        [held, 'This item was changed since'],
      ]),
    );
    expect((await undo(second.batchId)).body.refused).toMatchObject([{ id: again }]);
    expect(await Promise.all([bought, held, again].map(stateOf))).toEqual(['published', 'flagged', 'review']);
    const { batchId } = (await bulk([late])).body;
    t.clock.advance(10 * 60_000 + 1);
    expect((await undo(batchId)).error?.code).toBe('CONFLICT');
  });

  it('of items that are held back publishes them, and an undo holds them back again', async () => {
    const id = await aWaitingItem();
    await t.client(other).call('flagContent', { body: { contentId: id, reason: 'A look' } });
    expect((await bulk([id], 'refuse')).body.refused).toMatchObject([{ id }]);
    const { batchId } = (await bulk([id])).body;
    expect(await stateOf(id)).toBe('published');
    await undo(batchId);
    expect(await stateOf(id)).toBe('flagged');
  });
});

it('the list of content is exported by its filter or by choice, and the log does not keep what was searched for', async () => {
  const staff = await aProfile(t, { role: 'moderator' });
  const [one, two] = [
    await aWaitingItem(creator, { title: 'Export of a harbour' }),
    await aWaitingItem(creator, { title: '=Export of a harbour' }),
  ];
  const read = async (search: string) => {
    const answer = await t.client(staff).request('GET', `/api/admin/content/export.csv?${search}`);
    expect(answer.status).toBe(200);
    return answer.text;
  };
  const all = await read('q=of%20a%20harbour&state=review');
  expect(all.split('\r\n')).toHaveLength(4);
  expect(all).toContain(`"'=Export of a harbour"`);
  const chosen = await read(`ids=${two}`);
  expect([chosen.includes(one), chosen.includes(two)]).toEqual([false, true]);
  const { rows } = await t.database.pool.query(
    "select details from audit_log where action = 'content.exported' and actor_id = $1 order by number",
    [staff.accountId],
  );
  expect(rows.map(({ details }) => details)).toEqual([
    { state: 'review', classification: null, searched: true, rows: 2, chosen: false },
    { state: null, classification: null, searched: false, rows: 1, chosen: true },
  ]);
});
