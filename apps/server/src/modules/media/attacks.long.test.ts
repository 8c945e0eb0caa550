import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp } from '../../../test/app.ts';
import { aClip } from '../../../test/clips.ts';
import { aCreator } from '../../../test/factories.ts';
import { findClips } from '../../../test/machine.ts';
import { sendFile } from '../../../test/pictures.ts';
import { at } from '../../../test/publications.ts';
import { randomFrom } from '../../../test/scene.ts';
import { aSound, soundKinds } from '../../../test/sounds.ts';
import { fetchList, fetchWhole } from '../../../test/streams.ts';
import { imageLibrary } from '../../platform/imagery/sharp.ts';
import { ClipRefused, processClip } from './clip/process-clip.ts';
import { processImage } from './picture/pictures.ts';
import { PictureRefused } from './process-image.ts';
import { processStream, StreamRefused } from './stream/process-stream.ts';

const clipsWork = await findClips();
const canary = 'Kanarievoel';
const tags = { title: canary, comment: canary };
/** Nothing of these may be left in a file that is served. */
const strange = [canary, '<script', '#EXTM3U', 'PK\x03\x04'];
/** `npm run test:media` takes more. */
const clips = Number(process.env.ATTACKED_CLIPS ?? 16);
/** As many films, and as many sounds. */
const streams = Number(process.env.ATTACKED_STREAMS ?? 16);
const seed = Number(process.env.SEED ?? 20_261_123);

/** Hears everything a decoder might fetch. */
let listener: Server;
let heard = 0;
let address = '';
beforeAll(async () => {
  listener = createServer((_, response) => {
    heard += 1;
    response.end();
  });
  listener.on('connection', () => {
    heard += 1;
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/${canary}`;
});
afterAll(() => new Promise((resolve) => listener.close(resolve)));

/** Changes, drops, repeats or appends bytes of a file, with an address and a script among them. */
function mutate(whole: Buffer, random: () => number): Buffer {
  const at = (length: number) => Math.floor(random() * length);
  const insert = Buffer.from(
    [`<script src="${address}">`, `#EXTM3U\n#EXTINF:1,\n${address}\n`, 'PK\x03\x04', '\0'][at(4)] ?? '',
  );
  const bytes = Buffer.from(whole);
  for (let flips = at(20); flips > 0; flips -= 1) bytes[12 + at(bytes.length - 12)] = at(256);
  const [one, other] = [at(bytes.length), at(bytes.length)].sort((left, right) => left - right) as [number, number];
  const changes = [
    () => bytes,
    () => bytes.subarray(0, 12 + one),
    () => Buffer.concat([bytes.subarray(0, one), bytes.subarray(other)]),
    () => Buffer.concat([bytes.subarray(0, other), bytes.subarray(one)]),
    () => Buffer.concat([bytes.subarray(0, Math.max(12, one)), insert, bytes.subarray(Math.max(12, one))]),
    () => Buffer.concat([bytes, insert]),
  ];
  return changes[at(changes.length)]?.() ?? bytes;
}

describe('T53 T54 T55 T56: more than a thousand mutated files', () => {
  it('960 pictures are refused with a reason, or decoded without what came beside their pixels', async () => {
    const random = randomFrom(seed);
    const noise = Buffer.from(Array.from({ length: 120 * 90 * 3 }, (_, index) => (index * 7_919) % 251));
    const source = () =>
      imageLibrary()(noise, { raw: { width: 120, height: 90, channels: 3 } }).withExif({ IFD0: { Artist: canary } });
    const wholes = [
      await source().jpeg().toBuffer(),
      await source().png().toBuffer(),
      await source().webp().toBuffer(),
    ];
    const outcomes = { taken: 0, refused: 0 };
    for (let file = 0; file < 960; file += 1) {
      try {
        const { files } = await processImage(mutate(wholes[file % 3] ?? noise, random));
        outcomes.taken += 1;
        for (const { bytes } of files) for (const word of strange) expect(bytes.includes(word)).toBe(false);
      } catch (error) {
        if (!(error instanceof PictureRefused)) throw error;
        outcomes.refused += 1;
      }
    }
    expect(outcomes.taken).toBeGreaterThan(50);
    expect(outcomes.refused).toBeGreaterThan(200);
    expect(heard).toBe(0);
  }, 300_000);

  it.skipIf(!clipsWork)(
    'clips are refused with a reason or prepared, within ten seconds each, and fetch nothing (skipped where the FFmpeg bindings are not installed)',
    async () => {
      const random = randomFrom(seed + 1);
      const wholes = [await aClip({ tags }), await aClip({ kind: 'webm', tags }), await aClip({ kind: 'mov', tags })];
      const outcomes = await attack({ wholes, random, files: clips, refusal: ClipRefused, words: [] }, (path, folder) =>
        processClip(path, folder, { maxMemory: 900 * 1024 ** 2, maxMs: 10_000 }),
      );
      expect(outcomes.taken).toBeGreaterThan(0);
      expect(outcomes.refused).toBeGreaterThan(5);
      expect(heard).toBe(0);
    },
    600_000,
  );

  it.skipIf(!clipsWork).each([
    { kind: 'video', name: 'films' },
    { kind: 'audio', name: 'sounds' },
  ] as const)(
    '$name that are to be published are refused with a reason or encoded anew, without what came beside them, within twenty seconds each, and fetch nothing (skipped where the FFmpeg bindings are not installed)',
    async ({ kind }) => {
      const random = randomFrom(seed + 2);
      const wholes =
        kind === 'audio'
          ? await soundsOfEveryKind()
          : [await aClip({ tags }), await aClip({ kind: 'webm', tags }), await aClip({ kind: 'mov', tags })];
      const outcomes = await attack(
        { wholes, random, files: streams, refusal: StreamRefused, words: strange },
        (input, folder) =>
          processStream({
            kind,
            input,
            folder,
            onProgress: () => {},
            budget: { maxMemory: 1_800 * 1024 ** 2, maxMs: 20_000 },
          }),
      );
      // On a busy machine more of them run out of time.
      expect(outcomes.taken).toBeGreaterThan(0);
      expect(outcomes.refused).toBeGreaterThan(2);
      expect(heard).toBe(0);
    },
    900_000,
  );

  it.skipIf(!clipsWork)(
    'sounds sent to a running server are served encoded anew, or not at all (skipped where the FFmpeg bindings are not installed)',
    async () => {
      const app = await startTestApp({ runningClock: true });
      try {
        const creator = await aCreator(app);
        const random = randomFrom(seed + 3);
        const wholes = await soundsOfEveryKind();
        const states: Record<string, number> = {};
        for (let file = 0; file < 24; file += 1) {
          const sent = await sendFile(app, creator, mutate(wholes[file % wholes.length] as Buffer, random), 'audio');
          if (sent.status !== 204) {
            expect(sent.status).toBe(415);
            continue;
          }
          await app.drain();
          const { body } = await app.client(creator).call('getMedia', at(sent.id));
          states[body.state] = (states[body.state] ?? 0) + 1;
          if (body.state !== 'ready') {
            expect(body).toMatchObject({ state: 'failed', url: null, reason: expect.any(String) });
            continue;
          }
          const list = await fetchList(app, creator, body.url ?? '');
          const sound = /URI="(sound[^"]+)"|^(sound\S+)$/m.exec(list.text);
          const served = await fetchWhole(app, creator, body.url ?? '', sound?.[1] ?? sound?.[2] ?? '');
          expect(served.length).toBeGreaterThan(500);
          for (const word of strange) expect(served.includes(word)).toBe(false);
        }
        expect(states.ready).toBeGreaterThan(3);
        expect(states.failed).toBeGreaterThan(3);
        expect(heard).toBe(0);
      } finally {
        await app.close();
      }
    },
    600_000,
  );
});

const soundsOfEveryKind = () => Promise.all(soundKinds.map((kind) => aSound(kind, tags)));

/** Has mutated files prepared one after another, and checks what each leaves in its folder. */
async function attack(
  job: {
    wholes: readonly Buffer[];
    random: () => number;
    files: number;
    refusal: typeof ClipRefused | typeof StreamRefused;
    /** Not for clips: they keep the packets that were sent, with what was inserted between two frames' bytes. */
    words: readonly string[];
  },
  prepare: (path: string, folder: string) => Promise<unknown>,
) {
  const root = mkdtempSync(join(tmpdir(), 'vlam-attacks-'));
  const path = join(root, 'sent');
  const folder = join(root, 'prepared');
  const outcomes = { taken: 0, refused: 0 };
  try {
    for (let file = 0; file < job.files; file += 1) {
      mkdirSync(folder);
      writeFileSync(path, mutate(job.wholes[file % job.wholes.length] as Buffer, job.random));
      try {
        await prepare(path, folder);
        outcomes.taken += 1;
        const left = readdirSync(folder);
        expect(left).not.toEqual([]);
        for (const name of left) {
          const bytes = readFileSync(join(folder, name));
          for (const word of job.words) expect(bytes.includes(word)).toBe(false);
        }
      } catch (error) {
        if (!(error instanceof job.refusal)) throw error;
        expect(error.reason).toMatch(/^[A-Z]/);
        outcomes.refused += 1;
      }
      rmSync(folder, { recursive: true });
    }
  } finally {
    rmSync(root, { recursive: true });
  }
  return outcomes;
}
