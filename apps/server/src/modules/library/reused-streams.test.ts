import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { chatsOf, code } from '../../../test/chats.ts';
import { aClip } from '../../../test/clips.ts';
import { aCreator, type TestProfile } from '../../../test/factories.ts';
import { libraryOf } from '../../../test/library.ts';
import { findClips } from '../../../test/machine.ts';
import { fetchFile, sendFile } from '../../../test/pictures.ts';
import { at } from '../../../test/publications.ts';
import { acceptRequest, aRequester, sendRequest } from '../../../test/requesters.ts';
import { addressesIn, fetchList, fetchWhole, sendStream, tracksOf } from '../../../test/streams.ts';

const clipsWork = await findClips();

describe.skipIf(!clipsWork)('a published video or sound used again (skipped where clips cannot be opened)', () => {
  let t: TestApp;
  let creator: TestProfile;
  let fan: TestProfile;
  let videoId: string;
  let itemId: string;
  const chats = chatsOf(() => t);
  beforeAll(async () => {
    t = await startTestApp({ runningClock: true });
    [creator, fan] = [await aCreator(t), await aRequester(t, { bought: 500 })];
    await chats.write(fan, creator, 'Have you more?');
    videoId = await sendStream(t, creator, 'publish', { seconds: 3, width: 320, height: 240 });
    itemId = (await publish(videoId, { mediaType: 'video', isPremium: true, price: 40 })).id;
    await t.drain();
  }, 120_000);
  afterAll(() => t.close());

  const { lastOf, ...files } = libraryOf(() => t);
  const use = (id: string) => files.use(creator, id);
  const publish = (mediaId: string, more: Record<string, unknown>) => files.publish(creator, mediaId, more);
  const libraryFile = async (id: string) =>
    (await t.client(creator).call('listLibrary', { query: {} })).body.items.find((file) => file.id === id);
  /** Plays the best quality of a stream. */
  const play = async (who: TestProfile, url: string) => {
    const [best = ''] = addressesIn((await fetchList(t, who, url)).text).slice(-1);
    return fetchWhole(t, who, url, best);
  };

  it('T47: is sent in a chat at a price of its own, and opens neither its post nor other uses', async () => {
    const sentId = await use(videoId);
    await chats.write(creator, fan, 'Yours', { mediaId: sentId, price: 25 });
    await t.drain();
    const locked = await lastOf(fan, creator);
    expect(locked).toMatchObject({ mediaType: 'video', isPaid: false, mediaUrl: null });
    expect(code(await t.client(fan).call('getStream', at(sentId)))).toBe('NOT_FOUND');
    await t.client(fan).call('unlockMessage', { ...at(locked.id), body: { price: 25 } });
    const { mediaUrl } = await lastOf(fan, creator);
    expect(mediaUrl).toContain(`/m/${sentId}/index.m3u8`);
    const bought = await play(fan, mediaUrl ?? '');
    expect(await tracksOf(bought)).toMatchObject({ video: 'avc', size: [320, 240] });
    // Everyone but its owner gets marked segments.
    expect(bought.equals(await play(creator, (await t.client(creator).call('getStream', at(videoId))).body.url))).toBe(
      false,
    );
    expect((await t.client(fan).call('getContent', at(itemId))).body).toMatchObject({ isLocked: true, mediaUrl: null });
    expect(code(await t.client(fan).call('getStream', at(videoId)))).toBe('NOT_FOUND');
    const stranger = await aRequester(t);
    expect((await fetchFile(t, stranger, mediaUrl ?? '')).status).toBe(403);
    expect((await libraryFile(videoId))?.uses.map(({ kind }) => kind).sort()).toEqual(['message', 'post']);
  });

  it('is delivered for a request, by another use alone', async () => {
    const request = await sendRequest(t, fan, creator, { contentType: 'video' });
    await acceptRequest(t, creator, request);
    const deliver = (mediaId: string) =>
      t.client(creator).call('deliverRequest', { ...at(request.id), body: { mediaId } });
    expect(code(await deliver(videoId))).toBe('NOT_FOUND');
    const usedId = await use(videoId);
    expect((await deliver(usedId)).body.delivery?.mediaUrl).toContain(usedId);
    await t.drain();
    const seen = (await t.client(fan).call('listRequests', { query: {} })).body.items.find(
      ({ id }) => id === request.id,
    );
    expect(await tracksOf(await play(fan, seen?.delivery?.mediaUrl ?? ''))).toMatchObject({ video: 'avc' });
  });

  it('is published once more and shared in an album, which stay when the first post goes', async () => {
    const again = await publish(await use(videoId), { mediaType: 'video' });
    const album = await t.client(creator).call('shareAlbum', {
      body: { title: 'Light', mediaIds: [videoId], profileIds: [fan.profileId] },
    });
    expect(album.status).toBe(201);
    await t.client(creator).call('removeContent', at(itemId));
    await t.drain();
    const { url } = (await t.client(fan).call('getContentStream', at(again.id))).body;
    expect(await tracksOf(await play(fan, url))).toMatchObject({ video: 'avc' });
    const shared = (await t.client(fan).call('getAlbum', at(album.body.id))).body.pictures[0];
    expect(await tracksOf(await play(fan, shared?.url ?? ''))).toMatchObject({ video: 'avc' });
  });

  it('is published once more as sound, and neither sent nor put into an album', async () => {
    const soundId = await sendStream(t, creator, 'audio', { seconds: 3 });
    await publish(soundId, { mediaType: 'audio' });
    const usedId = await use(soundId);
    expect((await publish(usedId, { mediaType: 'audio', isPremium: true, price: 10 })).mediaType).toBe('audio');
    const sent = await chats.write(creator, fan, 'Listen', { mediaId: await use(soundId), price: 5 });
    expect(code(sent)).toBe('VALIDATION_FAILED');
    const album = { title: 'Waves', mediaIds: [soundId], profileIds: [] };
    expect(code(await t.client(creator).call('shareAlbum', { body: album }))).toBe('VALIDATION_FAILED');
  });

  it('T47: is marked for everyone who has it, also free and from before, once it is for sale', {
    tags: ['long'],
  }, async () => {
    const film = await aClip({ seconds: 2, seed: 7 });
    const soldId = (await sendFile(t, creator, film, 'publish')).id;
    await t.drain();
    const freeId = await use(soldId);
    await chats.write(creator, fan, 'A gift', { mediaId: freeId });
    const { mediaUrl } = await lastOf(fan, creator);
    const plain = await play(fan, mediaUrl ?? '');
    await publish(soldId, { mediaType: 'video', isPremium: true, price: 40 });
    // Until it can be marked, it plays on.
    expect((await play(fan, mediaUrl ?? '')).equals(plain)).toBe(true);
    const marksOf = async (ids: string[]) =>
      (await t.db.selectFrom('media').select('is_marked').where('id', 'in', ids).execute()).map((row) => row.is_marked);
    /** Films are encoded one after another, each by a job of its own. */
    const expectMarked = async (ids: string[]) => {
      for (let job = 0; job <= ids.length; job += 1) {
        await t.drain();
        t.clock.advance(60_000);
      }
      expect(await marksOf(ids)).toEqual(ids.map(() => true));
    };
    await expectMarked([soldId, freeId]);
    expect((await play(fan, (await lastOf(fan, creator)).mediaUrl ?? '')).equals(plain)).toBe(false);
    // A use from now on, and the same file uploaded once more.
    const againId = (await sendFile(t, creator, film, 'publish')).id;
    await expectMarked([await use(soldId), await use(freeId), againId]);
  });

  it('is still only published where it was uploaded for that: a chat takes no such file directly', async () => {
    const id = await sendStream(t, creator, 'publish', { seconds: 1 });
    expect(code(await chats.write(creator, fan, 'Look', { mediaId: id, price: 5 }))).toBe('NOT_FOUND');
  });
});
