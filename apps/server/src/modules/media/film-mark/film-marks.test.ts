import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { aCreator, aProfile, giveCredits, type TestProfile } from '../../../../test/factories.ts';
import { drawFilm, type Leak, leakFilm } from '../../../../test/films.ts';
import { findClips } from '../../../../test/machine.ts';
import { fetchFile, sendFile } from '../../../../test/pictures.ts';
import { at, publicationOf } from '../../../../test/publications.ts';
import { addressesIn, fetchList, fetchWhole, tracksOf } from '../../../../test/streams.ts';
import { traceFilm } from '../../../joins/trace-film.ts';

const clipsWork = await findClips();
const seconds = 18;

describe.skipIf(!clipsWork)('films that are sold (skipped where the FFmpeg bindings are not installed)', () => {
  let app: TestApp;
  let creator: TestProfile;
  let fan: TestProfile;
  let other: TestProfile;
  let videoId: string;
  let itemId: string;
  let folder: string;
  const unlock = (who: TestProfile) =>
    app.client(who).call('unlockContent', { ...at(itemId), body: { price: 15, startNow: true } });
  const streamOf = (who: TestProfile) => app.client(who).call('getContentStream', at(itemId));
  const balanceOf = async (who: TestProfile) => (await app.client(who).call('creditBalance')).body.balance;

  beforeAll(async () => {
    app = await startTestApp();
    creator = await aCreator(app);
    fan = await aProfile(app);
    other = await aProfile(app);
    for (const { accountId } of [fan, other]) await giveCredits(app, accountId, 100);
    folder = await mkdtemp(join(tmpdir(), 'vlam-film-'));
    // A width whose rows are padded.
    await drawFilm(join(folder, 'film.mp4'), { seconds, width: 240, height: 136, frameRate: 10, seed: 3 });
    videoId = (await sendFile(app, creator, await readFile(join(folder, 'film.mp4')), 'publish')).id;
    await app.drain();
    const body = publicationOf(videoId, { mediaType: 'video', isPremium: true, price: 15, previewSeconds: 2 });
    itemId = (await app.client(creator).call('createContent', { body })).body.id;
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });

  /** The rungs of a viewer's stream, each with the bytes of its segments. */
  async function rungsOf(who: TestProfile): Promise<Map<string, Buffer[]>> {
    const { url } = (await streamOf(who)).body;
    const rungs = addressesIn((await fetchList(app, who, url)).text);
    const parts = await Promise.all(
      rungs.map(async (rung) => {
        const list = await fetchList(app, who, url.replace(/index[^/]*$/, rung));
        const segments = addressesIn(list.text).map((part) => fetchFile(app, who, url.replace(/index[^/]*$/, part)));
        return [rung.split('.')[0] ?? '', (await Promise.all(segments)).map(({ bytes }) => bytes)] as const;
      }),
    );
    return new Map(parts);
  }

  async function storedFile(name: string): Promise<Buffer> {
    const { storage_key: key } = await app.db
      .selectFrom('media')
      .select('storage_key')
      .where('id', '=', videoId)
      .executeTakeFirstOrThrow();
    const chunks: Buffer[] = [];
    for await (const chunk of app.context.media.storage.read(`${key}/${name}`)) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  }

  /** The file in which each segment of a rung lies: `0` for the plain one. */
  async function filesOf(rung: string, segments: readonly Buffer[]): Promise<string> {
    const files = await Promise.all(['', 'v1', 'v2', 'v3'].map((variant) => storedFile(`${rung}${variant}.mp4`)));
    return segments.map((segment) => files.findIndex((file) => file.includes(segment))).join('');
  }

  it('takes no money and plays nothing but the free start before the marked copies are there', async () => {
    const before = await balanceOf(fan);
    expect((await unlock(fan)).error).toMatchObject({
      code: 'MEDIA_NOT_READY',
      message: expect.stringMatching(/being prepared/),
    });
    expect(await balanceOf(fan)).toBe(before);
    const { url, freeSeconds } = (await streamOf(fan)).body;
    expect(freeSeconds).toBe(2);
    expect((await fetchFile(app, fan, url)).status).toBe(200);
    await app.drain();
    expect((await unlock(fan)).status).toBe(200);
    expect((await unlock(other)).status).toBe(200);
  });

  it('gives each buyer a sequence of their own, the same in every quality and every time', async () => {
    const [first, second, again] = [await rungsOf(fan), await rungsOf(other), await rungsOf(fan)];
    expect([...first.keys()]).toEqual(['saver', '240p']);
    const codes: string[] = [];
    for (const rung of first.keys()) {
      const segments = first.get(rung) ?? [];
      expect(segments).toHaveLength(seconds);
      expect(Buffer.concat(again.get(rung) ?? []).equals(Buffer.concat(segments))).toBe(true);
      codes.push(await filesOf(rung, segments), await filesOf(rung, second.get(rung) ?? []));
    }
    // Both qualities carry one code word each, and not the plain film.
    expect(codes).toEqual([codes[0], codes[1], codes[0], codes[1]]);
    expect(codes[0]).not.toBe(codes[1]);
    for (const code of codes) expect(code).toMatch(/^(?!0+$)[0-3]{18}$/);
  });

  it('plays as one film, whichever variants follow each other', async () => {
    const { url } = (await streamOf(fan)).body;
    const [line = ''] = addressesIn((await fetchList(app, fan, url)).text).slice(-1);
    const film = await tracksOf(await fetchWhole(app, fan, url, line));
    expect(film).toMatchObject({ video: 'avc', tags: {}, size: [240, 136] });
    expect(film.seconds).toBeCloseTo(seconds, 1);
  });

  it('T47: has no address for another variant than the viewer’s own', async () => {
    const { url } = (await streamOf(fan)).body;
    const own = url.replace('index.m3u8', '240p/3.m4s');
    const { bytes } = await fetchFile(app, fan, own);
    for (const name of ['240pv1/3.m4s', '240pv2/3.m4s', '240p/3v1.m4s', '240pv1.m3u8', '240pv1.mp4'])
      expect((await fetchFile(app, fan, url.replace('index.m3u8', name))).status).toBe(404);
    for (const more of ['&v=1', '&variant=2', '&p=0'])
      expect((await fetchFile(app, fan, `${own}${more}`)).bytes.equals(bytes)).toBe(true);
    // The address of another buyer has another account in its signature.
    expect((await fetchFile(app, other, own)).status).toBe(403);
  });

  it('marks what a tile plays too, and answers ranges of it', async () => {
    const hover = (await app.client(fan).call('getContent', at(itemId))).body.hoverUrl ?? '';
    const whole = await fetchFile(app, fan, hover);
    const [all = []] = (await rungsOf(fan)).values();
    const segments = all.slice(0, 8);
    expect(whole.bytes.subarray(-Buffer.concat(segments).length).equals(Buffer.concat(segments))).toBe(true);
    const [start, end] = [900, whole.bytes.length - 700];
    const part = await fetchFile(app, fan, hover, { range: `bytes=${start}-${end}` });
    expect(part.status).toBe(206);
    expect(part.bytes.equals(whole.bytes.subarray(start, end + 1))).toBe(true);
  });

  it('shows its owner, and everyone in the free start, the plain film', async () => {
    expect(await filesOf('240p', (await rungsOf(creator)).get('240p') ?? [])).toBe('0'.repeat(seconds));
    const visitor = await aProfile(app);
    expect(await filesOf('240p', (await rungsOf(visitor)).get('240p') ?? [])).toBe('00');
  });

  it('marks another use of the file with another code word, without encoding it again', async () => {
    const copy = await app.db
      .transaction()
      .execute((tx) => app.context.media.copyForUse(tx, creator.accountId, videoId));
    const [use, original] = await app.db
      .selectFrom('media')
      .select(['is_marked', 'storage_key'])
      .where('id', 'in', [copy, videoId])
      .execute();
    expect(use).toEqual(original);
    expect(use?.is_marked).toBe(true);
  });

  describe('a leaked copy', () => {
    const rungOf = async (who: TestProfile, name: string) => {
      const { url } = (await streamOf(who)).body;
      return fetchWhole(app, who, url, `${name}.m3u8${url.slice(url.indexOf('?'))}`);
    };
    const leak = {
      crop: { left: 0.06, right: 0.04, top: 0, bottom: 0.1 },
      scale: 0.8,
      frameRate: 10,
      // Kind enough that no draw of keys leaves too little evidence in eighteen seconds; the bench is harsher.
      maxRate: 900_000,
    };
    beforeAll(async () => {
      await app.drain();
      for (const who of [fan, other]) expect((await unlock(who)).status).toBe(200);
    });
    const trace = async (film: Buffer, more: Partial<Leak> = {}) =>
      traceFilm({ db: app.db, media: app.context.media }, await leakFilm(film, folder, { ...leak, ...more }));

    it('names its sale after a crop, another size and another encoding, without being given the film', {
      tags: ['long'],
      timeout: 180_000,
    }, async () => {
      expect(await trace(await rungOf(other, 'saver'))).toMatchObject({
        outcome: 'named',
        mediaId: videoId,
        accountId: other.accountId,
        sales: [{ kind: 'unlock', buyerId: other.accountId, credits: 15 }],
      });
    });

    it('names no one when it is too short, or is of the plain film', { tags: ['long'], timeout: 180_000 }, async () => {
      expect(await trace(await rungOf(fan, '240p'), { from: 2.5, seconds: 4 })).toMatchObject({
        outcome: 'not-enough-film',
        mediaId: videoId,
      });
      expect(await trace(await rungOf(creator, '240p'))).toMatchObject({ outcome: 'no-account', mediaId: videoId });
    });

    it('is refused when it is no film', async () => {
      const path = join(folder, 'text.mp4');
      await writeFile(path, 'no film');
      const traced = traceFilm({ db: app.db, media: app.context.media }, path);
      await expect(traced).rejects.toMatchObject({ code: 'UNSUPPORTED_MEDIA' });
    });
  });

  it('leaves no variant of a film that was removed', async () => {
    const rows = () => app.db.selectFrom('media_stream_variants').select('variant').execute();
    expect(await rows()).toHaveLength(6);
    await app.db.deleteFrom('media').where('is_copy', '=', true).execute();
    expect((await app.client(creator).call('removeContent', at(itemId))).status).toBe(204);
    await app.drain();
    expect(await rows()).toEqual([]);
    await expect(storedFile('240pv1.mp4')).rejects.toThrow();
  });
});
