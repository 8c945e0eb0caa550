import { describe, expect, it } from 'vitest';
import { readAvif } from '../../../../test/read-avif.ts';
import { drawScene } from '../../../../test/scene.ts';
import { imageLibrary } from '../../../platform/imagery/sharp.ts';
import { encode, fromRaw, toRaw } from '../process-image.ts';
import type { RawPicture } from '../tints.ts';
import { embedMark } from './embed.ts';
import { markGrid, viewerSigns } from './grid.ts';
import { findViewer, readCopy } from './trace.ts';

const sharp = imageLibrary();
readAvif();
const key = Buffer.alloc(32, 7);
const original = drawScene({ width: 720, height: 900 });
const grid = markGrid(key, 'media-1', original.width, original.height);
const people = Array.from({ length: 5_000 }, (_, index) => `account-${index}`);

async function markedFor(accountId: string, width = original.width, mediaId = 'media-1'): Promise<RawPicture> {
  const copy = await toRaw(fromRaw(original).resize({ width }));
  embedMark(copy, grid, viewerSigns(key, mediaId, accountId));
  return copy;
}
async function trace(copy: Buffer, candidates = people) {
  const signs = await readCopy(await toRaw(sharp(copy)), original, grid);
  return findViewer(signs, candidates, (accountId) => viewerSigns(key, 'media-1', accountId));
}

describe("the viewer's mark", () => {
  it('changes no pixel by more than two levels, in a small size by more than four', async () => {
    for (const [width, most] of [
      [720, 2],
      [360, 4],
    ] as const) {
      const plain = await toRaw(fromRaw(original).resize({ width }));
      const marked = await markedFor('account-7', width);
      const changes = plain.data.map((level, at) => Math.abs(level - (marked.data[at] ?? 0)));
      expect(Math.max(...new Set(changes))).toBeLessThanOrEqual(most);
      expect(changes.filter(Boolean).length / changes.length).toBeGreaterThan(0.3);
    }
  });

  it('identifies one of 5,000 viewers after WebP, AVIF and JPEG, and none without the right one', {
    tags: ['long'],
  }, async () => {
    const marked = fromRaw(await markedFor('account-4242', 720));
    const copies = [
      await encode(marked.clone(), 'webp'),
      await encode(marked.clone(), 'avif'),
      await marked.clone().jpeg({ quality: 60 }).toBuffer(),
    ];
    for (const copy of copies) {
      expect((await trace(copy))?.accountId).toBe('account-4242');
      expect(await trace(copy, people.slice(0, 4_000))).toBeNull();
    }
  });

  it('survives a copy that is cropped by a tenth on each side, smaller and recompressed', async () => {
    const { width, height } = original;
    const cropped = await fromRaw(await markedFor('account-31'))
      .extract({ left: width / 10, top: height / 10, width: width * 0.8, height: height * 0.8 })
      .png()
      .toBuffer();
    const copy = await sharp(cropped).resize({ width: 500 }).linear(1, 8).jpeg({ quality: 60 }).toBuffer();
    expect((await trace(copy))?.accountId).toBe('account-31');
  });

  it('survives a plain frame and mirroring', async () => {
    const marked = await encode(fromRaw(await markedFor('account-9', 720)), 'webp');
    const framed = sharp(marked).extend({ top: 90, bottom: 60, left: 40, right: 40, background: '#111111' });
    expect((await trace(await framed.jpeg({ quality: 80 }).toBuffer()))?.accountId).toBe('account-9');
    expect((await trace(await sharp(marked).flop().webp({ quality: 80 }).toBuffer()))?.accountId).toBe('account-9');
  });

  it('identifies both viewers of two averaged copies', { tags: ['long'] }, async () => {
    const [one, other] = [await markedFor('account-1', 720), await markedFor('account-2', 720)];
    const mixed = { ...one, data: one.data.map((level, at) => (level + (other.data[at] ?? 0)) >> 1) };
    const copy = await fromRaw({ ...mixed, data: Buffer.from(mixed.data) })
      .png()
      .toBuffer();
    for (const name of ['account-1', 'account-2'])
      expect((await trace(copy, [name, ...people.slice(3)]))?.accountId).toBe(name);
  });

  it('identifies no one in a picture without a mark, with one of another picture, or of something else', async () => {
    expect(await trace(await encode(fromRaw(original), 'webp'))).toBeNull();
    expect(await trace(await encode(fromRaw(await markedFor('account-1', 720, 'media-2')), 'webp'))).toBeNull();
    const other = drawScene({ width: 900, height: 700, seed: 5 });
    expect(await trace(await encode(fromRaw(other), 'webp'))).toBeNull();
  });
});
