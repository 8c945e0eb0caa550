import { embedMark } from '../src/modules/media/mark/embed.ts';
import { markGrid, viewerSigns } from '../src/modules/media/mark/grid.ts';
import { findViewer, readCopy } from '../src/modules/media/mark/trace.ts';
import { encode, fromRaw, toRaw } from '../src/modules/media/process-image.ts';
import { imageLibrary } from '../src/platform/imagery/sharp.ts';
import { drawScene, randomFrom } from './scene.ts';

const key = Buffer.alloc(32, 9);
/** The accounts a copy may name. */
export const pictureBuyers = Array.from({ length: 500 }, (_, index) => `buyer-${index}`);
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

/** `LEAKED_COPIES` makes it fewer. */
export const leakedCopies = Number(process.env.LEAKED_COPIES ?? 200);

export interface Trace {
  /** What the copy was made of. */
  copy: string;
  buyer: string;
  found: { accountId: string; correlation: number } | null;
  /** Who is named when the buyer is not among the accounts; null is right. */
  foundWithoutBuyer: string | null;
  milliseconds: number;
}

/** Marks pictures for buyers drawn by lot, leaks a copy of each, and traces it. */
export async function* tracePictures(copies: number): AsyncGenerator<Trace> {
  const random = randomFrom(20_261_123);
  for (let copy = 0; copy < copies; copy += 1) {
    const [width, height] = shapes[copy % shapes.length] ?? shapes[0];
    const mediaId = `media-${copy % 20}`;
    const original = drawScene({ width, height, seed: copy % 20 });
    const grid = markGrid(key, mediaId, width, height);
    const served = await toRaw(fromRaw(original).resize({ width: [360, 720, width][copy % 3] ?? width }));
    const buyer = pictureBuyers[Math.floor(random() * pictureBuyers.length)] ?? '';
    embedMark(served, grid, viewerSigns(key, mediaId, buyer));
    const leaked = await leak(await encode(fromRaw(served), 'webp'), random);
    const started = performance.now();
    const signs = await readCopy(await toRaw(imageLibrary()(leaked)), original, grid);
    const signsOf = (accountId: string) => viewerSigns(key, mediaId, accountId);
    const found = findViewer(signs, pictureBuyers, signsOf);
    const milliseconds = performance.now() - started;
    const others = pictureBuyers.filter((accountId) => accountId !== buyer);
    const foundWithoutBuyer = findViewer(signs, others, signsOf)?.accountId ?? null;
    yield { copy: `${copy}: ${served.width} px`, buyer, found, foundWithoutBuyer, milliseconds };
  }
}
