import { captionLanguages, captionLimits } from '@vlam/contract/rules/captions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { aClip } from '../../../../test/clips.ts';
import { aCreator, aProfile, giveCredits, type TestProfile } from '../../../../test/factories.ts';
import { findClips } from '../../../../test/machine.ts';
import { fetchFile, sendFile } from '../../../../test/pictures.ts';
import { aReadyFile, at, publicationOf } from '../../../../test/publications.ts';
import { fetchList, sendStream } from '../../../../test/streams.ts';

const clipsWork = await findClips();
const secret = 'Kanarievoël';
const file = (...times: [from: string, to: string][]) =>
  `WEBVTT\n\n${times.map(([from, to], index) => `00:${from} --> 00:${to}\n<i>${secret}</i> ${index}\n\n`).join('')}`;
const plain = file(['01.000', '02.000'], ['06.000', '07.000'], ['09.500', '59.000']);

describe.skipIf(!clipsWork)('captions (skipped where the FFmpeg bindings are not installed)', () => {
  let app: TestApp;
  let creator: TestProfile;
  let fan: TestProfile;
  let other: TestProfile;
  let mediaId: string;
  beforeAll(async () => {
    app = await startTestApp();
    creator = await aCreator(app);
    [fan, other] = [await aProfile(app), await aProfile(app)];
    await giveCredits(app, fan.accountId, 100);
    mediaId = await sendStream(app, creator, 'publish', { seconds: 10 });
  });
  afterAll(() => app.close());

  const put = (text: string | Buffer, language = 'zu', { id = mediaId, who = creator } = {}) =>
    app.client(who).call('putCaptions', {
      params: { id, language } as never,
      body: { file: Buffer.from(text).toString('base64') },
    });
  const remove = (language: string, who = creator) =>
    app.client(who).call('removeCaptions', { params: { id: mediaId, language } as never });
  const listed = async (who = creator) => app.client(who).call('listCaptions', at(mediaId));
  const foldersOf = async () =>
    (await app.db.selectFrom('media_captions').select('storage_key').where('media_id', '=', mediaId).execute()).map(
      (row) => row.storage_key,
    );
  const isStored = async (folder: string) =>
    (await app.context.media.storage.stat(`${folder}/captions.vtt`)) !== undefined;
  const publish = async (more: Record<string, unknown>, id = mediaId) =>
    (await app.client(creator).call('createContent', { body: publicationOf(id, { mediaType: 'video', ...more }) }))
      .body;
  const streamOf = async (who: TestProfile, itemId: string) => app.client(who).call('getContentStream', at(itemId));

  it('are kept as times and plain text, replaced and removed with their files', async () => {
    expect((await put(plain)).body).toMatchObject({ language: 'zu', cues: 3 });
    const { captions, url } = (await app.client(creator).call('getStream', at(mediaId))).body;
    expect(captions).toEqual([{ language: 'zu', url: url.replace('index.m3u8', 'captions/zu.vtt') }]);
    const served = await fetchList(app, creator, captions?.[0]?.url ?? '');
    expect([served.status, served.type]).toEqual([200, 'text/vtt; charset=utf-8']);
    // The sound ends some milliseconds after the picture.
    expect(served.text.replace(/10\.0\d\d/, '10.000')).toBe(
      `WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n${secret} 0\n\n00:00:06.000 --> 00:00:07.000\n${secret} 1\n\n00:00:09.500 --> 00:00:10.000\n${secret} 2\n`,
    );
    const [first = ''] = await foldersOf();
    const srt = '1\n00:00:03,000 --> 00:00:04,000\nNew\n';
    expect((await put(srt)).body.cues).toBe(1);
    expect((await put(srt, 'en')).status).toBe(200);
    await app.drain();
    expect([await isStored(first), (await foldersOf()).length]).toEqual([false, 2]);
    expect((await fetchList(app, creator, captions?.[0]?.url ?? '')).text).toContain('New');
    expect((await listed()).body).toMatchObject([
      { language: 'en', cues: 1 },
      { language: 'zu', cues: 1 },
    ]);
    expect((await remove('en')).status).toBe(204);
    expect((await remove('en')).status).toBe(204);
    expect((await fetchList(app, creator, url.replace('index.m3u8', 'captions/en.vtt'))).status).toBe(404);
  });

  it('are refused with the reason, and past eleven languages', async () => {
    const messageOf = async (text: string | Buffer) => {
      const { error } = await put(text, 'af');
      return [error?.code, error?.message];
    };
    expect(await messageOf('hello')).toEqual(['UNSUPPORTED_MEDIA', expect.stringContaining('WebVTT')]);
    expect(await messageOf(file(['02.000', '01.000']))).toEqual([
      'UNSUPPORTED_MEDIA',
      'Line 3: this caption ends before it begins',
    ]);
    expect(await messageOf(file(['11.000', '12.000']))).toEqual(['UNSUPPORTED_MEDIA', 'All captions are past the end']);
    expect(await messageOf(Buffer.from(plain, 'utf16le'))).toEqual([
      'UNSUPPORTED_MEDIA',
      expect.stringContaining('UTF-8'),
    ]);
    expect((await messageOf(Buffer.alloc(captionLimits.bytes + 1, 65)))[0]).toBe('TOO_LARGE');
    expect((await messageOf(Buffer.alloc(3_000_000, 65)))[0]).toBe('TOO_LARGE');
    const statuses: number[] = [];
    for (const language of captionLanguages) statuses.push((await put(plain, language)).status);
    expect(statuses).toEqual([...Array(11).fill(200), 409]);
    expect((await listed()).body.length).toBe(captionLimits.languages);
    expect((await put(plain, 'xx')).status).toBe(404);
    for (const language of captionLanguages) if (language !== 'zu') await remove(language);
  });

  it('T47: are changed by no one else, on no picture, and not while a moderator decides', async () => {
    const second = await aCreator(app);
    expect((await put(plain, 'zu', { who: second })).error?.code).toBe('NOT_FOUND');
    expect([(await listed(second)).status, (await remove('zu', second)).status]).toEqual([404, 404]);
    expect((await put(plain, 'zu', { who: fan })).status).toBe(403);
    expect((await put(plain, 'zu', { id: await aReadyFile(app, creator) })).error?.code).toBe('NOT_FOUND');
  });

  it('are taken while the recording is prepared, and swept with it', async () => {
    const { id } = await sendFile(app, creator, await aClip({ seed: 3 }), 'publish');
    expect((await put(file(['59.000', '59.900']), 'xh', { id })).body).toMatchObject({ cues: 1 });
    const { storage_key: folder } = await app.db
      .selectFrom('media_captions')
      .select('storage_key')
      .where('media_id', '=', id)
      .executeTakeFirstOrThrow();
    const created_at = new Date(app.clock.now().getTime() - 8 * 86_400_000);
    await app.db.updateTable('media').set({ state: 'failed', created_at }).where('id', '=', id).execute();
    expect(await isStored(folder)).toBe(true);
    await app.context.jobs.enqueue(app.db, { name: 'media.sweep', maxAttempts: 1 }, {});
    await app.drain();
    expect(await isStored(folder)).toBe(false);
  });

  describe('of a paid video', () => {
    let itemId: string;
    beforeAll(async () => {
      itemId = (await publish({ isPremium: true, price: 15 })).id;
      await app.drain();
    });

    it('T47, T48, T50: open to its buyer alone, and by no copied, changed or expired address', async () => {
      expect((await put(plain, 'zu')).status).toBe(200);
      expect((await streamOf(other, itemId)).error?.code).toBe('FORBIDDEN');
      expect((await app.client(other).call('getContent', at(itemId))).text).not.toContain('captions');
      await app.client(fan).call('unlockContent', { ...at(itemId), body: { price: 15, startNow: true } });
      const url = (await streamOf(fan, itemId)).body.captions?.[0]?.url ?? '';
      const statusOf = async (who: { cookie: string }, address = url) => (await fetchFile(app, who, address)).status;
      expect([await statusOf(fan), await statusOf(other), await statusOf({ cookie: '' })]).toEqual([200, 403, 401]);
      const [expires = ''] = /(?<=[?&].*)\d{10}/.exec(url) ?? [];
      const changed = [
        url.replace(expires, String(Number(expires) + 60)),
        url.replace('&s=', '&f=60000&s='),
        url.replace(mediaId, itemId),
      ];
      for (const address of changed) expect([address, await statusOf(fan, address)]).toEqual([address, 403]);
      for (const address of [url.replace(/\?.*/, ''), url.replace('zu.vtt', 'en.vtt'), url.replace('zu.vtt', 'xx.vtt')])
        expect([address, await statusOf(fan, address)]).toEqual([address, 404]);
      app.clock.advance(301_000);
      expect(await statusOf(fan)).toBe(403);
    });

    it('T47: of a free start hold what is said within it', async () => {
      const body = { previewSeconds: 8 };
      expect((await app.client(creator).call('updateContent', { ...at(itemId), body })).status).toBe(200);
      const { captions, freeSeconds } = (await streamOf(other, itemId)).body;
      expect(freeSeconds).toBe(8);
      const url = captions?.[0]?.url ?? '';
      const { text } = await fetchList(app, other, url);
      expect([text.includes(`${secret} 1`), text.includes(`${secret} 2`)]).toEqual([true, false]);
      expect((await fetchFile(app, other, url.replace('&f=8000', ''))).status).toBe(403);
      await app.client(creator).call('updateContent', { ...at(itemId), body: { previewSeconds: 0 } });
      app.clock.advance(1_001);
      expect((await fetchFile(app, other, url)).status).toBe(404);
    });

    it('T47: cannot be changed while a moderator decides, and go with the recording', async () => {
      await app.db.updateTable('content_items').set({ state: 'flagged' }).where('id', '=', itemId).execute();
      expect([(await put(plain)).error?.code, (await remove('zu')).error?.code]).toEqual(['CONFLICT', 'CONFLICT']);
      await app.db.updateTable('content_items').set({ state: 'published' }).where('id', '=', itemId).execute();
      const copy = await app.db
        .transaction()
        .execute((tx) => app.context.media.copyForUse(tx, creator.accountId, mediaId));
      const [folder = ''] = await foldersOf();
      expect((await app.client(creator).call('removeContent', at(itemId))).status).toBe(204);
      await app.drain();
      // Another use of the recording has the same captions.
      expect([await foldersOf(), await isStored(folder)]).toEqual([[], true]);
      const { captions } = (await app.client(creator).call('getStream', at(copy))).body;
      expect((await fetchList(app, creator, captions?.[0]?.url ?? '')).text).toContain(secret);
      await app.db.transaction().execute((tx) => app.context.media.removeFiles(tx, copy));
      await app.drain();
      expect(await isStored(folder)).toBe(false);
      expect((await put(plain)).error?.code).toBe('NOT_FOUND');
    });
  });
});
