import { distanceOf, pdqInput, pdqOf } from '@vlam/contract/rules/pdq';
import { describe, expect, it } from 'vitest';
import { drawScene } from '../../../../test/scene.ts';
import { imageLibrary } from '../../../platform/imagery/sharp.ts';
import { fromRaw } from '../process-image.ts';
import { printsOf, printsOfSections } from './prints.ts';

const sharp = imageLibrary();
const drawn = (seed: number) =>
  fromRaw(drawScene({ width: 540, height: 675, seed }))
    .webp({ quality: 90 })
    .toBuffer();
const nearest = (stored: readonly Uint8Array[], print: Uint8Array) =>
  Math.min(...stored.map((one) => distanceOf(one, print)));

describe('the hash of what a picture looks like', () => {
  it('sets half of the bits, and none differ for the same light', () => {
    const light = Float32Array.from({ length: pdqInput ** 2 }, (_, at) => ((at % pdqInput) * (at >> 9)) % 255);
    const [one, other] = [pdqOf(light), pdqOf(light)];
    expect(distanceOf(one.upright.bits, Buffer.alloc(32))).toBe(128);
    expect(distanceOf(one.upright.bits, other.upright.bits)).toBe(0);
  });

  it('gives a plain picture a low quality', () => {
    expect(pdqOf(new Float32Array(pdqInput ** 2).fill(90)).upright.quality).toBe(0);
  });

  it('stays within 31 bits after resizing and recompression, and mirrored', async () => {
    const picture = await drawn(1);
    const { upright } = await printsOf(sharp(picture));
    expect(upright.quality).toBeGreaterThan(50);
    const smaller = await sharp(picture).resize(270).jpeg({ quality: 60 }).toBuffer();
    expect(distanceOf((await printsOf(sharp(smaller))).upright.bits, upright.bits)).toBeLessThanOrEqual(31);
    const mirrored = await printsOf(sharp(await sharp(picture).flop().jpeg({ quality: 60 }).toBuffer()));
    expect(distanceOf(mirrored.mirrored.bits, upright.bits)).toBeLessThanOrEqual(31);
  });

  it.each([90, 180, 270])(
    'finds a copy that was turned by %i degrees, also mirrored, and no other picture',
    async (angle) => {
      const picture = await drawn(2);
      const { upright } = await printsOf(sharp(picture));
      const positionsOf = async (copy: Buffer) => {
        const { upright: own, mirrored, turned } = await printsOf(sharp(copy));
        return [own, mirrored, ...turned].map(({ bits }) => bits);
      };
      for (const mirror of [false, true]) {
        const mirrored = await sharp(picture).flop(mirror).toBuffer();
        const copy = await sharp(mirrored).rotate(angle).jpeg({ quality: 60 }).toBuffer();
        const positions = await positionsOf(copy);
        expect(nearest(positions, upright.bits)).toBeLessThanOrEqual(50);
        expect(nearest(positions.slice(0, 1), upright.bits)).toBeGreaterThan(50);
      }
      for (const seed of [3, 4, 5])
        expect(nearest(await positionsOf(await drawn(seed)), upright.bits)).toBeGreaterThan(50);
    },
  );

  it('recognises a framed and a cropped copy by the stored sections, and no other picture', async () => {
    const picture = await drawn(9);
    const stored = await printsOfSections(picture);
    const cropped = await sharp(picture).extract({ left: 30, top: 40, width: 470, height: 600 }).jpeg().toBuffer();
    const framed = await sharp(picture).extend({ top: 60, bottom: 60, left: 30, right: 30, background: '#222' }).jpeg();
    for (const copy of [cropped, await framed.toBuffer()])
      expect(nearest(stored, (await printsOf(sharp(copy))).upright.bits)).toBeLessThanOrEqual(50);
    for (const seed of [3, 4, 5])
      expect(nearest(stored, (await printsOf(sharp(await drawn(seed)))).upright.bits)).toBeGreaterThan(50);
  });
});
