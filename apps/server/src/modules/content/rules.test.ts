import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aCreator, aPaidPicture, aProfile, type TestProfile } from '../../../test/factories.ts';
import { anExemption } from '../../../test/film-board.ts';
import { aRatedDraft, aReadyFile, at, creatorOf, mildAnswers } from '../../../test/publications.ts';
import { useTestApp } from '../../../test/use-app.ts';
import { newId } from '../../platform/ids.ts';

// Far ahead: the queue runs jobs by the real time too.
const t = useTestApp({ at: new Date('2036-11-21T10:00:00+02:00') });

const hour = 3_600_000;
const later = (hours: number) => new Date(t.clock.now().getTime() + hours * hour).toISOString();
const aDraft = (creator: TestProfile, more?: Record<string, unknown>) => aRatedDraft(t, creator, more);

const aRegistration = (creator: TestProfile, validUntil: string | null = null) =>
  anExemption(t, creator, { validUntil });

describe('drafts', () => {
  it('T48: hides a draft from feed, lists, search, counts and its file from everyone else', async () => {
    const creator = await aCreator(t);
    const draft = await aDraft(creator, { title: 'Unfinished quarry light', tags: ['#Blue', 'blue', 'sea'] });
    expect(draft).toMatchObject({
      state: 'draft',
      tags: ['blue', 'sea'],
      classification: '16',
      warningLabels: ['L'],
      rules: { isClassified: true, depicts: 'me', publishAt: null, expiresAt: null, problem: null },
    });
    const own = t.client(creator);
    const drafts = await own.call('creatorContent', { ...at(creator.profileId), query: { state: 'draft' } });
    expect(drafts.body).toMatchObject([{ id: draft.id, state: 'draft' }]);
    const fan = t.client(await aProfile(t));
    const [feed, list, listDrafts, search] = await Promise.all([
      fan.call('contentFeed'),
      fan.call('creatorContent', at(creator.profileId)),
      fan.call('creatorContent', { ...at(creator.profileId), query: { state: 'draft' } }),
      fan.call('searchProfiles', { query: { q: 'quarry light' } }),
    ]);
    expect(feed.body.items.map((item) => item.id)).not.toContain(draft.id);
    expect([list.body, listDrafts.body, search.body.content]).toEqual([[], [], []]);
    expect((await creatorOf(fan, creator.profileId)).contentCount).toBe(0);
    expect((await fan.request('GET', draft.mediaUrl ?? '')).status).toBe(403);
    for (const call of ['getContent', 'previewContent', 'listComments', 'toggleLike'] as const)
      expect((await fan.call(call, at(draft.id))).error?.code).toBe('NOT_FOUND');
  });

  it('T51: takes no like, comment, tip or purchase of a draft, not even from staff', async () => {
    const creator = await aCreator(t);
    const draft = await aDraft(creator, { isPremium: true, price: 15 });
    const moderator = t.client(await aProfile(t, { role: 'moderator' }));
    const bought = await moderator.call('unlockContent', { ...at(draft.id), body: { price: 15, startNow: true } });
    expect(bought.error?.code).toBe('NOT_FOUND');
    const fan = t.client(await aProfile(t));
    const comment = await fan.call('postComment', { ...at(draft.id), body: { comment: 'First' } });
    expect(comment.error?.code).toBe('NOT_FOUND');
    const row = await t.db.selectFrom('content_items').selectAll().where('id', '=', draft.id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ like_count: 0, comment_count: 0, view_count: 0 });
  });

  it('publishes a draft once, for its creator only', async () => {
    const creator = await aCreator(t);
    const draft = await aDraft(creator);
    const own = t.client(creator);
    expect((await t.client(await aCreator(t)).call('publishContent', at(draft.id))).error?.code).toBe('NOT_FOUND');
    const first = await own.call('publishContent', at(draft.id));
    const second = await own.call('publishContent', at(draft.id));
    expect([first.body.state, second.body.state]).toEqual(['published', 'published']);
    expect((await creatorOf(own, creator.profileId)).contentCount).toBe(1);
  });

  it('T58: names each thing that is missing with 409', async () => {
    const creator = await aCreator(t);
    const own = t.client(creator);
    const missing = async (id: string) => {
      const refused = await own.call('publishContent', at(id));
      return [refused.status, refused.error?.message];
    };
    const bare = await own.call('createContent', {
      body: { title: 'Only words', description: '', mediaType: 'image', state: 'draft' },
    });
    expect(await missing(bare.body.id)).toEqual([409, 'Add a picture first']);
    await own.call('updateContent', { ...at(bare.body.id), body: { mediaId: await aReadyFile(t, creator) } });
    expect(await missing(bare.body.id)).toEqual([409, 'Answer the classification questions first']);
    await own.call('updateContent', {
      ...at(bare.body.id),
      body: { classificationAnswers: { ...mildAnswers, sex: 'explicit' } },
    });
    expect(await missing(bare.body.id)).toEqual([409, expect.stringContaining('X18 can be published only')]);
    await own.call('updateContent', {
      ...at(bare.body.id),
      body: { classificationAnswers: mildAnswers, depicts: 'me_and_others' },
    });
    expect(await missing(bare.body.id)).toEqual([409, 'Name everyone who is in it first']);
    await own.call('updateContent', { ...at(bare.body.id), body: { depicts: 'me' } });
    expect(await missing(bare.body.id)).toEqual([200, undefined]);
  });

  it('T57: refuses a ready copy of a file that was blocked since', async () => {
    const creator = await aCreator(t);
    const other = await aCreator(t);
    const [first, copy] = [await aDraft(other), await aDraft(creator)];
    for (const { id } of [first, copy])
      await sql`update media set sha256 = decode(repeat('5a', 32), 'hex')
        where id = (select media_id from content_items where id = ${id})`.execute(t.db);
    const { media_id: mediaId } = await t.db
      .selectFrom('content_items')
      .select('media_id')
      .where('id', '=', first.id)
      .executeTakeFirstOrThrow();
    await t.db.transaction().execute((tx) => t.context.media.block(tx, mediaId ?? ''));
    const refused = await t.client(creator).call('publishContent', at(copy.id));
    expect([refused.error?.code, refused.error?.message]).toEqual([
      'MEDIA_NOT_READY',
      'This picture cannot be published',
    ]);
  });
});

describe('tags', () => {
  it('finds published items by a tag, and no drafts', async () => {
    const creator = await aCreator(t);
    const draft = await aDraft(creator, { tags: ['Bokkomweb'] });
    const fan = t.client(await aProfile(t));
    const find = async (q: string) => (await fan.call('searchProfiles', { query: { q } })).body.content;
    expect(await find('#bokkomweb')).toEqual([]);
    await t.client(creator).call('publishContent', at(draft.id));
    expect(await find('#BokkomWeb')).toMatchObject([{ id: draft.id }]);
    expect(await find('bokkom')).toEqual([]);
  });
});

describe('classification', () => {
  it('keeps every classification with its answers, its author and its time', async () => {
    const creator = await aCreator(t);
    const made = await aDraft(creator);
    t.clock.advance(1_000);
    await t.client(creator).call('updateContent', {
      ...at(made.id),
      body: { classificationAnswers: { ...mildAnswers, harm: 'graphic' } },
    });
    const rows = await t.db
      .selectFrom('content_classifications')
      .selectAll()
      .where('content_id', '=', made.id)
      .orderBy('id')
      .execute();
    expect(rows).toMatchObject([
      { classification: '16', fpb_rating: '16 L', answers: mildAnswers, classified_by: creator.accountId },
      { classification: '18', fpb_rating: '18 L V', warning_labels: ['L', 'V'], classified_at: t.clock.now() },
    ]);
  });

  it('refuses what the Board rates XX', async () => {
    const creator = await aCreator(t);
    const made = await aDraft(creator);
    const refused = await t.client(creator).call('updateContent', {
      ...at(made.id),
      body: { classificationAnswers: { ...mildAnswers, harm: 'sexual-violence' } },
    });
    expect(refused.error?.code).toBe('CONFLICT');
  });

  it('T58: the database itself refuses a published X18 item without an active registration', async () => {
    const creator = await aCreator(t);
    const { contentId } = await aPaidPicture(t, { creator });
    const set = (more: ReturnType<typeof sql>) =>
      sql`update content_items set classification = 'X18' ${more} where id = ${contentId}`.execute(t.db);
    await expect(set(sql``)).rejects.toThrow('content_items_x18_locked');
    await expect(set(sql`, x18_lock = true`)).rejects.toThrow('content_items_x18_names');
    await expect(set(sql`, x18_lock = true, x18_registration_id = ${newId()}`)).rejects.toThrow('x18_registration');
    const another = await aRegistration(await aCreator(t));
    await expect(set(sql`, x18_lock = true, x18_registration_id = ${another}`)).rejects.toThrow('x18_registration');
    const registration = await aRegistration(creator);
    await set(sql`, x18_lock = true, x18_registration_id = ${registration}`);
    await expect(
      sql`update film_board_registrations set status = 'lapsed' where id = ${registration}`.execute(t.db),
    ).rejects.toThrow('x18_registration');
    await sql`delete from content_items where id = ${contentId}`.execute(t.db);
    await sql`delete from film_board_registrations`.execute(t.db);
  });

  it('T58: the exemption of one creator does not open X18 for another', async () => {
    const creator = await aCreator(t);
    await aRegistration(await aCreator(t));
    const made = await aDraft(creator, { classificationAnswers: { ...mildAnswers, undress: 'sexual' } });
    const refused = await t.client(creator).call('publishContent', at(made.id));
    expect([refused.status, refused.error?.message]).toEqual([
      409,
      'X18 can be published only with an active Film and Publication Board registration',
    ]);
  });

  it('T58: lowers the rating of a published item only by answers, and a moderator looks again', async () => {
    const creator = await aCreator(t);
    const own = t.client(creator);
    const made = await aDraft(creator, { expiresAt: later(5) });
    await own.call('publishContent', at(made.id));
    const change = (body: object) => own.call('updateContent', { ...at(made.id), body });
    for (const body of [{ classification: '13' }, { classification: 'A' }, { warningLabels: [] }])
      expect((await change(body)).error?.code).toBe('CONFLICT');
    expect((await change({ classification: '16' })).body).toMatchObject({ warningLabels: ['L'], state: 'published' });
    const stricter = await change({ classification: '18', warningLabels: ['L', 'V'] });
    expect(stricter.body).toMatchObject({ classification: '18', warningLabels: ['L', 'V'], state: 'published' });
    const lowered = await change({ classificationAnswers: mildAnswers });
    expect(lowered.body).toMatchObject({ classification: '16', warningLabels: ['L'], state: 'review' });
    expect((await creatorOf(own, creator.profileId)).contentCount).toBe(0);
    // Nor does its end spare it the moderator.
    t.clock.advance(5 * hour);
    await t.drain();
    expect((await own.call('publishContent', at(made.id))).body.state).toBe('review');
    const moderator = t.client(await aProfile(t, { role: 'moderator' }));
    await moderator.call('approveContent', { body: { contentId: made.id, reason: 'Rated rightly' } });
    expect((await own.call('getContent', at(made.id))).body.state).toBe('published');
  });

  it('T58: advice letters alone do not rate a draft', async () => {
    const creator = await aCreator(t);
    const own = t.client(creator);
    const made = await aDraft(creator, { classificationAnswers: undefined });
    await own.call('updateContent', { ...at(made.id), body: { warningLabels: [] } });
    expect((await own.call('publishContent', at(made.id))).error?.message).toBe(
      'Answer the classification questions first',
    );
  });

  it('publishes X18 under an exemption, and hides it when that lapses', async () => {
    const creator = await aCreator(t);
    const own = t.client(creator);
    await aRegistration(creator, '2036-11-22');
    const made = await aDraft(creator, { classificationAnswers: { ...mildAnswers, undress: 'sexual' } });
    expect((await own.call('publishContent', at(made.id))).body).toMatchObject({
      state: 'published',
      classification: 'X18',
    });
    t.clock.advance(72 * hour);
    const lapse = t.context.filmBoard.tasks.find(({ kind }) => kind.name === 'film-board.lapse');
    await lapse?.run({}, { id: '1', attempt: 1 });
    expect((await own.call('getContent', at(made.id))).body.state).toBe('draft');
    const again = await own.call('publishContent', at(made.id));
    expect(again.status).toBe(409);
  });
});

describe('review', () => {
  it('pages through what waits, each item once, also those written within a millisecond', async () => {
    const creator = await aCreator(t, { trusted: false });
    const made = [await aDraft(creator), await aDraft(creator), await aDraft(creator)].map(({ id }) => id);
    for (const [index, id] of made.entries()) {
      await t.client(creator).call('publishContent', at(id));
      await sql`update content_items set created_at = '2030-01-01T00:00:00.00010${sql.raw(String(index))}Z'
        where id = ${id}`.execute(t.db);
    }
    const moderator = t.client(await aProfile(t, { role: 'moderator' }));
    const seen: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 3; page += 1) {
      const { body } = await moderator.call('listWaitingContent', {
        query: { limit: 1, ...(cursor ? { cursor } : {}) },
      });
      seen.push(...body.items.map(({ id }) => id));
      cursor = body.nextCursor ?? undefined;
    }
    expect(seen).toEqual(made);
  });

  it('lists what waits and publishes it with an audit row, but not for its own author', async () => {
    const creator = await aCreator(t, { trusted: false });
    const made = await aDraft(creator);
    expect((await t.client(creator).call('publishContent', at(made.id))).body.state).toBe('review');
    const staff = await aProfile(t, { role: 'moderator' });
    const moderator = t.client(staff);
    const waiting = await moderator.call('listWaitingContent');
    expect(waiting.body.items.map((item) => item.id)).toContain(made.id);
    const decide = (contentId: string) =>
      moderator.call('approveContent', { body: { contentId, reason: 'Nothing against it' } });
    expect((await decide(made.id)).body).toEqual({ isPublished: true });
    expect((await decide(made.id)).error?.code).toBe('CONFLICT');
    expect((await t.client(await aProfile(t)).call('getContent', at(made.id))).status).toBe(200);
    const rows = await t.db.selectFrom('audit_log').selectAll().where('target_id', '=', made.id).execute();
    expect(rows).toMatchObject([{ action: 'content.approved', actor_id: staff.accountId }]);
    const fan = t.client(await aProfile(t));
    expect((await fan.call('listWaitingContent')).error?.code).toBe('FORBIDDEN');
  });

  const waitingItem = async (more?: Record<string, unknown>) => {
    const creator = await aCreator(t, { trusted: false });
    const made = await aDraft(creator, more);
    await t.client(creator).call('publishContent', at(made.id));
    const staff = await aProfile(t, { role: 'moderator' });
    return { creator, own: t.client(creator), id: made.id, staff, moderator: t.client(staff) };
  };

  it('shows staff what they decide about: picture, rating with its answers, and people', async () => {
    const { creator, own, id, moderator } = await waitingItem();
    const { body } = await moderator.call('reviewContent', at(id));
    expect(body).toMatchObject({
      item: { id, state: 'review', isLocked: false },
      classifications: [{ classification: '16', warningLabels: ['L'], answers: mildAnswers }],
      people: [],
      isOwn: false,
    });
    expect(body.item.mediaUrl).not.toBeNull();
    expect((await own.call('reviewContent', at(id))).error?.code).toBe('FORBIDDEN');
    const draft = await aDraft(creator);
    expect((await moderator.call('reviewContent', at(draft.id))).error?.code).toBe('NOT_FOUND');
    const { body: waiting } = await moderator.call('staffWaiting');
    expect(waiting.content).toBeGreaterThan(0);
  });

  it('gives a refused item back as a draft with the reason, which its creator can correct and send again', async () => {
    const { own, id, staff, moderator } = await waitingItem();
    const reason = 'The rating is too low';
    expect((await moderator.call('refuseContent', { body: { contentId: id, reason } })).status).toBe(204);
    const refused = (await own.call('getContent', at(id))).body;
    expect([refused.state, refused.rules?.problem]).toEqual(['draft', `A moderator did not publish it: ${reason}`]);
    expect((await moderator.call('refuseContent', { body: { contentId: id, reason } })).error?.code).toBe('CONFLICT');
    const rows = await t.db.selectFrom('audit_log').selectAll().where('target_id', '=', id).execute();
    expect(rows).toMatchObject([{ action: 'content.refused', actor_id: staff.accountId, reason }]);
    await t.drain();
    expect((await own.call('listNotifications')).body.items).toMatchObject([
      { kind: 'content_refused', link: `/create?item=${id}` },
    ]);
    const again = await own.call('publishContent', at(id));
    expect([again.body.state, again.body.rules?.problem]).toEqual(['review', null]);
  });

  it('T58: removes what is held back for good and blocks its file, with an audit row', async () => {
    const { own, id, staff, moderator } = await waitingItem();
    await t.db.updateTable('content_items').set({ state: 'flagged' }).where('id', '=', id).execute();
    const { media_id: mediaId } = await t.db
      .selectFrom('content_items')
      .select('media_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const sha256 = Buffer.alloc(32, 'held back');
    await t.db
      .updateTable('media')
      .set({ sha256 })
      .where('id', '=', mediaId ?? '')
      .execute();
    const body = { contentId: id, reason: 'Somebody in it is not an adult' };
    // Held back items are not given back.
    expect((await moderator.call('refuseContent', { body })).error?.code).toBe('CONFLICT');
    expect((await own.call('deleteContent', { body })).error?.code).toBe('FORBIDDEN');
    expect((await moderator.call('deleteContent', { body })).status).toBe(204);
    expect((await own.call('getContent', at(id))).error?.code).toBe('NOT_FOUND');
    expect((await moderator.call('deleteContent', { body })).error?.code).toBe('NOT_FOUND');
    const rows = await t.db.selectFrom('audit_log').selectAll().where('target_id', '=', id).execute();
    expect(rows).toMatchObject([
      { action: 'content.removed', actor_id: staff.accountId, reason: body.reason, details: { before: 'flagged' } },
    ]);
    const blocked = await t.db.selectFrom('blocked_files').select('sha256').execute();
    expect(blocked.map((file) => file.sha256.toString('hex'))).toContain(sha256.toString('hex'));
    // What is published is not staff's to remove here: it does not wait.
    const published = await aDraft(await aCreator(t));
    const decision = { contentId: published.id, reason: 'Never mind' };
    expect((await moderator.call('deleteContent', { body: decision })).error?.code).toBe('CONFLICT');
  });

  it('leaves decisions about items of staff to other staff', async () => {
    const creator = await aCreator(t, { trusted: false });
    const made = await aDraft(creator);
    const own = t.client(creator);
    await own.call('publishContent', at(made.id));
    await t.db
      .updateTable('accounts')
      .set({ role: 'moderator', second_factor_since: t.clock.now() })
      .where('id', '=', creator.accountId)
      .execute();
    const body = { contentId: made.id, reason: 'It is mine' };
    for (const call of ['approveContent', 'refuseContent', 'deleteContent'] as const)
      expect((await own.call(call, { body })).error?.code).toBe('CONFLICT');
    expect((await own.call('getContent', at(made.id))).body.state).toBe('review');
  });
});
