import { libraryLimits } from '@vlam/contract/rules/library';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { chatsOf, code } from '../../../test/chats.ts';
import { aBlock, aCreator, aProfile, type TestProfile } from '../../../test/factories.ts';
import { fetchFile } from '../../../test/pictures.ts';
import { aReadyFile, at } from '../../../test/publications.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { closeSockets, flushSocket, openListener } from '../../../test/sockets.ts';
import { newId } from '../../platform/ids.ts';

let t: TestServer;
beforeAll(async () => {
  t = await startTestServer();
});
afterEach(closeSockets);
afterAll(() => t.close());
const chats = chatsOf(() => t);

const albumOf = (who: TestProfile, id: string) => t.client(who).call('getAlbum', at(id));
const sharedWith = async (who: TestProfile) => (await t.client(who).call('listSharedAlbums')).body;
const update = (who: TestProfile, id: string, body: Record<string, unknown>) =>
  t.client(who).call('updateAlbum', { ...at(id), body: { title: 'Salt', mediaIds: [], profileIds: [], ...body } });

/** An album with two pictures, shared with a subscriber. */
async function aSharedAlbum() {
  const { creator, fan } = await chats.aPair();
  await chats.write(creator, fan, 'Hello');
  const mediaIds = [await aReadyFile(t, creator), await aReadyFile(t, creator)];
  const made = await t.client(creator).call('shareAlbum', {
    body: { title: 'Salt', mediaIds, profileIds: [fan.profileId] },
  });
  expect(made.status).toBe(201);
  return { creator, fan, mediaIds, album: made.body };
}

describe('an album', () => {
  it('opens its pictures for the people it is shared with, and for no one else', async () => {
    const { creator, fan, album } = await aSharedAlbum();
    expect(album).toMatchObject({ isOwn: true, files: 2, people: 1, sharedWith: [{ id: fan.profileId }] });
    expect(await sharedWith(fan)).toMatchObject([
      { id: album.id, title: 'Salt', isOwn: false, people: null, owner: { id: creator.profileId } },
    ]);
    const seen = (await albumOf(fan, album.id)).body;
    expect(seen).toMatchObject({ sharedWith: null, people: null });
    expect(seen.pictures).toHaveLength(2);
    for (const { url } of seen.pictures) expect((await fetchFile(t, fan, url ?? '')).status).toBe(200);
    const stranger = await aProfile(t);
    expect(code(await albumOf(stranger, album.id))).toBe('NOT_FOUND');
    expect(await sharedWith(stranger)).toEqual([]);
    for (const { id, url } of seen.pictures) {
      expect((await fetchFile(t, stranger, url ?? '')).status).toBe(403);
      expect(code(await t.client(stranger).call('getMedia', at(id)))).toBe('NOT_FOUND');
    }
  });

  it('T47: closes at once for a person it is taken from, who is notified within a second', async () => {
    const { creator, fan, album, mediaIds } = await aSharedAlbum();
    const [picture] = (await albumOf(fan, album.id)).body.pictures;
    const listener = await openListener(t, fan);
    const begun = performance.now();
    expect((await update(creator, album.id, { mediaIds })).status).toBe(200);
    await flushSocket(listener);
    expect(performance.now() - begun).toBeLessThan(1_000);
    expect(listener.of('album.changed')).toEqual([{ id: album.id }]);
    expect(code(await albumOf(fan, album.id))).toBe('NOT_FOUND');
    expect((await fetchFile(t, fan, picture?.url ?? '')).status).toBe(404);
    expect(code(await t.client(fan).call('getMedia', at(picture?.id ?? '')))).toBe('NOT_FOUND');
    expect((await albumOf(creator, album.id)).body.pictures).toHaveLength(2);
  });

  it('takes away one picture and keeps the rest, in the order that is set', async () => {
    const { creator, fan, album, mediaIds } = await aSharedAlbum();
    const before = (await albumOf(fan, album.id)).body.pictures;
    const third = await aReadyFile(t, creator);
    await update(creator, album.id, { mediaIds: [third, mediaIds[1]], profileIds: [fan.profileId] });
    const after = (await albumOf(fan, album.id)).body.pictures;
    expect(after.map(({ id }) => id)).toEqual([expect.any(String), before[1]?.id]);
    expect((await fetchFile(t, fan, before[0]?.url ?? '')).status).toBe(404);
    // The album's own ids name its files as well.
    await update(creator, album.id, { mediaIds: after.map(({ id }) => id), profileIds: [fan.profileId] });
    expect((await albumOf(fan, album.id)).body.pictures.map(({ id }) => id)).toEqual(after.map(({ id }) => id));
    expect((await t.client(creator).call('listLibrary')).body.items).toHaveLength(3);
  });

  it('closes for people who are blocked, or who block', async () => {
    for (const side of ['creator', 'fan'] as const) {
      const { creator, fan, album } = await aSharedAlbum();
      const { url } = (await albumOf(fan, album.id)).body.pictures[0] ?? {};
      await aBlock(t, side === 'creator' ? { blocker: creator, blocked: fan } : { blocker: fan, blocked: creator });
      expect(code(await albumOf(fan, album.id))).toBe('NOT_FOUND');
      expect(await sharedWith(fan)).toEqual([]);
      expect((await fetchFile(t, fan, url ?? '')).status).toBe(404);
    }
  });

  it('T58: shows no picture that a person in it refused, or that is blocked', async () => {
    const { creator, fan, album } = await aSharedAlbum();
    const listener = await openListener(t, fan);
    const [first, second] = (await albumOf(fan, album.id)).body.pictures;
    const made = await t.client(creator).call('createContent', {
      body: { title: 'Blue', description: '', mediaType: 'image', mediaId: await aReadyFile(t, creator) },
    });
    // An item with the same file that waits for a moderator.
    await t.db
      .updateTable('content_items')
      .set({ state: 'flagged', media_id: null })
      .where('id', '=', made.body.id)
      .execute();
    const copy = await t.db
      .transaction()
      .execute((tx) => t.context.media.copyForUse(tx, creator.accountId, first?.id ?? ''));
    await t.db.updateTable('content_items').set({ media_id: copy }).where('id', '=', made.body.id).execute();
    expect((await albumOf(fan, album.id)).body.pictures.map(({ id }) => id)).toEqual([second?.id]);
    expect((await fetchFile(t, fan, first?.url ?? '')).status).toBe(404);
    const { transact } = await import('../../platform/after-commit.ts');
    await transact(t.db, (tx) => t.context.media.block(tx, second?.id ?? ''));
    await flushSocket(listener);
    expect(listener.of('album.changed')).toEqual([{ id: album.id }]);
    expect((await albumOf(fan, album.id)).body.pictures).toEqual([]);
  });

  it('is shared only with people who accepted a message, and notifies each once', async () => {
    const { creator, fan, album, mediaIds } = await aSharedAlbum();
    const stranger = await aProfile(t);
    const refused = await update(creator, album.id, { mediaIds, profileIds: [fan.profileId, stranger.profileId] });
    expect(refused.error).toMatchObject({ code: 'VALIDATION_FAILED' });
    await chats.write(creator, stranger, 'Hello');
    expect(code(await update(creator, album.id, { mediaIds, profileIds: [stranger.profileId] }))).toBe(
      'VALIDATION_FAILED',
    );
    const people = await t.client(creator).call('listAlbumPeople');
    expect(people.body.map(({ id }) => id)).toEqual([fan.profileId]);
    await update(creator, album.id, { mediaIds, profileIds: [fan.profileId] });
    await t.drain();
    const { items } = (await t.client(fan).call('listNotifications')).body;
    expect(items.filter(({ kind }) => kind === 'album_shared')).toMatchObject([
      { link: `/library?album=${album.id}`, subject: 'Salt', actor: { id: creator.profileId } },
    ]);
  });

  it('takes only own files', async () => {
    const { album, creator } = await aSharedAlbum();
    const other = await aCreator(t);
    for (const id of [await aReadyFile(t, other), newId()])
      expect(code(await update(creator, album.id, { mediaIds: [id] }))).toBe('NOT_FOUND');
    expect(code(await update(other, album.id, {}))).toBe('NOT_FOUND');
    expect(code(await t.client(other).call('deleteAlbum', at(album.id)))).toBe('NOT_FOUND');
    expect((await albumOf(creator, album.id)).body.pictures).toHaveLength(2);
  });

  it('is deleted with what it showed; the library keeps the files', async () => {
    const { creator, fan, album } = await aSharedAlbum();
    const { url } = (await albumOf(fan, album.id)).body.pictures[0] ?? {};
    expect((await t.client(creator).call('deleteAlbum', at(album.id))).status).toBe(204);
    expect((await fetchFile(t, fan, url ?? '')).status).toBe(404);
    const { items } = (await t.client(creator).call('listLibrary')).body;
    expect(items.map(({ uses }) => uses)).toEqual([[], []]);
  });

  it('stops at the number of albums a creator may have', async () => {
    const creator = await aCreator(t);
    const at = new Date();
    await t.db
      .insertInto('albums')
      .values(
        Array.from({ length: libraryLimits.albums }, () => ({
          id: newId(),
          profile_id: creator.profileId,
          title: 'Many',
          created_at: at,
          changed_at: at,
        })),
      )
      .execute();
    const body = { title: 'One more', mediaIds: [], profileIds: [] };
    expect(code(await t.client(creator).call('shareAlbum', { body }))).toBe('QUOTA_REACHED');
  });
});
