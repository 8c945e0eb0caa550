import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aClip } from '../../../test/clips.ts';
import { findClips } from '../../../test/machine.ts';
import { randomFrom } from '../../../test/scene.ts';
import { imageLibrary } from '../../platform/imagery/sharp.ts';
import { ClipRefused, processClip } from './clip/process-clip.ts';
import { PictureRefused, processImage } from './process-image.ts';

const clipsWork = await findClips();
const canary = 'Kanarievoel';
/** `ATTACKED_CLIPS=100` takes two minutes. */
const clips = Number(process.env.ATTACKED_CLIPS ?? 40);
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

describe('T53 T54 T55 T56: a thousand mutated files', () => {
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
        for (const { bytes } of files)
          for (const word of [canary, '<script', '#EXTM3U', 'PK\x03\x04']) expect(bytes.includes(word)).toBe(false);
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
      const tags = { title: canary, comment: canary };
      const wholes = [await aClip({ tags }), await aClip({ kind: 'webm', tags }), await aClip({ kind: 'mov', tags })];
      const folder = mkdtempSync(join(tmpdir(), 'vlam-attacks-'));
      const path = join(folder, 'sent');
      const outcomes = { taken: 0, refused: 0 };
      try {
        for (let file = 0; file < clips; file += 1) {
          writeFileSync(path, mutate(wholes[file % 3] ?? Buffer.alloc(0), random));
          try {
            await processClip(path, folder, { maxMemory: 900 * 1024 ** 2, maxMs: 10_000 });
            outcomes.taken += 1;
          } catch (error) {
            if (!(error instanceof ClipRefused)) throw error;
            outcomes.refused += 1;
          }
        }
      } finally {
        rmSync(folder, { recursive: true });
      }
      expect(outcomes.taken).toBeGreaterThan(0);
      expect(outcomes.refused).toBeGreaterThan(5);
      expect(heard).toBe(0);
    },
    600_000,
  );
});
