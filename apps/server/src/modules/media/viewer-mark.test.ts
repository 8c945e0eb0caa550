import { describe, expect, it } from 'vitest';
import { readAvif } from '../../../test/read-avif.ts';
import { imageLibrary } from '../../platform/imagery/sharp.ts';
import { encode, fromRaw, toRaw } from './process-image.ts';
import type { RawPicture } from './tints.ts';
import { embedMark, findAccountByMark, markLayout, readMark, tagOf } from './viewer-mark.ts';

const sharp = imageLibrary();
readAvif();
const key = Buffer.alloc(32, 7);
const width = 720;
const height = 900;

/** Gradients, edges and grain: each is hard for a mark in its own way. */
function scene(): RawPicture {
  const data = Buffer.alloc(width * height * 3);
  let seed = 3;
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      const grain = y > 450 && x > 360 ? ((seed >>> 16) % 61) - 30 : 0;
      const edge = (x >> 6) % 2 === 0 && y < 300 ? 90 : 0;
      for (let channel = 0; channel < 3; channel += 1, at += 1)
        data[at] = Math.max(0, Math.min(255, 30 + (x * 120) / width + (y * 50) / height + edge + grain - channel * 8));
    }
  return { data, width, height };
}

const original = scene();
const layout = markLayout(key, 'media-1', width, height);
const markedFor = (accountId: string): RawPicture => {
  const copy = { ...original, data: Buffer.from(original.data) };
  embedMark(copy, layout, tagOf(key, accountId));
  return copy;
};
const people = Array.from({ length: 5_000 }, (_, index) => `account-${index}`);

const readFrom = (copy: RawPicture, compared = original) => readMark(copy, compared, layout);

describe("the viewer's mark", () => {
  it('changes no pixel by more than two levels', () => {
    const marked = markedFor('account-7');
    let most = 0;
    let changed = 0;
    for (let at = 0; at < original.data.length; at += 1) {
      const change = Math.abs((marked.data[at] ?? 0) - (original.data[at] ?? 0));
      most = Math.max(most, change);
      if (change > 0) changed += 1;
    }
    expect(most).toBe(2);
    expect(changed / original.data.length).toBeGreaterThan(0.4);
  });

  it('identifies one of 5,000 viewers after WebP, AVIF and JPEG at ordinary quality', async () => {
    const marked = fromRaw(markedFor('account-4242'));
    const copies = await Promise.all([
      encode(marked.clone(), 'webp'),
      encode(marked.clone(), 'avif'),
      marked.clone().jpeg({ quality: 70 }).toBuffer(),
      marked.clone().webp({ quality: 50 }).toBuffer(),
    ]);
    for (const copy of copies) {
      const found = readFrom(await toRaw(sharp(copy)));
      expect(findAccountByMark(found, key, people)).toBe('account-4242');
      expect(found.strength).toBeGreaterThan(20);
      expect(findAccountByMark(found, key, people.slice(0, 4_000))).toBeNull();
    }
  });

  it('survives a smaller and brighter copy', async () => {
    const smaller = await fromRaw(markedFor('account-31'))
      .resize({ width: 400 })
      .linear(1, 12)
      .jpeg({ quality: 75 })
      .toBuffer();
    const copy = await toRaw(sharp(smaller));
    const compared = await toRaw(fromRaw(original).resize(copy.width, copy.height, { fit: 'fill' }));
    expect(findAccountByMark(readFrom(copy, compared), key, people)).toBe('account-31');
  });

  it('identifies no one in a picture without a mark, or with one of another picture', async () => {
    const plain = readFrom(await toRaw(sharp(await encode(fromRaw(original), 'webp'))));
    expect(plain.strength).toBeLessThan(8);
    expect(findAccountByMark(plain, key, people)).toBeNull();
    const other = { ...original, data: Buffer.from(original.data) };
    embedMark(other, markLayout(key, 'media-2', width, height), tagOf(key, 'account-1'));
    expect(findAccountByMark(readFrom(other), key, people)).toBeNull();
  });
});
