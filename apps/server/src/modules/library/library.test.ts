import { describe, expect, it } from 'vitest';
import { chatsOf, code } from '../../../test/chats.ts';
import { useConsents } from '../../../test/consents.ts';
import { aCreator, aProfile, giveCredits, type TestProfile } from '../../../test/factories.ts';
import { libraryOf } from '../../../test/library.ts';
import { aPicture, fetchFile, sendFile } from '../../../test/pictures.ts';
import { aReadyFile, at, publicationOf } from '../../../test/publications.ts';
import { acceptRequest, aRequester, sendRequest } from '../../../test/requesters.ts';
import { useTestApp } from '../../../test/use-app.ts';
import { newId } from '../../platform/ids.ts';

const t = useTestApp({ poolSize: 8 });
const chats = chatsOf(() => t);
const consents = useConsents(t);

const library = async (who: TestProfile, query: Record<string, string> = {}) =>
  (await t.client(who).call('listLibrary', { query })).body;
const { use, publish, lastOf } = libraryOf(() => t);

describe('a file used again', () => {
  it('T47: is published, sent to many and welcomes subscribers, each with rights of its own', async () => {
    const { creator, fan } = await chats.aPair();
    const { id } = await sendFile(t, creator, await aPicture({ width: 480, height: 600, seed: 171 }));
    await t.drain();
    const item = await publish(creator, id, { isPremium: true, price: 15 });
    const again = await publish(creator, await use(creator, id), { isPremium: true, price: 20 });
    const set = await t.client(creator).call('createContent', {
      body: publicationOf('', { mediaId: undefined, mediaIds: [await use(creator, id), await aReadyFile(t, creator)] }),
    });
    expect([item.id, again.id, set.body.files?.length]).toEqual([item.id, again.id, 2]);
    await t.client(fan).call('toggleFollow', { params: { id: creator.profileId } });
    const sent = await t.client(creator).call('sendBroadcast', {
      body: {
        clientId: newId(),
        audience: { kind: 'followers' },
        content: 'Look',
        mediaId: await use(creator, id),
        price: 25,
      },
    });
    expect(sent.status).toBe(201);
    const welcome = await t.client(creator).call('setWelcomeMessage', {
      body: { enabled: true, content: 'Welcome', mediaId: await use(creator, id), price: 0 },
    });
    expect(welcome.body.media).not.toBeNull();
    await t.drain();
    const message = await lastOf(fan, creator);
    expect(message).toMatchObject({ content: 'Look', mediaUrl: null, price: 25 });
    const file = (await library(creator)).items.find((each) => each.uses.some(({ kind }) => kind === 'broadcast'));
    expect(file?.uses.map(({ kind }) => kind).sort()).toEqual(['broadcast', 'post', 'post', 'post', 'welcome']);
    const stranger = t.client(await aProfile(t));
    for (const { id: sold } of [item, again])
      expect((await stranger.call('getContent', at(sold))).body.isLocked).toBe(true);
  });
});

describe('the list', () => {
  it('has each uploaded file once, newest first, with its size and every use', async () => {
    const { creator, fan } = await chats.aPair();
    const { id } = await sendFile(t, creator, await aPicture({ width: 480, height: 600, seed: 71 }));
    await t.drain();
    await t.db
      .updateTable('media')
      .set({ created_at: new Date('2026-01-01') })
      .where('id', '=', id)
      .execute();
    const later = await aReadyFile(t, creator);
    const item = await publish(creator, id, { isPremium: true, price: 15, title: 'Blue hour on the pier' });
    for (const text of ['Look', 'Once more'])
      await chats.write(creator, fan, text, { mediaId: await use(creator, id), price: 25 });
    const { items, total, nextCursor } = await library(creator);
    expect(items.map((file) => file.id)).toEqual([later, id]);
    expect(nextCursor).toBeNull();
    expect(total.files).toBe(2);
    expect(total.bytes).toBe(items.reduce((sum, { bytes }) => sum + bytes, 0));
    expect(items[1]).toMatchObject({ kind: 'image', state: 'ready', width: 480, height: 600, deletedAt: null });
    expect(items[1]?.uses).toEqual(
      expect.arrayContaining([
        { kind: 'post', id: item.id, title: 'Blue hour on the pier', count: 1, price: 15, isPaid: true },
        { kind: 'message', id: null, title: null, count: 2, price: 25, isPaid: true },
      ]),
    );
    expect(items[1]?.uses).toHaveLength(2);
    expect((await fetchFile(t, creator, items[1]?.previewUrl ?? '')).status).toBe(200);
  });

  it('filters by kind, use and words of a title, and pages without gaps', async () => {
    const creator = await aCreator(t);
    const files = await Promise.all(Array.from({ length: 5 }, () => aReadyFile(t, creator)));
    await publish(creator, files[2] ?? '', { title: 'Salt 100% light' });
    expect((await library(creator, { used: 'yes' })).items.map(({ id }) => id)).toEqual([files[2]]);
    expect((await library(creator, { used: 'no' })).items).toHaveLength(4);
    expect((await library(creator, { kind: 'video' })).items).toEqual([]);
    expect((await library(creator, { q: 'salt 100%' })).items.map(({ id }) => id)).toEqual([files[2]]);
    expect((await library(creator, { q: '%%' })).items).toEqual([]);
    const first = await library(creator, { limit: '3' });
    const rest = await library(creator, { limit: '3', cursor: first.nextCursor ?? '' });
    expect(new Set([...first.items, ...rest.items].map(({ id }) => id))).toEqual(new Set(files));
    expect(rest.nextCursor).toBeNull();
  });

  it('T48: holds no file of another account', async () => {
    const [creator, other] = [await aCreator(t), await aCreator(t)];
    const id = await aReadyFile(t, creator);
    expect((await library(other)).items).toEqual([]);
    for (const call of ['reuseFile', 'deleteLibraryFile'] as const)
      expect(code(await t.client(other).call(call, at(id)))).toBe('NOT_FOUND');
    expect((await library(creator)).items).toHaveLength(1);
  });
});

describe('another use of a file', () => {
  it('T47: is open only to those who have a right to that use', async () => {
    const [creator, fan, follower] = [await aCreator(t), await aProfile(t), await aProfile(t)];
    await giveCredits(t, fan.accountId, 100);
    await chats.write(fan, creator, 'Have you more?');
    const id = await aReadyFile(t, creator);
    const item = await publish(creator, id, { isPremium: true, price: 15 });
    const sentId = await use(creator, id);
    await chats.write(creator, fan, 'Yours', { mediaId: sentId, price: 25 });
    const locked = await lastOf(fan, creator);
    expect(locked).toMatchObject({ isPaid: false, mediaUrl: null });
    await t.client(fan).call('unlockMessage', { ...at(locked.id), body: { price: 25 } });
    const open = await lastOf(fan, creator);
    expect((await fetchFile(t, fan, open.mediaUrl ?? '')).status).toBe(200);
    // What was bought in the chat opens neither the item nor its file.
    expect((await t.client(fan).call('getContent', at(item.id))).body).toMatchObject({
      isLocked: true,
      mediaUrl: null,
    });
    expect(code(await t.client(fan).call('getMedia', at(id)))).toBe('NOT_FOUND');
    for (const file of [id, sentId])
      expect(code(await t.client(follower).call('getMedia', at(file)))).toBe('NOT_FOUND');
    expect((await fetchFile(t, follower, open.mediaUrl ?? '')).status).toBe(403);
  });

  it('keeps what a buyer bought when the file is removed elsewhere', async () => {
    const { creator, fan } = await chats.aPair();
    await giveCredits(t, fan.accountId, 100);
    const id = await aReadyFile(t, creator);
    const item = await publish(creator, id);
    await chats.write(creator, fan, 'Yours', { mediaId: await use(creator, id), price: 25 });
    await t.client(fan).call('unlockMessage', { ...at((await lastOf(fan, creator)).id), body: { price: 25 } });
    await t.client(creator).call('removeContent', at(item.id));
    await t.drain();
    const { mediaUrl } = await lastOf(fan, creator);
    const opened = await fetchFile(t, fan, mediaUrl ?? '');
    expect(opened.status).toBe(200);
    expect(opened.bytes.length).toBeGreaterThan(1_000);
    expect((await library(creator)).items).toMatchObject([{ uses: [{ kind: 'message' }] }]);
  });

  it('takes no part of the daily quota, and shares the stored bytes', async () => {
    const creator = await aCreator(t);
    const id = await aReadyFile(t, creator);
    const copy = await use(creator, id);
    const rows = await t.db.selectFrom('media').selectAll().where('id', 'in', [id, copy]).orderBy('is_copy').execute();
    expect(rows.map((row) => [row.is_copy, row.state, row.kind, row.owner_id])).toEqual([
      [false, 'ready', 'image', creator.accountId],
      [true, 'ready', 'image', creator.accountId],
    ]);
    expect(rows[1]?.storage_key).toBe(rows[0]?.storage_key);
    expect((await library(creator)).total.files).toBe(1);
  });

  it('T57: is gone when the file is blocked anywhere, with its bytes', async () => {
    const { creator, fan } = await chats.aPair();
    const { id } = await sendFile(t, creator, await aPicture({ width: 480, height: 600, seed: 72 }));
    await t.drain();
    await chats.write(creator, fan, 'Free', { mediaId: await use(creator, id) });
    const { mediaUrl } = await lastOf(fan, creator);
    expect((await fetchFile(t, fan, mediaUrl ?? '')).status).toBe(200);
    const { storage_key: folder } = await t.db
      .selectFrom('media')
      .select('storage_key')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await t.db.transaction().execute((tx) => t.context.media.block(tx, id));
    expect((await fetchFile(t, fan, mediaUrl ?? '')).status).toBe(404);
    expect((await lastOf(fan, creator)).mediaUrl).toBeNull();
    expect((await library(creator)).items).toEqual([]);
    await t.drain();
    expect(await t.context.media.storage.stat(`${folder}/480.webp`)).toBeUndefined();
    await consents.unblock();
    await t.db.deleteFrom('blocked_prints').execute();
  });

  it('T58: is refused while a person in it has not agreed, after a no, and for X18', async () => {
    const [creator, person] = [await aCreator(t), await aProfile(t)];
    const draft = await consents.aDraft(creator);
    const file = await consents.fileOf(draft);
    const { person: asked } = await consents.ask(creator, draft, { profileId: person.profileId, name: 'Kyle' });
    const again = async () => code(await t.client(creator).call('reuseFile', at(file)));
    expect(await again()).toBe('CONFLICT');
    await consents.giveConsent(person, asked, draft);
    expect(await again()).toBeUndefined();
    await t.db.updateTable('content_people').set({ state: 'no' }).where('id', '=', asked.id).execute();
    expect(await again()).toBe('CONFLICT');
    const other = await aCreator(t);
    const rated = await aReadyFile(t, other);
    const item = await publish(other, rated);
    await t.db
      .updateTable('content_items')
      .set({ classification: 'X18', state: 'draft' })
      .where('id', '=', item.id)
      .execute();
    expect(code(await t.client(other).call('reuseFile', at(rated)))).toBe('CONFLICT');
  });

  it('T58: is refused while it waits for a moderator, and albums do not show it', async () => {
    const [creator, fan] = [await aCreator(t, { trusted: false }), await aProfile(t)];
    await chats.write(fan, creator, 'Hello');
    await chats.write(creator, fan, 'Hello');
    const id = await aReadyFile(t, creator);
    const album = await t.client(creator).call('shareAlbum', {
      body: { title: 'Light', mediaIds: [id], profileIds: [fan.profileId] },
    });
    expect(album.status).toBe(201);
    const shownIn = async () => (await t.client(fan).call('getAlbum', at(album.body.id))).body.pictures?.length;
    expect(await shownIn()).toBe(1);
    const usedId = await use(creator, id);
    const item = await publish(creator, id);
    expect(item.state).toBe('review');
    const again = async () => code(await t.client(creator).call('reuseFile', at(id)));
    expect([await again(), await shownIn()]).toEqual(['CONFLICT', 0]);
    // By a use that was made before.
    const send = async () => code(await chats.write(creator, fan, 'Look', { mediaId: usedId, price: 0 }));
    expect(await send()).toBe('CONFLICT');
    const moderator = t.client(await aProfile(t, { role: 'moderator' }));
    const approved = await moderator.call('approveContent', {
      body: { contentId: item.id, reason: 'Nothing against it' },
    });
    expect(approved.body.isPublished).toBe(true);
    expect([await again(), await shownIn(), await send()]).toEqual([undefined, 1, undefined]);
  });

  it('T58: neither welcomes, nor is broadcast or sent in an album, once it is held', async () => {
    const { creator, fan } = await chats.aPair();
    const id = await aReadyFile(t, creator);
    const item = await publish(creator, id);
    const client = t.client(creator);
    await t.client(fan).call('toggleFollow', { params: { id: creator.profileId } });
    await client.call('setWelcomeMessage', {
      body: { enabled: true, content: 'Welcome', mediaId: await use(creator, id), price: 5 },
    });
    const album = await client.call('createAlbum', {
      body: { mediaIds: [await use(creator, id), await aReadyFile(t, creator)] },
    });
    expect(album.status).toBe(201);
    const broadcast = { clientId: newId(), audience: { kind: 'followers' as const }, content: 'Look', price: 25 };
    const begun = await client.call('sendBroadcast', { body: { ...broadcast, mediaId: await use(creator, id) } });
    expect(begun.body).toMatchObject({ state: 'sending', recipients: 1 });
    await t.db.updateTable('content_items').set({ state: 'flagged' }).where('id', '=', item.id).execute();
    const pair = { creatorId: creator.profileId, subscriberId: fan.profileId };
    await t.db.transaction().execute((tx) => t.context.chat.queueWelcomes(tx, [pair]));
    await t.drain();
    expect(code(await chats.write(creator, fan, 'Look', { mediaId: album.body.id, price: 0 }))).toBe('CONFLICT');
    const { items } = (await t.client(fan).call('listMessages', { params: { profileId: creator.profileId } })).body;
    expect(items.filter(({ content }) => content === 'Look')).toEqual([]);
    expect(items.filter(({ content }) => content === 'Welcome')).toMatchObject([{ media: null, price: 0 }]);
  });

  it('T57: a revoked consent takes the file out of chats too', async () => {
    const { creator, fan } = await chats.aPair();
    const person = await aProfile(t);
    const draft = await consents.aDraft(creator);
    const { person: asked } = await consents.ask(creator, draft, { profileId: person.profileId, name: 'Kyle' });
    await consents.giveConsent(person, asked, draft);
    await chats.write(creator, fan, 'Free', { mediaId: await use(creator, await consents.fileOf(draft)) });
    expect((await lastOf(fan, creator)).mediaUrl).not.toBeNull();
    expect((await t.client(person).call('revokeConsent', at(asked.id))).status).toBeLessThan(300);
    expect((await lastOf(fan, creator)).mediaUrl).toBeNull();
    await consents.unblock();
  });
});

describe('T43: an exclusive request', () => {
  async function accepted(creator: TestProfile) {
    const fan = await aRequester(t, { bought: 500 });
    const request = await sendRequest(t, fan, creator, { isExclusive: true } as object);
    await acceptRequest(t, creator, request);
    return request;
  }
  const deliver = (creator: TestProfile, id: string, mediaId: string) =>
    t.client(creator).call('deliverRequest', { ...at(id), body: { mediaId } });

  it('takes no file that is used elsewhere', async () => {
    const creator = await aCreator(t);
    const id = await aReadyFile(t, creator);
    await publish(creator, id, { isPremium: true, price: 15 });
    const request = await accepted(creator);
    expect(code(await deliver(creator, request.id, await use(creator, id)))).toBe('CONFLICT');
  });

  it('makes its file unusable for anything else, also by a row that was prepared before', async () => {
    const creator = await aCreator(t);
    const id = await aReadyFile(t, creator);
    const prepared = await use(creator, id);
    const request = await accepted(creator);
    expect((await deliver(creator, request.id, id)).status).toBe(200);
    expect(code(await t.client(creator).call('reuseFile', at(id)))).toBe('CONFLICT');
    expect(code(await t.client(creator).call('createContent', { body: publicationOf(prepared) }))).toBe(
      'MEDIA_NOT_READY',
    );
    expect((await library(creator)).items).toMatchObject([{ id, uses: [{ kind: 'request', isPaid: true }] }]);
  });
});

describe('deleting', () => {
  it('removes an unused file with its bytes, and refuses a used one', async () => {
    const creator = await aCreator(t);
    const [unused, used] = [await aReadyFile(t, creator), await aReadyFile(t, creator)];
    await publish(creator, used);
    await use(creator, unused);
    const own = t.client(creator);
    expect(code(await own.call('deleteLibraryFile', at(used)))).toBe('CONFLICT');
    expect((await own.call('deleteLibraryFile', at(unused))).status).toBe(204);
    expect(code(await own.call('deleteLibraryFile', at(unused)))).toBe('NOT_FOUND');
    expect(code(await own.call('deleteLibraryFile', at(newId())))).toBe('NOT_FOUND');
    expect((await library(creator)).items.map(({ id }) => id)).toEqual([used]);
    await t.drain();
    const [row] = await t.db.selectFrom('media').select('storage_key').where('id', '=', unused).execute();
    expect(await t.context.media.storage.stat(`${row?.storage_key}/640.webp`)).toBeUndefined();
  });
});
