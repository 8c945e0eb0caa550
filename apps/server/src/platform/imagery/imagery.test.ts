import { describe, expect, it } from 'vitest';
import { ABSTRACT_FAMILIES, abstractPictureSvg } from './abstract-picture.ts';
import { eighteenSvg } from './eighteen.ts';
import { PALETTES, paletteOf } from './palettes.ts';
import { portraitWebp, veilWebp } from './pictures.ts';
import { portraitSvg } from './portrait.ts';
import type { Crop } from './portrait-frame.ts';
import { imageLibrary } from './sharp.ts';
import { veilSvg } from './veil.ts';

const CROPS: readonly Crop[] = ['bust', 'face', 'banner', 'top'];
const CARD = { width: 328, height: 438 };
const TINTS = ['#c8a070', '#203040', '#806858', '#f0e0c8'];

function seeds(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `0198c0de-seed-${index}`);
}

async function meanBytes(pictures: readonly Promise<Buffer>[]): Promise<number> {
  const drawn = await Promise.all(pictures);
  return drawn.reduce((sum, picture) => sum + picture.byteLength, 0) / drawn.length;
}

/** Parses the markup as XML: every element closed in order, every attribute quoted and used once. */
function problemsIn(svg: string): string[] {
  const problems: string[] = [];
  const open: string[] = [];
  const ids = new Set([...svg.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]));
  for (const [tag, closing, name = '', attributes = '', selfClosing] of svg.matchAll(
    /<(\/?)([a-zA-Z]+)([^<>]*?)(\/?)>/g,
  )) {
    if (closing) {
      if (open.pop() !== name) problems.push(`closes out of order: ${tag}`);
      continue;
    }
    if (!/^( [a-zA-Z][\w-]*="[^"<&]*")*$/.test(attributes)) problems.push(`attributes: ${tag}`);
    const names = [...attributes.matchAll(/ ([\w-]+)=/g)].map((match) => match[1]);
    if (new Set(names).size !== names.length) problems.push(`attribute twice: ${tag}`);
    if (!selfClosing) open.push(name);
  }
  for (const [, id] of svg.matchAll(/(?:url\(|href=")#([^)"]+)/g)) {
    if (!ids.has(id)) problems.push(`no such id: ${id}`);
  }
  if (open.length > 0) problems.push(`left open: ${open.join(' ')}`);
  if (/NaN|Infinity|undefined|null/.test(svg)) problems.push('a value that is not a number');
  return problems;
}

describe('portraits', () => {
  it('are the same for the same seed and differ between seeds', () => {
    const first = seeds(200).map((seed) => portraitSvg(seed, CARD));
    expect(seeds(200).map((seed) => portraitSvg(seed, CARD))).toEqual(first);
    expect(new Set(first).size).toBe(200);
  });

  it('use every palette about equally and agree with paletteOf', () => {
    const counts = new Array<number>(PALETTES.length).fill(0);
    for (const seed of seeds(1200)) counts[paletteOf(seed)] = (counts[paletteOf(seed)] ?? 0) + 1;
    expect(Math.min(...counts)).toBeGreaterThan(60);
    const seed = 'agreement';
    expect(portraitSvg(seed, { ...CARD, palette: paletteOf(seed) })).toBe(portraitSvg(seed, CARD));
  });

  it('are well-formed, with finite numbers, for 500 seeds in every crop', () => {
    for (const [index, seed] of seeds(500).entries()) {
      const crop = CROPS[index % CROPS.length] ?? 'bust';
      expect(problemsIn(portraitSvg(seed, { ...CARD, crop }))).toEqual([]);
    }
  });

  it('show no person when empty, and no face from behind', () => {
    const empty = portraitSvg('cover', { ...CARD, empty: true });
    expect(empty).not.toContain('face)');
    expect(problemsIn(empty)).toEqual([]);
    for (const seed of seeds(24)) {
      const back = portraitSvg(seed, { ...CARD, pose: 'back' });
      expect(problemsIn(back)).toEqual([]);
      expect(back).not.toContain('shade)');
    }
  });

  it('drop the glass up to 64 CSS px wide', () => {
    const nested = (svg: string) => svg.split('<svg ').length - 2;
    expect(nested(portraitSvg('small', { width: 96, height: 96, crop: 'face' }))).toBe(0);
    expect(nested(portraitSvg('card', CARD))).toBe(12);
    expect(nested(portraitSvg('card', { ...CARD, ribs: 20 }))).toBe(20);
  });

  it('stay within 6 KB a card and 1 KB an avatar', async () => {
    const avatar = { width: 96, height: 96, crop: 'face' } as const;
    expect(await meanBytes(seeds(40).map((seed) => portraitWebp(seed, CARD)))).toBeLessThan(6 * 1024);
    expect(await meanBytes(seeds(40).map((seed) => portraitWebp(seed, avatar)))).toBeLessThan(1024);
  });

  it('have the requested size, filled to the edges', async () => {
    for (const crop of CROPS) {
      const { data, info } = await imageLibrary()(await portraitWebp('edges', { width: 390, height: 133, crop }))
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect([info.width, info.height, info.channels]).toEqual([390, 133, 3]);
      expect(data.subarray(-3).some((channel) => channel > 0)).toBe(true);
    }
  });
});

describe('veils', () => {
  const size = { width: 344, height: 430 };

  it('are deterministic, distinct and well-formed', () => {
    const first = seeds(200).map((seed) => veilSvg(seed, { ...size, palette: 4 }));
    expect(seeds(200).map((seed) => veilSvg(seed, { ...size, palette: 4 }))).toEqual(first);
    expect(new Set(first).size).toBe(200);
    for (const svg of first) expect(problemsIn(svg)).toEqual([]);
  });

  it('take the light of their tints but not the order in which they were found', () => {
    const tinted = veilSvg('item', { ...size, palette: 4, tints: TINTS });
    expect(tinted).not.toBe(veilSvg('item', { ...size, palette: 4 }));
    expect(veilSvg('item', { ...size, palette: 4, tints: [...TINTS].reverse() })).toBe(tinted);
    // Only colours change: without them the drawing equals that of the untinted veil.
    const shape = (svg: string) => svg.replaceAll(/#[0-9a-f]{6}/g, '');
    expect(shape(tinted)).toBe(shape(veilSvg('item', { ...size, palette: 4 })));
  });

  it('refuse a tint that is not a colour', () => {
    expect(() => veilSvg('item', { ...size, tints: ['"/><script>'] })).toThrow(RangeError);
  });

  it('stay within 4 KB', async () => {
    const drawn = seeds(40).map((seed, index) => veilWebp(seed, { ...size, palette: index, tints: TINTS }));
    expect(await meanBytes(drawn)).toBeLessThan(4 * 1024);
  });
});

describe('the age gate', () => {
  it('draws its figures without a font', () => {
    const svg = eighteenSvg({ width: 720, height: 800, ribs: 30 });
    expect(problemsIn(svg)).toEqual([]);
    expect(svg).not.toContain('<text');
  });
});

describe('abstract pictures', () => {
  it('are deterministic, distinct and well-formed in every family', () => {
    for (const family of ABSTRACT_FAMILIES) {
      const size = { width: 1080, height: 1350, family };
      const drawn = seeds(20).map((seed) => abstractPictureSvg(seed, size));
      expect(seeds(20).map((seed) => abstractPictureSvg(seed, size))).toEqual(drawn);
      expect(new Set(drawn).size).toBe(20);
      for (const svg of drawn) expect(problemsIn(svg)).toEqual([]);
    }
  });

  it('come in every family, chosen by the seed', { tags: ['long'] }, () => {
    const families = new Set(
      seeds(120).map((seed) => {
        const picture = abstractPictureSvg(seed, { width: 400, height: 300 });
        return ABSTRACT_FAMILIES.find(
          (family) => picture === abstractPictureSvg(seed, { width: 400, height: 300, family }),
        );
      }),
    );
    expect(families.size).toBe(ABSTRACT_FAMILIES.length);
  });
});
