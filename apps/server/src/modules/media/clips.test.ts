import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clipLimits } from '@vlam/contract/media';
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { aClip, type ClipOptions } from '../../../test/clips.ts';
import { aCreator, aProfile, type TestProfile } from '../../../test/factories.ts';
import { findClips } from '../../../test/machine.ts';
import { aPicture, fetchFile, sendFile } from '../../../test/pictures.ts';
import { ClipRefused, processClip } from './clip/process-clip.ts';
import { withoutFreeText } from './clip/sei.ts';

const clipsWork = await findClips();
const canary = 'Kanarievoël';
const place = '-26.2041+028.0473/';
const identifyingMetadata: ClipOptions = {
  tags: {
    title: `${canary} title`,
    artist: `${canary} artist`,
    comment: canary,
    raw: { '©xyz': place, '©mak': canary },
  },
};

/** An MP4 box of a custom type, as cameras append them; players skip it. */
function box(type: string, content: string): Buffer {
  const bytes = Buffer.from(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(bytes.length + 8, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, bytes]);
}

const tracksOf = async (bytes: Buffer) => {
  const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
  const video = await input.getPrimaryVideoTrack();
  const audio = await input.getPrimaryAudioTrack();
  return {
    tags: await input.getMetadataTags(),
    video: await video?.getCodec(),
    audio: await audio?.getCodec(),
    seconds: await input.computeDuration(),
    rotation: await video?.getRotation(),
  };
};

describe.skipIf(!clipsWork)('clips (skipped where the FFmpeg bindings are not installed)', () => {
  let app: TestApp;
  let creator: TestProfile;
  beforeAll(async () => {
    app = await startTestApp();
    creator = await aCreator(app);
  });
  afterAll(() => app.close());

  const mediaOf = async (who: TestProfile, id: string) =>
    (await app.client(who).call('getMedia', { params: { id } })).body;
  async function sendClip(who: TestProfile, bytes: Buffer): Promise<string> {
    const { id, status } = await sendFile(app, who, bytes, 'video');
    expect(status).toBe(204);
    await app.drain();
    return id;
  }

  it('T55: is served without location, tags, names and free text between the frames', async () => {
    const sent = Buffer.concat([
      await aClip(identifyingMetadata),
      box('uuid', `${canary} GPS ${place}`),
      box('free', canary),
    ]);
    for (const secret of [canary, place, 'x264']) expect(sent.includes(secret)).toBe(true);
    const id = await sendClip(creator, sent);
    const media = await mediaOf(creator, id);
    expect(media).toMatchObject({ kind: 'video', state: 'ready', reason: null, width: 160, height: 120 });
    expect(media.duration).toBeCloseTo(1, 0);
    const { status, headers, bytes } = await fetchFile(app, creator, media.url ?? '');
    expect([status, headers['content-type']]).toEqual([200, 'video/mp4']);
    for (const secret of [canary, place, 'x264', 'uuid'])
      expect([secret, bytes.includes(secret)]).toEqual([secret, false]);
    expect(await tracksOf(bytes)).toMatchObject({ tags: {}, video: 'avc', audio: 'aac' });
    // The index comes before the frames: playback begins with the first bytes.
    expect(bytes.indexOf('moov')).toBeGreaterThan(0);
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
    expect(sent.indexOf('moov')).toBeGreaterThan(sent.indexOf('mdat'));
  });

  it('has a poster in the sizes of pictures, and at most six colours for its veil', { tags: ['long'] }, async () => {
    const id = await sendClip(creator, await aClip({ width: 640, height: 360 }));
    const { sources, previewUrl } = await mediaOf(creator, id);
    expect(sources.map(({ width }) => width)).toEqual([360, 640]);
    const poster = await fetchFile(app, creator, previewUrl ?? '');
    expect([poster.status, poster.headers['content-type']]).toEqual([200, 'image/webp']);
    expect(await app.context.media.tintsOf(app.db, id)).toHaveLength(6);
  });

  it('keeps WebM as WebM, turns MOV into MP4, and re-encodes what browsers do not play', {
    tags: ['long'],
  }, async () => {
    const made = [];
    for (const kind of ['webm', 'mov', 'hevc'] as const) {
      const { url } = await mediaOf(creator, await sendClip(creator, await aClip({ kind })));
      const { bytes, headers } = await fetchFile(app, creator, url ?? '');
      const { video, audio } = await tracksOf(bytes);
      made.push([kind, headers['content-type'], video, audio]);
    }
    expect(made).toEqual([
      ['webm', 'video/webm', 'vp9', 'opus'],
      ['mov', 'video/mp4', 'avc', 'aac'],
      ['hevc', 'video/mp4', 'avc', 'aac'],
    ]);
  });

  it('keeps the rotation of the recording, in the clip and in its poster', { tags: ['long'] }, async () => {
    const id = await sendClip(creator, await aClip({ width: 160, height: 80, rotation: 90 }));
    const media = await mediaOf(creator, id);
    expect([media.width, media.height]).toEqual([80, 160]);
    const { bytes } = await fetchFile(app, creator, media.url ?? '');
    expect((await tracksOf(bytes)).rotation).toBe(90);
    expect(media.sources.at(-1)?.width).toBe(80);
  });

  it('T47 T50: is readable by its viewer only, by ranges, for minutes, and never by guessed addresses', async () => {
    const id = await sendClip(creator, await aClip());
    const { url } = await mediaOf(creator, id);
    const address = url ?? '';
    const whole = await fetchFile(app, creator, address);
    const part = await fetchFile(app, creator, address, { range: 'bytes=100-199' });
    expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 100-199/${whole.bytes.length}`]);
    expect(part.bytes.equals(whole.bytes.subarray(100, 200))).toBe(true);
    const beyond = await fetchFile(app, creator, address, { range: `bytes=${whole.bytes.length}-` });
    expect(beyond.status).toBe(416);
    const other = await aCreator(app);
    const range = { range: 'bytes=0-10' };
    expect((await fetchFile(app, other, address, range)).status).toBe(403);
    expect((await fetchFile(app, creator, address.replace('clip.mp4', 'clip.webm'))).status).toBe(403);
    expect((await fetchFile(app, creator, `/m/${id}/clip.mp4`)).status).toBe(404);
    const otherId = await sendClip(other, await aClip({ seed: 2 }));
    expect((await fetchFile(app, creator, address.replace(id, otherId))).status).toBe(403);
    expect((await app.client(other).call('getMedia', { params: { id } })).status).toBe(404);
    app.clock.advance(301_000);
    expect((await fetchFile(app, creator, address, range)).status).toBe(403);
  });

  it('T56: a file that is no clip fails with a readable reason and leaves nothing in the work folder', async () => {
    const clip = await aClip();
    const playlist = Buffer.from('#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1:1/a.ts\n');
    const hostile: [name: string, bytes: Buffer, reason: RegExp][] = [
      ['a playlist in a film', Buffer.concat([box('ftyp', 'isom'), playlist]), /could not be read|Only MP4/],
      ['half a clip', clip.subarray(0, Math.floor(clip.length / 2)), /could not be read|Only MP4/],
      [
        'noise after its name',
        Buffer.concat([box('ftyp', 'isom'), Buffer.alloc(50_000, 7)]),
        /could not be read|Only MP4/,
      ],
    ];
    for (const [name, bytes, reason] of hostile) {
      const media = await mediaOf(creator, await sendClip(creator, bytes));
      expect([name, media.state, media.url]).toEqual([name, 'failed', null]);
      expect(media.reason).toMatch(reason);
    }
    const picture = await sendFile(app, creator, await aPicture({ width: 20, height: 20 }), 'video');
    expect([picture.status, JSON.parse(picture.body).message]).toEqual([
      415,
      'Only MP4, MOV and WebM clips can be used',
    ]);
    expect(readdirSync(join(app.config.dataDir, 'clips'))).toEqual([]);
  });

  it('T54 T56: 16 broken variants are prepared or refused with a reason, and never crash or hang', {
    tags: ['long'],
    timeout: 120_000,
  }, async () => {
    const whole = [await aClip(), await aClip({ kind: 'webm' })];
    const folder = mkdtempSync(join(tmpdir(), 'vlam-clip-broken-'));
    const path = join(folder, 'sent');
    let random = 20_261_121;
    const next = (below: number) => {
      random = (Math.imul(random, 1_103_515_245) + 12_345) >>> 0;
      return (random >>> 8) % below;
    };
    const outcomes = [];
    for (let variant = 0; variant < 16; variant += 1) {
      const bytes = Buffer.from(whole[variant % 2] ?? []);
      // Every second variant is broken in the index, the others anywhere.
      const within = variant % 4 < 2 ? Math.min(2_000, bytes.length) : bytes.length;
      for (let flips = 0; flips < 30; flips += 1) bytes[bytes.length - 1 - next(within)] = next(256);
      for (let flips = 0; flips < 5; flips += 1) bytes[64 + next(1_000)] = next(256);
      writeFileSync(path, bytes);
      const outcome = await processClip(path, folder, { maxMemory: 900 * 1024 ** 2, maxMs: 10_000 }).then(
        () => 'prepared',
        (error: unknown) => (error instanceof ClipRefused ? 'refused' : String(error)),
      );
      outcomes.push(outcome);
    }
    rmSync(folder, { recursive: true });
    expect(outcomes.filter((outcome) => outcome !== 'prepared' && outcome !== 'refused')).toEqual([]);
    expect(outcomes).toContain('refused');
  });

  it('T54: stops at its limits of memory, time, length and size', { tags: ['long'] }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vlam-clip-limits-'));
    const path = join(folder, 'sent');
    writeFileSync(path, await aClip());
    const kindOf = (budget: { maxMemory: number; maxMs: number }) =>
      processClip(path, folder, budget).then(
        () => 'done',
        ({ kind }) => kind,
      );
    expect(await kindOf({ maxMemory: 20 * 1024 ** 2, maxMs: 20_000 })).toBe('unreadable');
    expect(await kindOf({ maxMemory: 900 * 1024 ** 2, maxMs: 0 })).toBe('too-slow');
    rmSync(folder, { recursive: true });
    const begin = (length: number) =>
      app.app.inject({
        method: 'POST',
        url: '/api/uploads',
        headers: {
          cookie: creator.cookie,
          'sec-fetch-site': 'same-origin',
          'tus-resumable': '1.0.0',
          'upload-length': String(length),
          'upload-metadata': `kind ${Buffer.from('video').toString('base64')}`,
        },
      });
    expect((await begin(clipLimits.bytes + 1)).json().code).toBe('TOO_LARGE');
    expect((await begin(clipLimits.bytes)).statusCode).toBe(201);
  });

  it('T57: a removed clip is blocked when any member uploads it again', async () => {
    const bytes = await aClip({ seed: 57 });
    const first = await sendClip(creator, bytes);
    await app.db.transaction().execute((transaction) => app.context.media.block(transaction, first));
    const secondId = await sendClip(await aCreator(app), bytes);
    const row = await app.db.selectFrom('media').select('state').where('id', '=', secondId).executeTakeFirstOrThrow();
    expect(row.state).toBe('blocked');
    expect((await mediaOf(creator, first)).url).toBeNull();
  });

  it("is open to every member's chats, within a smaller daily quota", async () => {
    const fan = await aProfile(app);
    expect((await mediaOf(fan, await sendClip(fan, await aClip()))).state).toBe('ready');
    expect((await sendFile(app, fan, await aPicture({ width: 30, height: 30 }))).status).toBe(204);
  });
});

describe('supplemental data between the frames', () => {
  const unit = (...bytes: number[]) => Buffer.from([0, 0, 0, bytes.length, ...bytes]);
  const frame = unit(0x65, 1, 2, 3);
  it('is removed only when it is free text', () => {
    const freeText = unit(0x06, 5, 3, 65, 66, 67, 0x80);
    const timing = unit(0x06, 1, 2, 9, 9, 0x80);
    const both = unit(0x06, 1, 1, 9, 5, 2, 65, 66, 0x80);
    const clean = withoutFreeText(Buffer.concat([timing, freeText, both, frame]), 4);
    expect(Buffer.from(clean).equals(Buffer.concat([timing, frame]))).toBe(true);
    expect(withoutFreeText(frame, 4)).toBe(frame);
  });
  it('T56: a packet with a length beyond its end is refused', () => {
    expect(() => withoutFreeText(Buffer.from([0, 0, 1, 0, 0x06]), 4)).toThrow(RangeError);
    expect(() => withoutFreeText(Buffer.from([255, 255, 255, 255, 6, 5, 255, 255]), 4)).toThrow(RangeError);
  });
});
