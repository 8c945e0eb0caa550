import type { ContentView } from '@vlam/contract/content';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { useConsents, wordingFor } from '../../../test/consents.ts';
import { aCreator, aProfile, aSubscription, giveCredits, type TestProfile } from '../../../test/factories.ts';
import { aReadyFile, at, creatorOf, mildAnswers, publicationOf } from '../../../test/publications.ts';
import { useTestApp } from '../../../test/use-app.ts';
import { newId, newToken } from '../../platform/ids.ts';

const t = useTestApp({ at: new Date('2036-11-21T10:00:00+02:00') });
const { ask, unblock } = useConsents(t);

const files = async (creator: TestProfile, count: number) => {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.push(await aReadyFile(t, creator));
  return ids;
};

/** A row of a published video; its stream is not played here. */
async function aVideo(creator: TestProfile): Promise<string> {
  const id = newId();
  const row = { id, owner_id: creator.accountId, kind: 'video', state: 'ready', byte_size: 1_000n, is_stream: true };
  const at = t.clock.now();
  await t.db
    .insertInto('media')
    .values({
      ...row,
      width: 640,
      height: 360,
      duration_ms: 9_000,
      storage_key: newToken(),
      created_at: at,
      ready_at: at,
    })
    .execute();
  return id;
}

const bodyOf = (mediaIds: readonly string[], more: Record<string, unknown> = {}) =>
  publicationOf('', { mediaId: undefined, mediaIds, classificationAnswers: mildAnswers, ...more });

async function aSet(creator: TestProfile, mediaIds: readonly string[], more: Record<string, unknown> = {}) {
  const made = await t.client(creator).call('createContent', { body: bodyOf(mediaIds, more) });
  expect(made.status).toBe(201);
  return made.body;
}

const idsOf = (item: Pick<ContentView, 'files'>) => (item.files ?? []).map(({ id }) => id);
const stats = async (creator: TestProfile) => {
  const { body } = await t.client(creator).call('getProfile', at(creator.profileId));
  const { totalContent, photos, videos } = body.stats as Record<string, number>;
  return { totalContent, photos, videos };
};

describe('an item of several files', () => {
  it('is published with its files in order, the first of them as its cover', async () => {
    const creator = await aCreator(t);
    const ids = [...(await files(creator, 3)), await aVideo(creator)];
    const made = await aSet(creator, ids);
    expect(made).toMatchObject({ state: 'published', mediaType: 'image', holds: { pictures: 3, videos: 1 } });
    expect(idsOf(made)).toEqual(ids);
    expect(made.mediaUrl).toBe(made.files?.[0]?.mediaUrl);
    expect(made.files?.[3]).toMatchObject({ mediaType: 'video', duration: 9 });
    const fan = t.client(await aProfile(t));
    const seen = (await fan.call('getContent', at(made.id))).body;
    expect(idsOf(seen)).toEqual(ids);
    for (const { sources } of (seen.files ?? []).slice(0, 3))
      expect((await fan.request('GET', sources[0]?.webp ?? '')).status).toBe(200);
    expect(await stats(creator)).toEqual({ totalContent: 1, photos: 3, videos: 1 });
  });

  it('stands in lists with what it holds but without its files, and under each kind it holds', async () => {
    const creator = await aCreator(t);
    const set = await aSet(creator, [...(await files(creator, 2)), await aVideo(creator)]);
    t.clock.advance(1_000);
    const single = await aSet(creator, await files(creator, 1));
    const fan = t.client(await aProfile(t));
    const listed = async (mediaType?: 'image' | 'video' | 'audio') =>
      (await fan.call('creatorContent', { ...at(creator.profileId), query: mediaType ? { mediaType } : {} })).body;
    const all = await listed();
    expect(all.map(({ id, holds, files: held }) => ({ id, holds, held }))).toEqual([
      { id: single.id, holds: undefined, held: undefined },
      { id: set.id, holds: { pictures: 2, videos: 1 }, held: undefined },
    ]);
    expect((await listed('video')).map(({ id }) => id)).toEqual([set.id]);
    expect((await listed('audio')).map(({ id }) => id)).toEqual([]);
    expect((await fan.call('getContent', at(single.id))).body).not.toHaveProperty('files');
  });

  it("takes at most twenty of one's own ready files, each once and in no other item", async () => {
    const creator = await aCreator(t);
    const own = t.client(creator);
    const [one, two, three] = await files(creator, 3);
    const theirs = await aReadyFile(t, await aCreator(t));
    const code = async (mediaIds: unknown[], more = {}) =>
      (await own.call('createContent', { body: bodyOf(mediaIds as string[], more) })).error?.code;
    expect(await code(Array.from({ length: 21 }, () => newId()))).toBe('VALIDATION_FAILED');
    expect(await code([one, one])).toBe('VALIDATION_FAILED');
    expect(await code([])).toBe('VALIDATION_FAILED');
    expect(await code([one], { mediaId: two })).toBe('VALIDATION_FAILED');
    expect(await code([one, theirs])).toBe('NOT_FOUND');
    expect(await code([one, two], { mediaType: 'video' })).toBe('NOT_FOUND');
    expect(await code([one, two], { mediaType: 'audio' })).toBe('NOT_FOUND');
    const photo = await aReadyFile(t, creator);
    await own.call('setPhotos', { body: { mediaIds: [photo] } });
    expect(await code([one, photo])).toBe('CONFLICT');
    await aSet(creator, [one ?? '', two ?? '']);
    expect(await code([three, two])).toBe('CONFLICT');
    expect(await code([two])).toBe('CONFLICT');
  });

  it('T57 T58: waits for every file, and is refused when one of them was blocked', async () => {
    const creator = await aCreator(t);
    const own = t.client(creator);
    const ids = await files(creator, 3);
    const draft = await aSet(creator, ids, { state: 'draft' });
    const last = ids[2] ?? '';
    const setState = (state: string) => t.db.updateTable('media').set({ state }).where('id', '=', last).execute();
    for (const state of ['processing', 'failed', 'blocked']) {
      await setState(state);
      expect([state, (await own.call('publishContent', at(draft.id))).error?.code]).toEqual([state, 'MEDIA_NOT_READY']);
    }
    await setState('ready');
    const sha256 = Buffer.alloc(32, 'the third');
    await t.db.updateTable('media').set({ sha256 }).where('id', '=', last).execute();
    await t.db.insertInto('blocked_files').values({ sha256 }).execute();
    expect((await own.call('publishContent', at(draft.id))).error?.code).toBe('MEDIA_NOT_READY');
    await unblock();
    expect((await own.call('publishContent', at(draft.id))).body.state).toBe('published');
  });

  it('takes another order and other files as a draft, and frees what it leaves out', async () => {
    const creator = await aCreator(t);
    const own = t.client(creator);
    const [one, two, three] = (await files(creator, 3)) as [string, string, string];
    const draft = await aSet(creator, [one, two], { state: 'draft' });
    const change = (mediaIds: string[]) => own.call('updateContent', { ...at(draft.id), body: { mediaIds } });
    expect(idsOf((await change([two, one])).body)).toEqual([two, one]);
    const changed = (await change([three, two])).body;
    expect([idsOf(changed), changed.holds]).toEqual([[three, two], { pictures: 2, videos: 0 }]);
    expect((await change([three])).body).not.toHaveProperty('holds');
    // The others are free for another item.
    expect(idsOf(await aSet(creator, [one, two]))).toEqual([one, two]);
    expect((await change([three, one])).error?.code).toBe('CONFLICT');
  });

  it('can be put in another order once published, but takes no other file', async () => {
    const creator = await aCreator(t);
    const own = t.client(creator);
    const [one, two, three] = (await files(creator, 3)) as [string, string, string];
    const set = await aSet(creator, [one, two]);
    const change = (mediaIds: string[]) => own.call('updateContent', { ...at(set.id), body: { mediaIds } });
    expect(idsOf((await change([two, one])).body)).toEqual([two, one]);
    expect((await change([two, one, three])).error?.code).toBe('CONFLICT');
    expect((await change([three])).error?.code).toBe('CONFLICT');
    const other = t.client(await aCreator(t));
    expect((await other.call('updateContent', { ...at(set.id), body: { mediaIds: [two] } })).error?.code).toBe(
      'NOT_FOUND',
    );
    await sql`update content_items set state = 'flagged' where id = ${set.id}`.execute(t.db);
    expect((await change([two])).error?.code).toBe('CONFLICT');
  });
});

describe('rights to every file of an item', () => {
  async function aPaidSet(price = 10) {
    const creator = await aCreator(t);
    const ids = await files(creator, 4);
    const set = await aSet(creator, ids, { isPremium: true, price });
    return { creator, ids, set };
  }
  const addresses = (item: ContentView) =>
    (item.files ?? []).flatMap(({ sources }) => sources.flatMap(({ webp, avif }) => [webp, avif]));

  /** One of each file: a paid picture is drawn anew for its viewer. */
  const smallest = (item: ContentView) => (item.files ?? []).flatMap(({ sources }) => sources[0]?.webp ?? []);

  it('T47 T48: gives who has not paid none of the files, by no id and no address', async () => {
    const { creator, ids, set } = await aPaidSet();
    const strangerProfile = await aProfile(t);
    const stranger = t.client(strangerProfile);
    const seen = await stranger.call('getContent', at(set.id));
    expect(seen.body).toMatchObject({ isLocked: true, mediaUrl: null, sources: [], holds: { pictures: 4 } });
    const feed = await stranger.call('contentFeed');
    const list = await stranger.call('creatorContent', at(creator.profileId));
    const inFeed = JSON.stringify(feed.body.items.filter(({ id }) => id === set.id));
    expect(inFeed).toContain('"pictures":4');
    for (const text of [seen.text, inFeed, list.text])
      for (const secret of [...ids, '/m/']) expect(text.includes(secret), secret).toBe(false);
    for (const id of ids) {
      expect((await stranger.call('getMedia', at(id))).error?.code).toBe('NOT_FOUND');
      expect((await stranger.call('getStream', at(id))).error?.code).toBe('NOT_FOUND');
      expect(await t.context.fileRights.mayView(strangerProfile.accountId, id)).toBe(false);
    }
    const owned = (await t.client(creator).call('getContent', at(set.id))).body;
    expect(addresses(owned).length).toBeGreaterThanOrEqual(8);
    for (const url of addresses(owned)) expect((await stranger.request('GET', url)).status).toBe(403);
  });

  it('T47 T50: opens all of them to a buyer and a subscriber, each with addresses for this account alone', async () => {
    const { creator, ids, set } = await aPaidSet();
    const buyer = await aProfile(t);
    await giveCredits(t, buyer.accountId, 50);
    const bought = await t.client(buyer).call('unlockContent', { ...at(set.id), body: { price: 10 } });
    expect([bought.body.balance, idsOf(bought.body.item)]).toEqual([40, ids]);
    const subscriber = await aProfile(t);
    await aSubscription(t, { subscriber, creator });
    const others = [t.client(await aProfile(t)), t.client(subscriber)];
    for (const url of smallest(bought.body.item)) expect((await t.client(buyer).request('GET', url)).status).toBe(200);
    for (const url of addresses(bought.body.item)) {
      expect(url).toContain('&p=1');
      for (const other of others) expect((await other.request('GET', url)).status).toBe(403);
    }
    const seen = (await t.client(subscriber).call('getContent', at(set.id))).body;
    for (const url of smallest(seen)) expect((await t.client(subscriber).request('GET', url)).status).toBe(200);
    t.clock.advance(301_000);
    for (const url of addresses(bought.body.item)) expect((await t.client(buyer).request('GET', url)).status).toBe(403);
  });

  it('T23: a file that is taken out is gone for its buyers at once, and open pages learn of it', async () => {
    const { creator, ids, set } = await aPaidSet();
    const buyer = await aProfile(t);
    await giveCredits(t, buyer.accountId, 50);
    const { body } = await t.client(buyer).call('unlockContent', { ...at(set.id), body: { price: 10 } });
    const published = vi.spyOn(t.context.realtime, 'toTopic');
    const [cover, two, three, four] = ids as [string, string, string, string];
    const kept = await t.client(creator).call('updateContent', { ...at(set.id), body: { mediaIds: [two, four] } });
    expect(idsOf(kept.body)).toEqual([two, four]);
    expect(published).toHaveBeenCalledWith('content', 'content.removed', { id: set.id, mediaIds: [cover, three] });
    published.mockRestore();
    const status = async (id: string) => {
      const file = body.item.files?.find((each) => each.id === id);
      return (await t.client(buyer).request('GET', file?.sources[0]?.webp ?? '')).status;
    };
    expect(await Promise.all(ids.map(status))).toEqual([404, 200, 404, 200]);
    expect(idsOf((await t.client(buyer).call('getContent', at(set.id))).body)).toEqual([two, four]);
    expect(await stats(creator)).toEqual({ totalContent: 1, photos: 2, videos: 0 });
    // It was published: no other item takes it, and a leaked copy still leads to its sales.
    const again = await t.client(creator).call('createContent', { body: bodyOf([three]) });
    expect(again.error?.code).toBe('MEDIA_NOT_READY');
    await t.drain();
    const folders = await sql<{ id: string }>`select id from media where id = any (${ids}::uuid[]) and state = 'ready'
      order by id`.execute(t.db);
    expect(folders.rows.map(({ id }) => id)).toEqual([two, four].sort());
  });

  it('T23: removal of the item removes every file and its counts', async () => {
    const { creator, ids, set } = await aPaidSet();
    const seen = (await t.client(creator).call('getContent', at(set.id))).body;
    expect((await t.client(creator).call('removeContent', at(set.id))).status).toBe(204);
    for (const url of addresses(seen)) expect((await t.client(creator).request('GET', url)).status).toBe(404);
    const { rows } = await sql`select from media where id = any (${ids}::uuid[]) and state = 'ready'`.execute(t.db);
    expect([rows.length, await stats(creator)]).toEqual([0, { totalContent: 0, photos: 0, videos: 0 }]);
  });

  it('shows its creator in the library where each file is used', async () => {
    const { creator, ids, set } = await aPaidSet();
    const { body } = await t.client(creator).call('listLibrary');
    const uses = body.items.filter(({ id }) => ids.includes(id)).map(({ uses: [use] }) => [use?.kind, use?.id]);
    expect(uses).toEqual(ids.map(() => ['post', set.id]));
    const removed = await t.client(creator).call('deleteLibraryFile', at(ids[2] ?? ''));
    expect(removed.error?.code).toBe('CONFLICT');
  });
});

describe('moderators and the people in an item of several files', () => {
  const hash = (id: string) => Buffer.alloc(32, id);
  const hashed = async (ids: readonly string[]) => {
    for (const id of ids)
      await t.db
        .updateTable('media')
        .set({ sha256: hash(id) })
        .where('id', '=', id)
        .execute();
  };
  const blocked = async () => {
    const rows = await t.db.selectFrom('blocked_files').select('sha256').execute();
    return rows.map(({ sha256 }) => sha256.toString('hex')).sort();
  };
  const hex = (ids: readonly string[]) => ids.map((id) => hash(id).toString('hex')).sort();

  it('T58: a moderator sees every file, and takes one of them down while the item waits', async () => {
    const creator = await aCreator(t, { trusted: false });
    const ids = (await files(creator, 3)) as [string, string, string];
    await hashed(ids);
    const set = await aSet(creator, ids);
    expect(set.state).toBe('review');
    const moderator = t.client(await aProfile(t, { role: 'moderator' }));
    const seen = (await moderator.call('reviewContent', at(set.id))).body.item;
    for (const { sources } of seen.files ?? [])
      expect((await moderator.request('GET', sources[0]?.webp ?? '')).status).toBe(200);
    const remove = (mediaId: string) =>
      moderator.call('deleteContent', { body: { contentId: set.id, reason: 'Shows a stranger', mediaId } });
    expect((await remove(newId())).error?.code).toBe('NOT_FOUND');
    expect((await remove(ids[0])).status).toBe(204);
    expect(await blocked()).toEqual(hex([ids[0]]));
    const left = (await moderator.call('reviewContent', at(set.id))).body.item;
    expect([left.state, idsOf(left), left.holds]).toEqual(['review', ids.slice(1), { pictures: 2, videos: 0 }]);
    expect((await remove(ids[1])).status).toBe(204);
    expect((await remove(ids[2])).error?.code).toBe('CONFLICT');
    const rows = await t.db
      .selectFrom('audit_log')
      .select(['action', 'details'])
      .where('target_id', '=', set.id)
      .execute();
    expect(rows).toMatchObject([
      { action: 'content.file_removed', details: { mediaId: ids[0], before: 'review' } },
      { action: 'content.file_removed', details: { mediaId: ids[1] } },
    ]);
    await t.drain();
    const notices = (await t.client(creator).call('listNotifications')).body.items.map(({ kind }) => kind);
    expect(notices).toContain('content_file_removed');
    await moderator.call('deleteContent', { body: { contentId: set.id, reason: 'The rest too' } });
    expect(await blocked()).toEqual(hex(ids));
    await unblock();
  });

  it('T58: a yes names every file that was shown, and a new file asks again', async () => {
    const creator = await aCreator(t);
    const kyle = await aProfile(t, { displayName: 'Kyle' });
    const [one, two, three] = (await files(creator, 3)) as [string, string, string];
    await hashed([one, two, three]);
    const set = await aSet(creator, [one, two], { state: 'draft', depicts: 'me_and_others' });
    const { person } = await ask(creator, set.id, { profileId: kyle.profileId, name: 'Kyle' });
    const own = t.client(kyle);
    const [asked] = (await own.call('listConsents')).body;
    expect(asked?.files?.map(({ id }) => id)).toEqual([one, two]);
    for (const { sources } of asked?.files ?? [])
      expect((await own.request('GET', sources[0]?.webp ?? '')).status).toBe(200);
    const yes = (id: string, files: Record<string, unknown>) =>
      own.call('answerConsent', {
        ...at(id),
        body: { answer: 'yes', signature: 'Kyle Naidoo', wording: wordingFor('image', 'image'), ...files },
      });
    expect((await yes(person.id, { mediaId: one })).error?.code).toBe('CONFLICT');
    expect((await yes(person.id, { mediaIds: [one] })).error?.code).toBe('CONFLICT');
    expect((await yes(person.id, { mediaIds: [one, two, three] })).error?.code).toBe('CONFLICT');
    expect((await yes(person.id, { mediaIds: [two, one] })).status).toBe(204);
    const row = await t.db
      .selectFrom('content_people')
      .select(['media_sha256', 'more_sha256'])
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ media_sha256: hash(one), more_sha256: [hash(two)] });
    const change = (mediaIds: string[]) =>
      t.client(creator).call('updateContent', { ...at(set.id), body: { mediaIds } });
    // Another order and less are covered by the yes, a new file is not.
    await change([two, one]);
    expect((await own.call('listConsents')).body).toMatchObject([{ state: 'yes' }]);
    await change([two, one, three]);
    expect((await own.call('listConsents')).body).toMatchObject([{ state: 'asked' }]);
    expect((await t.client(creator).call('publishContent', at(set.id))).error?.code).toBe('CONFLICT');
  });

  it('T58: a yes that is taken back removes the item, blocks its files and every item with one of them', async () => {
    const creator = await aCreator(t);
    const kyle = await aProfile(t, { displayName: 'Kyle' });
    const ids = (await files(creator, 3)) as [string, string, string];
    await hashed(ids);
    const set = await aSet(creator, ids, { state: 'draft', depicts: 'me_and_others' });
    const { person } = await ask(creator, set.id, { profileId: kyle.profileId, name: 'Kyle' });
    const wording = wordingFor('image', 'image');
    const body = { answer: 'yes', signature: 'Kyle Naidoo', wording, mediaIds: ids } as const;
    await t.client(kyle).call('answerConsent', { ...at(person.id), body });
    expect((await t.client(creator).call('publishContent', at(set.id))).body.state).toBe('published');
    const reused = (await t.client(creator).call('reuseFile', at(ids[2]))).body.id;
    const twin = await aSet(creator, [...(await files(creator, 1)), reused]);
    // One file leaves the item before: the yes was to it too.
    await t.client(creator).call('updateContent', { ...at(set.id), body: { mediaIds: ids.slice(0, 2) } });
    expect((await t.client(kyle).call('revokeConsent', at(person.id))).status).toBe(204);
    expect(await blocked()).toEqual(hex(ids));
    const fan = t.client(await aProfile(t));
    expect((await fan.call('getContent', at(set.id))).error?.code).toBe('NOT_FOUND');
    expect((await fan.call('getContent', at(twin.id))).error?.code).toBe('NOT_FOUND');
    await unblock();
  });

  it('T58: refuses a set with one file that a person refused in another item', async () => {
    const creator = await aCreator(t);
    const kyle = await aProfile(t, { displayName: 'Kyle' });
    const [one, two, three] = (await files(creator, 3)) as [string, string, string];
    await hashed([one, two]);
    const refused = await aSet(creator, [one, two], { state: 'draft', depicts: 'me_and_others' });
    const { person } = await ask(creator, refused.id, { profileId: kyle.profileId, name: 'Kyle' });
    await t.client(kyle).call('answerConsent', { ...at(person.id), body: { answer: 'no' } });
    await t.db
      .updateTable('media')
      .set({ sha256: hash(two) })
      .where('id', '=', three)
      .execute();
    const code = (
      await t.client(creator).call('createContent', { body: bodyOf([...(await files(creator, 1)), three]) })
    ).error?.message;
    expect(code).toBe('It cannot be published: a person in it did not agree');
    // Held back, it is used nowhere else.
    expect((await t.client(creator).call('reuseFile', at(two))).error?.code).toBe('CONFLICT');
    expect((await creatorOf(t.client(creator), creator.profileId)).contentCount).toBe(0);
  });
});
