import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRenderedCache } from './rendered-cache.ts';
import { imageLibrary, openDrawing, openUploadedPicture, sniffPicture } from './sharp.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><rect width="4" height="4"/></svg>';
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vlam-pictures-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function square(): ReturnType<typeof openDrawing> {
  return imageLibrary()({ create: { width: 8, height: 8, channels: 3, background: '#884422' } });
}

describe('the image library', () => {
  it('opens uploaded JPEG, PNG and WebP', async () => {
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const bytes = await square().toFormat(format).toBuffer();
      expect(sniffPicture(bytes)).toBe(format);
      expect((await openUploadedPicture(bytes).metadata()).format).toBe(format);
    }
  });

  it('refuses every other format, whether as bytes or as a file', async () => {
    const gif = await square().gif().toBuffer();
    const tiff = await square().tiff().toBuffer();
    const avif = await square().avif().toBuffer();
    for (const [index, bytes] of [gif, tiff, avif, Buffer.from(SVG), Buffer.from('%PDF-1.7')].entries()) {
      expect(() => openUploadedPicture(bytes)).toThrow(expect.objectContaining({ code: 'UNSUPPORTED_MEDIA' }));
      const path = join(folder, `upload-${index}.jpg`);
      await writeFile(path, bytes);
      await expect(openUploadedPicture(path).toBuffer()).rejects.toThrow('unsupported image format');
    }
  });

  it('does not pass bytes that begin like a JPEG to the SVG parser', async () => {
    const disguised = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(SVG)]);
    await expect(openUploadedPicture(disguised).toBuffer()).rejects.toThrow();
  });

  it('refuses a picture of more than 50 megapixels before decoding it', async () => {
    const wide = await imageLibrary()({ create: { width: 16_000, height: 3_200, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
    await expect(openUploadedPicture(wide).toBuffer()).rejects.toThrow('pixel limit');
  });

  it('still renders our own markup', async () => {
    expect((await openDrawing(SVG).metadata()).width).toBe(4);
  });
});

describe('the cache of renders', () => {
  const picture = (bytes: number) => () => Promise.resolve(Buffer.alloc(bytes));

  it('renders once, also for concurrent requests', async () => {
    const cache = createRenderedCache({ maxBytes: 100 });
    let drawn = 0;
    const draw = async () => {
      drawn += 1;
      return Buffer.alloc(10);
    };
    const [first, second] = await Promise.all([cache.get('a', draw), cache.get('a', draw)]);
    expect(first).toBe(second);
    expect(await cache.get('a', draw)).toBe(first);
    expect(drawn).toBe(1);
  });

  it('drops the least recently used when the bytes run out', async () => {
    const cache = createRenderedCache({ maxBytes: 25 });
    const first = await cache.get('a', picture(10));
    await cache.get('b', picture(10));
    await cache.get('a', picture(10));
    await cache.get('c', picture(10));
    expect(cache.size()).toEqual({ bytes: 20, pictures: 2 });
    expect(await cache.get('a', picture(10))).toBe(first);
    await cache.get('huge', picture(26));
    expect(cache.size()).toEqual({ bytes: 20, pictures: 2 });
  });

  it('does not cache a failed render', async () => {
    const cache = createRenderedCache({ maxBytes: 25 });
    await expect(cache.get('a', () => Promise.reject(new Error('no paint')))).rejects.toThrow('no paint');
    expect((await cache.get('a', picture(3))).byteLength).toBe(3);
  });
});
