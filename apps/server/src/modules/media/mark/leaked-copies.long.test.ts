import { expect, it } from 'vitest';
import { drawScene, randomFrom } from '../../../../test/scene.ts';
import { imageLibrary } from '../../../platform/imagery/sharp.ts';
import { encode, fromRaw, toRaw } from '../process-image.ts';
import { embedMark } from './embed.ts';
import { markGrid, viewerSigns } from './grid.ts';
import { findViewer, readCopy } from './trace.ts';

const key = Buffer.alloc(32, 9);
const buyers = Array.from({ length: 500 }, (_, index) => `buyer-${index}`);
const shapes = [
  [1080, 1350],
  [1440, 1080],
  [900, 900],
  [1280, 720],
] as const;

/** Resized by half to one and a half, cropped by up to a tenth on each side, recompressed at quality 60 or more. */
async function leak(picture: Buffer, random: () => number): Promise<Buffer> {
  const { info } = await imageLibrary()(picture).toBuffer({ resolveWithObject: true });
  const cut = () => (random() < 0.6 ? random() * 0.1 : 0);
  const [left, right, top, bottom] = [cut(), cut(), cut(), cut()];
  const cropped = await imageLibrary()(picture)
    .extract({
      left: Math.round(left * info.width),
      top: Math.round(top * info.height),
      width: Math.floor((1 - left - right) * info.width),
      height: Math.floor((1 - top - bottom) * info.height),
    })
    .png()
    .toBuffer();
  const across = Math.round((1 - left - right) * info.width * (0.5 + random()));
  const resized = imageLibrary()(cropped).resize({ width: across });
  const quality = 60 + Math.floor(random() * 35);
  return random() < 0.7 ? resized.jpeg({ quality }).toBuffer() : resized.webp({ quality }).toBuffer();
}

/** `LEAKED_COPIES=200` takes five minutes. */
const copies = Number(process.env.LEAKED_COPIES ?? 60);

it('names the right buyer of at least 99 % of leaked copies, and a wrong one of none', async () => {
  const random = randomFrom(20_261_123);
  const wrong: string[] = [];
  const missed: string[] = [];
  for (let copy = 0; copy < copies; copy += 1) {
    const [width, height] = shapes[copy % shapes.length] ?? shapes[0];
    const mediaId = `media-${copy % 20}`;
    const original = drawScene({ width, height, seed: copy % 20 });
    const grid = markGrid(key, mediaId, width, height);
    const served = await toRaw(fromRaw(original).resize({ width: [360, 720, width][copy % 3] ?? width }));
    const buyer = buyers[Math.floor(random() * buyers.length)] ?? '';
    embedMark(served, grid, viewerSigns(key, mediaId, buyer));
    const leaked = await leak(await encode(fromRaw(served), 'webp'), random);
    const signs = await readCopy(await toRaw(imageLibrary()(leaked)), original, grid);
    const found = findViewer(signs, buyers, (accountId) => viewerSigns(key, mediaId, accountId))?.accountId;
    if (found === undefined) missed.push(`${copy}: ${served.width} px`);
    else if (found !== buyer) wrong.push(`${copy}: ${found} and not ${buyer}`);
  }
  expect(wrong).toEqual([]);
  expect(missed.length, missed.join(', ')).toBeLessThanOrEqual(copies / 100);
}, 600_000);
