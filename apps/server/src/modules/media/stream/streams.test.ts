import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { aClip, type ClipOptions } from '../../../../test/clips.ts';
import { killNextEncoder } from '../../../../test/encoders.ts';
import { aCreator, aProfile, giveCredits, type TestProfile } from '../../../../test/factories.ts';
import { findClips } from '../../../../test/machine.ts';
import { aPicture, fetchFile, sendFile } from '../../../../test/pictures.ts';
import { at, publicationOf } from '../../../../test/publications.ts';
import { addressesIn, fetchList, fetchWhole, sendStream, tracksOf } from '../../../../test/streams.ts';

const clipsWork = await findClips();
const canary = 'Kanarievoël';

describe.skipIf(!clipsWork)('streams (skipped where the FFmpeg bindings are not installed)', () => {
  let app: TestApp;
  let creator: TestProfile;
  let fan: TestProfile;
  let other: TestProfile;
  let videoId: string;
  beforeAll(async () => {
    app = await startTestApp({ runningClock: true });
    creator = await aCreator(app);
    fan = await aProfile(app);
    other = await aProfile(app);
    for (const { accountId } of [fan, other]) await giveCredits(app, accountId, 100);
    videoId = await send('publish', { seconds: 9, width: 640, height: 360, tags: { title: canary, comment: canary } });
  }, 120_000);
  afterAll(() => app.close());

  const send = (kind: 'publish' | 'audio', options: ClipOptions) => sendStream(app, creator, kind, options);
  const mediaOf = async (id: string) => (await app.client(creator).call('getMedia', at(id))).body;
  const fetchText = (who: { cookie: string }, url: string) => fetchList(app, who, url);
  const fetchTrack = (who: { cookie: string }, master: string, name: string) => fetchWhole(app, who, master, name);
  const publish = async (more: Record<string, unknown>, mediaId = videoId) =>
    app.client(creator).call('createContent', { body: publicationOf(mediaId, { mediaType: 'video', ...more }) });

  it('makes every rung that the source allows, with a poster, from one upload', async () => {
    const media = await mediaOf(videoId);
    expect(media).toMatchObject({ kind: 'video', state: 'ready', width: 640, height: 360, progress: null });
    expect(media.duration).toBeCloseTo(9, 0);
    expect(media.sources.map(({ width }) => width)).toEqual([360, 640]);
    const master = await fetchText(creator, media.url ?? '');
    expect([master.status, master.type]).toEqual([200, 'application/vnd.apple.mpegurl']);
    expect(master.text).toContain('RESOLUTION=640x360');
    expect(addressesIn(master.text).map((line) => line.split('.')[0])).toEqual(['saver', '240p', '360p']);
    for (const line of addressesIn(master.text)) {
      const bytes = await fetchTrack(creator, media.url ?? '', line);
      const { tags, video, seconds, size } = await tracksOf(bytes);
      expect([tags, video]).toEqual([{}, 'avc']);
      expect(seconds).toBeCloseTo(9, 0);
      expect(size).toEqual(line.startsWith('360p') ? [640, 360] : [426, 240]);
    }
    const sound = /URI="(sound[^"]+)"/.exec(master.text)?.[1] ?? '';
    expect(await tracksOf(await fetchTrack(creator, media.url ?? '', sound))).toMatchObject({ audio: 'aac', tags: {} });
  });

  it('T55: leaves nothing of what the file said about itself in any stored file', async () => {
    const { storageKey } = await app.db
      .selectFrom('media')
      .select('storage_key as storageKey')
      .where('id', '=', videoId)
      .executeTakeFirstOrThrow();
    for (const name of ['saver.mp4', '240p.mp4', '360p.mp4', 'sound.mp4', '360.webp']) {
      const chunks: Buffer[] = [];
      for await (const chunk of app.context.media.storage.read(`${storageKey}/${name}`)) chunks.push(chunk as Buffer);
      expect(Buffer.concat(chunks).includes(canary)).toBe(false);
    }
  });

  it('keeps pictures upright: a film turned by its camera has its sides exchanged', { tags: ['long'] }, async () => {
    const media = await mediaOf(await send('publish', { kind: 'mov', width: 320, height: 180, rotation: 90 }));
    expect([media.state, media.width, media.height]).toEqual(['ready', 180, 320]);
    const master = await fetchText(creator, media.url ?? '');
    expect(master.text).toContain('RESOLUTION=180x320');
  });

  it('turns sound into one AAC track with up to 200 peaks, and needs no picture', async () => {
    const id = await send('audio', { seconds: 5 });
    const media = await mediaOf(id);
    expect(media).toMatchObject({ kind: 'audio', state: 'ready', width: null, sources: [] });
    const stream = (await app.client(creator).call('getStream', at(id))).body;
    expect(stream).toMatchObject({ kind: 'audio', qualities: [], freeSeconds: null });
    expect(stream.peaks?.length).toBeGreaterThan(100);
    expect(Math.max(...(stream.peaks ?? []))).toBeGreaterThan(20);
    const master = await fetchText(creator, stream.url);
    const [line = ''] = addressesIn(master.text);
    expect(await tracksOf(await fetchTrack(creator, stream.url, line))).toMatchObject({ audio: 'aac' });
    const item = await publish({ mediaType: 'audio' }, id);
    expect(item.body).toMatchObject({ mediaType: 'audio', state: 'published', sources: [], hoverUrl: null });
    expect(item.body.duration).toBeCloseTo(5, 0);
  });

  describe('a paid video', () => {
    let itemId: string;
    beforeAll(async () => {
      const made = await publish({ isPremium: true, price: 15 });
      expect(made.body).toMatchObject({ mediaType: 'video', state: 'published', isOwn: true });
      itemId = made.body.id;
      await app.drain();
    });
    const streamOf = async (who: TestProfile) => app.client(who).call('getContentStream', at(itemId));

    it('T48: names neither file nor address to a viewer who has not paid, and has a veil', async () => {
      const seen = await app.client(other).call('getContent', at(itemId));
      expect(seen.body).toMatchObject({ isLocked: true, mediaUrl: null, sources: [], hoverUrl: null });
      expect(JSON.stringify(seen.body)).not.toContain(videoId);
      expect((await streamOf(other)).error?.code).toBe('FORBIDDEN');
      expect((await app.client(other).call('getStream', at(videoId))).error?.code).toBe('NOT_FOUND');
      expect((await app.client(other).call('getMedia', at(videoId))).error?.code).toBe('NOT_FOUND');
      expect((await fetchFile(app, other, seen.body.previewUrl)).headers['content-type']).toBe('image/webp');
    });

    it('T47, T50: opens to its buyer alone, and no part of it to a copied, changed, expired or absent address', async () => {
      const bought = await app
        .client(fan)
        .call('unlockContent', { ...at(itemId), body: { price: 15, startNow: true } });
      expect(bought.status).toBe(200);
      const { url } = (await streamOf(fan)).body;
      expect(bought.body.item.mediaUrl).toBe(url);
      const folder = url.slice(0, url.indexOf('index.m3u8'));
      const query = url.slice(url.indexOf('?'));
      const files = [
        'index.m3u8',
        '240p.m3u8',
        'sound.m3u8',
        '240p/init.mp4',
        '240p/0.m4s',
        'sound/1.m4s',
        'hover.mp4',
      ];
      const statusOf = async (who: { cookie: string }, name: string, asked = query) =>
        (await fetchFile(app, who, `${folder}${name}${asked}`)).status;
      const [expires = ''] = /\d{10}/.exec(query) ?? [];
      for (const name of files) {
        expect([name, await statusOf(fan, name)]).toEqual([name, 200]);
        expect([name, await statusOf(other, name)]).toEqual([name, 403]);
        expect([name, await statusOf({ cookie: '' }, name)]).toEqual([name, 401]);
        expect([name, await statusOf(fan, name, '')]).toEqual([name, 404]);
        const changed = [query.replace(expires, String(Number(expires) + 60)), query.replace('&s=', '&f=60000&s=')];
        for (const asked of changed) expect([name, await statusOf(fan, name, asked)]).toEqual([name, 403]);
      }
      // Another buyer's right does not make the copy theirs.
      await app.client(other).call('unlockContent', { ...at(itemId), body: { price: 15, startNow: true } });
      expect(await statusOf(other, '240p/0.m4s')).toBe(403);
      // Nor does the address of one stream open another.
      const foreign = await mediaOf(videoId);
      expect((await fetchFile(app, fan, foreign.url ?? '')).status).toBe(403);
      expect(await statusOf(fan, '1080p/0.m4s')).toBe(404);
      expect(await statusOf(fan, '240p/99.m4s')).toBe(404);
      app.clock.advance(301_000);
      for (const name of files) expect([name, await statusOf(fan, name)]).toEqual([name, 403]);
    });

    it('asks the right again: a removed video stops within a second', async () => {
      const { url } = (await streamOf(fan)).body;
      const segment = url.replace('index.m3u8', '240p/0.m4s');
      expect((await fetchFile(app, fan, segment)).status).toBe(200);
      expect((await app.client(creator).call('removeContent', at(itemId))).status).toBe(204);
      expect((await fetchFile(app, fan, segment)).status).toBe(404);
      expect((await fetchFile(app, creator, (await mediaOf(videoId)).url ?? '/m/none')).status).toBe(404);
    });
  });

  describe('free seconds', () => {
    it('open the first whole segments to everyone who may see the item, and nothing after them', {
      tags: ['long'],
    }, async () => {
      const id = await send('publish', { seconds: 10, seed: 5 });
      const made = await publish({ isPremium: true, price: 12, previewSeconds: 8 }, id);
      expect(made.body.previewSeconds).toBe(8);
      const viewer = app.client(other);
      const { url, freeSeconds } = (await viewer.call('getContentStream', at(made.body.id))).body;
      expect(freeSeconds).toBe(8);
      const master = await fetchText(other, url);
      const lines = addressesIn(master.text);
      expect((await tracksOf(await fetchTrack(other, url, lines[0] ?? ''))).seconds).toBeCloseTo(8, 0);
      const statusOf = async (path: string, who = other) =>
        (await fetchFile(app, who, url.replace('index.m3u8', path))).status;
      expect([await statusOf('saver/7.m4s'), await statusOf('saver/8.m4s')]).toEqual([200, 403]);
      expect([await statusOf('sound/6.m4s'), await statusOf('sound/8.m4s')]).toEqual([200, 403]);
      const withoutLimit = url.replace('index.m3u8', 'saver/8.m4s').replace('&f=8000', '');
      expect((await fetchFile(app, other, withoutLimit)).status).toBe(403);
      expect(await statusOf('saver/0.m4s', fan)).toBe(403);
      const hover = (await viewer.call('getContent', at(made.body.id))).body.hoverUrl ?? '';
      expect((await tracksOf((await fetchFile(app, other, hover)).bytes)).audio).toBeUndefined();
      // Taken back: addresses that were given stop too.
      await app.client(creator).call('updateContent', { ...at(made.body.id), body: { previewSeconds: 0 } });
      app.clock.advance(1_001);
      expect(await statusOf('saver/0.m4s')).toBe(404);
      expect((await viewer.call('getContentStream', at(made.body.id))).error?.code).toBe('FORBIDDEN');
    });
  });

  it('plays for each further use of the same file', { tags: ['long'] }, async () => {
    const original = await send('publish', { seed: 61 });
    const copy = await app.db
      .transaction()
      .execute((tx) => app.context.media.copyForUse(tx, creator.accountId, original));
    const { url } = (await app.client(creator).call('getStream', at(copy))).body;
    expect(url).toContain(copy);
    expect((await tracksOf(await fetchTrack(creator, url, `240p.m3u8${url.slice(url.indexOf('?'))}`))).video).toBe(
      'avc',
    );
    const made = await publish({}, copy);
    expect(made.body).toMatchObject({ state: 'published', mediaUrl: url });
  });

  it('shows its progress to its owner, and a second run after a cut-off one ends as the first would have', {
    tags: ['long'],
  }, async () => {
    const { id } = await sendFile(app, creator, await aClip({ seconds: 3, seed: 9 }), 'publish');
    expect(await mediaOf(id)).toMatchObject({ state: 'processing', url: null });
    // What a killed process leaves: a row half way, and half a file.
    await app.db.insertInto('media_streams').values({ media_id: id, progress: 40 }).execute();
    expect((await mediaOf(id)).progress).toBe(40);
    const { storage_key: key } = await app.db
      .selectFrom('media')
      .select('storage_key')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await app.context.media.storage.put(`${key}/240p.mp4`, Buffer.from('half'));
    await app.drain();
    const media = await mediaOf(id);
    expect(media).toMatchObject({ state: 'ready', progress: null });
    expect((await fetchText(creator, media.url ?? '')).text).toContain('240p.m3u8');
  });

  it('T56: begins again after its program was killed, and gives up after five times', { tags: ['long'] }, async () => {
    const { id } = await sendFile(app, creator, await aClip({ seconds: 4, seed: 10 }), 'publish');
    const runAndKill = async () => {
      const killed = killNextEncoder();
      await app.drain({ tolerateFailures: true });
      await killed;
    };
    await runAndKill();
    expect(await mediaOf(id)).toMatchObject({ state: 'processing', reason: null, progress: 0, url: null });
    app.clock.advance(30_000);
    await app.drain();
    expect(await mediaOf(id)).toMatchObject({ state: 'ready', progress: null });

    const { id: unlucky } = await sendFile(app, creator, await aClip({ seconds: 4, seed: 12 }), 'publish');
    await app.db.insertInto('media_streams').values({ media_id: unlucky, unfinished_runs: 4 }).execute();
    await runAndKill();
    expect((await mediaOf(unlucky)).state).toBe('processing');
    app.clock.advance(30_000);
    await app.drain();
    expect(await mediaOf(unlucky)).toMatchObject({ state: 'failed', reason: expect.stringMatching(/cut off/) });
  });

  it('T57: refuses a known file, and a video with frames of a blocked one', { tags: ['long'] }, async () => {
    const bytes = await aClip({ seconds: 3, width: 320, height: 400, seed: 21, isScene: true });
    const first = await sendFile(app, creator, bytes, 'publish');
    await app.drain();
    expect((await mediaOf(first.id)).state).toBe('ready');
    await app.context.media.block(app.db, first.id);
    await app.drain();
    const again = await sendFile(app, creator, bytes, 'publish');
    const copy = await sendFile(
      app,
      creator,
      await aClip({ kind: 'webm', seconds: 2, width: 320, height: 400, seed: 21, isScene: true }),
      'publish',
    );
    await app.drain();
    const blocked = { state: 'blocked', reason: 'This file cannot be published', url: null };
    expect(await mediaOf(again.id)).toMatchObject(blocked);
    expect(await mediaOf(copy.id)).toMatchObject(blocked);
    const different = await send('publish', { width: 320, height: 400, seed: 22, isScene: true });
    expect((await mediaOf(different)).state).toBe('ready');
  });

  it('T53, T56: takes only what it opens, refuses the rest with a sentence, and a file for one use in no other', {
    tags: ['long'],
  }, async () => {
    const playlist = Buffer.from('#EXTM3U\n#EXT-X-VERSION:3\n#EXTINF:1,\nhttp://127.0.0.1:9/a.ts\n');
    for (const bytes of [playlist, await aPicture(), Buffer.alloc(100)])
      for (const kind of ['publish', 'audio'] as const)
        expect((await sendFile(app, creator, bytes, kind)).status).toBe(415);
    const cut = await aClip({ seconds: 2, seed: 31 });
    const broken = await sendFile(app, creator, cut.subarray(0, cut.length / 2), 'publish');
    await app.drain();
    expect(await mediaOf(broken.id)).toMatchObject({ state: 'failed', url: null });
    const clip = await sendFile(app, creator, await aClip({ seed: 33 }), 'video');
    await app.drain();
    expect((await publish({}, clip.id)).error?.code).toBe('NOT_FOUND');
    const video = await send('publish', { seed: 35 });
    expect((await publish({ mediaType: 'image' }, video)).error?.code).toBe('NOT_FOUND');
    const findReady = app.context.media.findReady(app.db, creator.accountId, video);
    await expect(findReady).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const member = await aProfile(app);
    expect(await sendFile(app, member, cut, 'publish')).toMatchObject({ status: 403 });
  });
});
