import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { aCreator, aPaidPicture, aProfile, giveCredits, type TestProfile } from '../../../test/factories.ts';
import { aRatedDraft, aReadyFile, at, creatorOf, publicationOf } from '../../../test/publications.ts';
import { useTestApp } from '../../../test/use-app.ts';

// Far ahead: the queue runs jobs by the real time too.
const t = useTestApp({ at: new Date('2036-11-21T10:00:00+02:00') });

const hour = 3_600_000;
const later = (hours: number) => new Date(t.clock.now().getTime() + hours * hour).toISOString();
const aDraft = (creator: TestProfile, more?: Record<string, unknown>) => aRatedDraft(t, creator, more);

describe('schedule and expiry', () => {
  it('publishes at its time, once, however often the job runs', async () => {
    const creator = await aCreator(t);
    const made = await aDraft(creator, { state: 'published', publishAt: later(3) });
    expect(made).toMatchObject({ state: 'draft', rules: { publishAt: later(3) } });
    await t.context.content.tasks[0]?.run({ contentId: made.id }, { id: '1', attempt: 1 });
    await t.drain();
    const fan = t.client(await aProfile(t));
    expect((await fan.call('getContent', at(made.id))).error?.code).toBe('NOT_FOUND');
    t.clock.advance(3 * hour);
    await Promise.all([t.drain(), t.context.content.tasks[0]?.run({ contentId: made.id }, { id: '2', attempt: 1 })]);
    expect((await fan.call('getContent', at(made.id))).status).toBe(200);
    expect((await creatorOf(fan, creator.profileId)).contentCount).toBe(1);
  });

  it('follows the last time that was set, and none after it was taken back', async () => {
    const creator = await aCreator(t);
    const own = t.client(creator);
    const [moved, cancelled] = [
      await aDraft(creator, { publishAt: later(1) }),
      await aDraft(creator, { publishAt: later(1) }),
    ];
    await own.call('updateContent', { ...at(moved.id), body: { publishAt: later(5) } });
    await own.call('updateContent', { ...at(cancelled.id), body: { publishAt: null } });
    t.clock.advance(2 * hour);
    await t.drain();
    const stateOf = async (id: string) => (await own.call('getContent', at(id))).body.state;
    expect([await stateOf(moved.id), await stateOf(cancelled.id)]).toEqual(['draft', 'draft']);
    t.clock.advance(4 * hour);
    await t.drain();
    expect([await stateOf(moved.id), await stateOf(cancelled.id)]).toEqual(['published', 'draft']);
  });

  it('catches up with a job that ran before its time', async () => {
    const creator = await aCreator(t);
    const [made, ending] = [
      await aDraft(creator, { publishAt: later(1) }),
      await aDraft(creator, { state: 'published', expiresAt: later(1) }),
    ];
    await sql`delete from graphile_worker._private_jobs`.execute(t.db);
    t.clock.advance(2 * hour);
    await t.context.content.tasks.find(({ kind }) => kind.name === 'content.due')?.run({}, { id: '1', attempt: 1 });
    const own = t.client(creator);
    expect((await own.call('getContent', at(made.id))).body.state).toBe('published');
    expect((await own.call('getContent', at(ending.id))).body.state).toBe('draft');
  });

  it('keeps a draft that still lacks something at its time, and says what', async () => {
    const creator = await aCreator(t);
    const made = await aDraft(creator, { publishAt: later(1), depicts: 'others' });
    t.clock.advance(2 * hour);
    await t.drain();
    const shown = await t.client(creator).call('getContent', at(made.id));
    expect(shown.body).toMatchObject({ state: 'draft', rules: { problem: 'Name everyone who is in it first' } });
  });

  it('hides an item at its end and can publish it again', async () => {
    const creator = await aCreator(t);
    const own = t.client(creator);
    const made = await aDraft(creator, { state: 'published', expiresAt: later(2) });
    expect(made.state).toBe('published');
    const fan = t.client(await aProfile(t));
    t.clock.advance(2 * hour);
    await t.drain();
    expect((await fan.call('getContent', at(made.id))).error?.code).toBe('NOT_FOUND');
    expect((await creatorOf(fan, creator.profileId)).contentCount).toBe(0);
    expect((await own.call('publishContent', at(made.id))).body).toMatchObject({ state: 'published' });
    expect((await fan.call('getContent', at(made.id))).status).toBe(200);
  });

  it('leaves an ended item with the people who bought it, and with no one after its removal', async () => {
    const creator = await aCreator(t);
    const own = t.client(creator);
    const buyer = await aProfile(t);
    await giveCredits(t, buyer.accountId, 100);
    const made = await aDraft(creator, { state: 'published', isPremium: true, price: 15, expiresAt: later(2) });
    const bought = await t.client(buyer).call('unlockContent', { ...at(made.id), body: { price: 15, startNow: true } });
    expect(bought.status).toBe(200);
    t.clock.advance(2 * hour);
    await t.drain();
    const fan = t.client(buyer);
    const kept = await fan.call('getContent', at(made.id));
    expect(kept.body).toMatchObject({ isPurchased: true, isLocked: false });
    expect((await fan.request('GET', kept.body.mediaUrl ?? '')).status).toBe(200);
    const other = t.client(await aProfile(t));
    expect((await other.call('getContent', at(made.id))).error?.code).toBe('NOT_FOUND');
    await own.call('removeContent', at(made.id));
    expect((await fan.call('getContent', at(made.id))).error?.code).toBe('NOT_FOUND');
  });

  it('publishes the rest of what is due when one item fails, and marks that item', async () => {
    const creator = await aCreator(t);
    const [first, second] = [
      await aDraft(creator, { publishAt: later(1) }),
      await aDraft(creator, { publishAt: later(2) }),
    ];
    await sql`delete from graphile_worker._private_jobs`.execute(t.db);
    t.clock.advance(3 * hour);
    const failing = vi.spyOn(t.context.media, 'listHashes').mockRejectedValueOnce(new Error('no answer'));
    const sweep = t.context.content.tasks.find(({ kind }) => kind.name === 'content.due');
    await sweep?.run({}, { id: '1', attempt: 1 });
    failing.mockRestore();
    const own = t.client(creator);
    expect((await own.call('getContent', at(second.id))).body.state).toBe('published');
    expect((await own.call('getContent', at(first.id))).body).toMatchObject({
      state: 'draft',
      rules: { problem: 'It could not be published. Publish it yourself' },
    });
  });

  it('publishes what is due, however many drafts before it wait for their files', async () => {
    const creator = await aCreator(t);
    const due = await aDraft(creator, { publishAt: later(1) });
    const model = await aDraft(creator, { publishAt: later(1) });
    await sql`
      with file as (
        insert into media select (jsonb_populate_record(media, jsonb_build_object('id', gen_random_uuid(),
            'state', 'processing', 'storage_key', md5(n::text) || md5(n::text || 'b'), 'ready_at', null))).*
          from media, generate_series(1, 250) as n
          where media.id = (select media_id from content_items where id = ${model.id})
          returning id)
      insert into content_items select (jsonb_populate_record(item, jsonb_build_object('id', gen_random_uuid(),
          'media_id', file.id, 'publish_at', item.publish_at - interval '1 minute'))).*
        from file, content_items as item where item.id = ${model.id}`.execute(t.db);
    await sql`delete from graphile_worker._private_jobs`.execute(t.db);
    t.clock.advance(2 * hour);
    await t.context.content.tasks.find(({ kind }) => kind.name === 'content.due')?.run({}, { id: '1', attempt: 1 });
    const own = t.client(creator);
    expect((await own.call('getContent', at(due.id))).body.state).toBe('published');
    const waiting = await t.db
      .selectFrom('content_items')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('profile_id', '=', creator.profileId)
      .where('state', '=', 'draft')
      .where('publish_problem', 'is', null)
      .executeTakeFirstOrThrow();
    expect(Number(waiting.count)).toBe(250);
  });

  it('T58: keeps the file of an item that was published once', async () => {
    const creator = await aCreator(t);
    const own = t.client(creator);
    const made = await aDraft(creator, { state: 'published', isPremium: true, price: 15, expiresAt: later(2) });
    t.clock.advance(2 * hour);
    await t.drain();
    expect((await own.call('getContent', at(made.id))).body.state).toBe('draft');
    const changed = await own.call('updateContent', {
      ...at(made.id),
      body: { mediaId: await aReadyFile(t, creator) },
    });
    expect([changed.error?.code, changed.error?.message]).toEqual([
      'CONFLICT',
      'The file of an item that was published stays. Make a new item',
    ]);
    expect((await own.call('updateContent', { ...at(made.id), body: { title: 'Again' } })).status).toBe(200);
  });

  it('refuses an end before the start, a time beyond a year, and a time for a published item', async () => {
    const creator = await aCreator(t);
    const own = t.client(creator);
    const make = async (more: object) =>
      (await own.call('createContent', { body: publicationOf(await aReadyFile(t, creator), { ...more }) })).error;
    expect((await make({ publishAt: later(3), expiresAt: later(2) }))?.details?.fields).toHaveProperty('expiresAt');
    expect((await make({ publishAt: later(24 * 400) }))?.details?.fields).toHaveProperty('publishAt');
    const { contentId } = await aPaidPicture(t, { creator });
    for (const body of [{ publishAt: later(3) }, { depicts: 'others' }, { mediaId: await aReadyFile(t, creator) }])
      expect((await own.call('updateContent', { ...at(contentId), body })).error?.code).toBe('CONFLICT');
  });
});
