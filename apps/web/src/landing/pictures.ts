/** A drawn figure in the hero; sizes in pixels. */
export interface Slab {
  readonly name: string;
  readonly seed: string;
  readonly pose: 'profile' | 'three-quarter';
  readonly width: number;
  readonly height: number;
}

/** The background picture of a category; `palette` is an index of the server's palettes. */
export interface Veil {
  readonly name: string;
  readonly seed: string;
  readonly palette: number;
}

/** Left to right. Seeds are chosen for their look; the fourth shows on wide screens only. */
export const slabs: readonly Slab[] = [
  { name: 'slab-1', seed: 'spark', pose: 'three-quarter', width: 320, height: 800 },
  { name: 'slab-2', seed: 'amber', pose: 'profile', width: 320, height: 1200 },
  { name: 'slab-3', seed: 'lamp', pose: 'profile', width: 320, height: 1120 },
  { name: 'slab-4', seed: 'coal', pose: 'three-quarter', width: 320, height: 1280 },
];

export const veils: readonly Veil[] = [
  { name: 'photography', seed: 'photography', palette: 4 },
  { name: 'video', seed: 'video', palette: 0 },
  { name: 'fitness', seed: 'fitness', palette: 8 },
  { name: 'art', seed: 'art', palette: 5 },
  { name: 'chat', seed: 'chat', palette: 11 },
  { name: 'live', seed: 'live', palette: 2 },
];

/** Pixels of every veil's file. */
export const veilSize = { width: 300, height: 400 } as const;
/** WebP quality that keeps the slabs and the font, all that loads above the fold, within 30 KB. */
export const slabQuality = 62;
