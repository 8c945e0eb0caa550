/** A figure behind glass in the hero; sizes in pixels of the file. */
export interface Slab {
  readonly name: string;
  readonly seed: string;
  readonly pose: 'profile' | 'three-quarter';
  readonly width: number;
  readonly height: number;
}

/** A fold of cloth behind a category; `palette` is an index of the house's lights. */
export interface Veil {
  readonly name: string;
  readonly seed: string;
  readonly palette: number;
}

/** Left to right. The seeds were chosen by eye; the fourth shows on wide screens only. */
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
/** Font and slabs are all that may load above the fold: 30 KB together leave the slabs this WebP quality. */
export const slabQuality = 62;
