import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { aCreator, anAccount, aPaidPicture, aProfile, aSession, type TestProfile } from '../../../test/factories.ts';
import { aPicture, fetchFile } from '../../../test/pictures.ts';
import { readAvif } from '../../../test/read-avif.ts';
import { imageLibrary } from '../../platform/imagery/sharp.ts';
import type { DrawSample, Media } from './service.ts';

readAvif();

describe('files behind signed addresses', () => {
  let app: TestApp;
  let creator: TestProfile;
  let fan: TestProfile;
  let picture: Media;
  /** Pairs of account and file that the modules would allow. */
  const rights = new Set<string>();
  let drawSample: DrawSample = async () => null;
  const right = (accountId: string, mediaId: string) => `${accountId} ${mediaId}`;
  const addressFor = (viewer: { accountId: string }, options = { premium: false }, media = picture) =>
    app.context.media.addressesFor(viewer, media, options);

  beforeAll(async () => {
    app = await startTestApp({ drawSample: (id) => drawSample(id) });
    vi.spyOn(app.context.fileRights, 'mayView').mockImplementation(async (accountId, mediaId) =>
      rights.has(right(accountId, mediaId)),
    );
    creator = await aCreator(app);
    fan = await aProfile(app);
    picture = await app.context.media.importSample(creator.accountId, await aPicture({ width: 1500, height: 1500 }));
    rights.add(right(fan.accountId, picture.id));
  });
  afterAll(() => app.close());

  it('serves every size and format with its content type and without identifying headers', async () => {
    const { url, sources } = addressFor(fan);
    expect(sources.map((source) => source.width)).toEqual([360, 720, 1440]);
    expect(url).toBe(sources[2]?.webp);
    for (const { width, webp, avif } of sources)
      for (const [address, format, loaded] of [
        [webp, 'webp', 'webp'],
        [avif, 'avif', 'heif'],
      ] as const) {
        const { status, headers, bytes } = await fetchFile(app, fan, address);
        expect(status).toBe(200);
        expect(await imageLibrary()(bytes).metadata()).toMatchObject({ width, format: loaded });
        expect(headers).toMatchObject({
          'content-type': `image/${format}`,
          'content-length': String(bytes.length),
          'content-disposition': `inline; filename="picture.${format}"`,
          'content-security-policy': "default-src 'none'; sandbox",
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
          'cross-origin-resource-policy': 'same-origin',
        });
        expect(headers['cache-control']).toMatch(/^private, max-age=(1[89]\d|2\d\d|300)$/);
        expect(headers['set-cookie']).toBeUndefined();
      }
  });

  it('returns the same address for two minutes, so that browsers can cache the picture', () => {
    const given = new Set<string>();
    for (let seconds = 0; seconds < 600; seconds += 10) {
      given.add(String(addressFor(fan).url));
      app.clock.advance(10_000);
    }
    expect(given.size).toBeGreaterThanOrEqual(5);
    expect(given.size).toBeLessThanOrEqual(6);
  });

  it('T50: refuses an address after 300 seconds and from other accounts', async () => {
    const url = String(addressFor(fan).url);
    const other = await aProfile(app);
    rights.add(right(other.accountId, picture.id));
    expect((await fetchFile(app, fan, url)).status).toBe(200);
    const shared = await fetchFile(app, other, url);
    expect([shared.status, JSON.parse(String(shared.bytes)).code]).toEqual([403, 'FORBIDDEN']);
    expect((await fetchFile(app, { cookie: '' }, url)).status).toBe(401);
    expect((await fetchFile(app, await aSession(app, fan.accountId), url)).status).toBe(200);
    app.clock.advance(301_000);
    expect((await fetchFile(app, fan, url)).status).toBe(403);
  });

  it('T50: refuses an address with any part changed', async () => {
    const url = String(addressFor(fan, { premium: true }).url);
    const expires = Number(/e=(\d+)/.exec(url)?.[1]);
    const changed = [
      url.replace('1440.webp', '720.webp'),
      url.replace('1440.webp', '1440.avif'),
      url.replace('&p=1', ''),
      url.replace(`e=${expires}`, `e=${expires + 60}`),
      url.replace(`e=${expires}`, `e=${expires + 9_000}`),
      url
        .replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
        .replace(/s=(.)/, (_all, first) => `s=${first === 'x' ? 'y' : 'x'}`),
    ];
    for (const address of changed)
      expect([address, (await fetchFile(app, fan, address)).status]).toEqual([address, 403]);
    const nowhere = [
      `/m/${picture.id}`,
      '/m/..%2f..%2fetc%2fpasswd/360.webp',
      `/m/${picture.id}/1440.svg`,
      `/m/${picture.id}/1440.webp`,
    ];
    for (const address of nowhere)
      expect([address, (await fetchFile(app, fan, address)).status]).toEqual([address, 404]);
  });

  it('T12 T60: refuses unverified members and pages of other sites', async () => {
    const unverified = await anAccount(app, { verified: false });
    rights.add(right(unverified.accountId, picture.id));
    expect((await fetchFile(app, unverified, String(addressFor(unverified).url))).status).toBe(403);
    const url = String(addressFor(fan).url);
    for (const site of ['cross-site', 'same-site'])
      expect((await fetchFile(app, fan, url, { 'sec-fetch-site': site })).status).toBe(403);
  });

  it('T47: checks the right for every request, and within a second for ranges after the start', async () => {
    const viewer = await aProfile(app);
    const url = String(addressFor(viewer).url);
    expect((await fetchFile(app, viewer, url)).status).toBe(404);
    rights.add(right(viewer.accountId, picture.id));
    expect((await fetchFile(app, viewer, url, { range: 'bytes=0-9' })).status).toBe(206);
    rights.delete(right(viewer.accountId, picture.id));
    for (const headers of [{}, { range: 'bytes=0-9' }])
      expect((await fetchFile(app, viewer, url, headers as Record<string, string>)).status).toBe(404);
    rights.add(right(viewer.accountId, picture.id));
    expect((await fetchFile(app, viewer, url, { range: 'bytes=10-19' })).status).toBe(206);
    rights.delete(right(viewer.accountId, picture.id));
    app.clock.advance(1_001);
    expect((await fetchFile(app, viewer, url, { range: 'bytes=10-19' })).status).toBe(404);
    expect((await fetchFile(app, creator, String(addressFor(creator).url))).status).toBe(200);
  });

  it('T47: serves nothing for a bare id, a swapped id or a guessed signature', async () => {
    const other = await app.context.media.importSample(creator.accountId, await aPicture({ width: 40, height: 40 }));
    const url = String(addressFor(fan).url);
    rights.add(right(fan.accountId, other.id));
    expect((await fetchFile(app, fan, url.replace(picture.id, other.id))).status).toBe(403);
    const statuses = new Set<number>();
    for (let guess = 0; guess < 300; guess += 1) {
      const signature = Buffer.from(`${guess}`.padStart(16, '0')).toString('base64url');
      statuses.add((await fetchFile(app, fan, url.replace(/s=.*/, `s=${signature}`))).status);
    }
    expect([...statuses]).toEqual([403]);
    const folders = readdirSync(join(app.config.dataDir, 'media'), { recursive: true }).map(String);
    for (const id of [picture.id, other.id, creator.accountId])
      expect(folders.filter((name) => name.includes(id) || name.includes(id.replaceAll('-', '')))).toEqual([]);
  });

  it('serves ranges of plain and of marked pictures', async () => {
    for (const premium of [false, true]) {
      const url = String(addressFor(fan, { premium }).url);
      const whole = (await fetchFile(app, fan, url)).bytes;
      const size = whole.length;
      const cases = [
        ['bytes=0-99', whole.subarray(0, 100), `bytes 0-99/${size}`],
        [`bytes=${size - 5}-`, whole.subarray(-5), `bytes ${size - 5}-${size - 1}/${size}`],
        ['bytes=-7', whole.subarray(-7), `bytes ${size - 7}-${size - 1}/${size}`],
        [`bytes=10-${size * 2}`, whole.subarray(10), `bytes 10-${size - 1}/${size}`],
      ] as const;
      for (const [range, bytes, described] of cases) {
        const part = await fetchFile(app, fan, url, { range });
        expect([part.status, part.headers['content-range']]).toEqual([206, described]);
        expect(part.bytes.equals(bytes)).toBe(true);
      }
      expect((await fetchFile(app, fan, url, { range: `bytes=${size}-` })).status).toBe(416);
      for (const range of ['bytes=0-1,5-6', 'items=0-1', 'bytes=-'])
        expect((await fetchFile(app, fan, url, { range })).bytes.equals(whole)).toBe(true);
    }
  });

  it('T23: refuses a removed file immediately, and deletes its bytes with the next job', async () => {
    const media = await app.context.media.importSample(creator.accountId, await aPicture({ width: 90, height: 90 }));
    rights.add(right(fan.accountId, media.id));
    const url = String(addressFor(fan, { premium: false }, media).url);
    const marked = String(addressFor(fan, { premium: true }, media).url);
    for (const address of [url, marked]) expect((await fetchFile(app, fan, address)).status).toBe(200);
    const count = () => readdirSync(join(app.config.dataDir, 'media'), { recursive: true }).length;
    const before = count();
    await app.db.transaction().execute((transaction) => app.context.media.removeFiles(transaction, media.id));
    for (const address of [url, marked]) expect((await fetchFile(app, fan, address)).status).toBe(404);
    await app.drain();
    expect(count()).toBeLessThan(before);
    const own = await app.client(creator).call('getMedia', { params: { id: media.id } });
    expect(own.body).toMatchObject({ state: 'blocked', url: null, sources: [] });
  });

  it('marks paid pictures so that the viewer of a leaked copy can be identified', { tags: ['long'] }, async () => {
    const viewers = await Promise.all(Array.from({ length: 3 }, () => aProfile(app)));
    const copies = [];
    for (const viewer of viewers) {
      rights.add(right(viewer.accountId, picture.id));
      const { sources } = addressFor(viewer, { premium: true });
      const [webp, avif] = [sources[1]?.webp, sources[2]?.avif].map(String);
      copies.push([await fetchFile(app, viewer, String(webp)), await fetchFile(app, viewer, String(avif))]);
    }
    const accounts = [...viewers.map((viewer) => viewer.accountId), fan.accountId, creator.accountId];
    for (const [index, [webp, avif]] of copies.entries()) {
      const screenshot = await imageLibrary()(avif?.bytes).jpeg({ quality: 75 }).toBuffer();
      for (const leaked of index === 0 ? [webp?.bytes, screenshot] : [screenshot])
        expect(await app.context.media.findLeakedBy(picture.id, leaked as Buffer, accounts)).toMatchObject({
          accountId: viewers[index]?.accountId,
        });
    }
    const plain = await fetchFile(app, creator, String(addressFor(creator).url));
    expect(await app.context.media.findLeakedBy(picture.id, plain.bytes, accounts)).toBeNull();
  });

  it('creates the files of a sample picture at its first request, once', async () => {
    const { mediaId } = await aPaidPicture(app, { creator });
    const drawn: string[] = [];
    drawSample = async (id) => {
      drawn.push(id);
      return id === mediaId ? aPicture({ width: 1080, height: 1080 }) : null;
    };
    const [media] = (await app.context.media.listByIds(app.db, [mediaId])).values();
    await app.db
      .updateTable('media')
      .set({ widths: [360, 720, 1080] })
      .where('id', '=', mediaId)
      .execute();
    const { sources } = addressFor(creator, { premium: false }, { ...(media as Media), widths: [360, 720, 1080] });
    const answers = await Promise.all(sources.map((source) => fetchFile(app, creator, source.webp)));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect(drawn).toEqual([mediaId]);
  });
});
