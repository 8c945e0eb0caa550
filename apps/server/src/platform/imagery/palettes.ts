import { randomFrom, wholeBelow } from './seed.ts';

/** Six stops of one light, from the darkest to the edge that catches it. */
export interface Palette {
  readonly name: string;
  readonly night: string;
  readonly dusk: string;
  readonly glow: string;
  readonly body: string;
  readonly key: string;
  readonly rim: string;
}

function palette(name: string, night: string, dusk: string, glow: string, body: string, key: string, rim: string) {
  return { name, night, dusk, glow, body, key, rim } satisfies Palette;
}

/** The twelve lights of the house. Their order is part of every picture: append only. */
export const PALETTES: readonly Palette[] = [
  palette('Karoo dusk', '#1b1026', '#5a2a4e', '#f08a6c', '#1a0d1c', '#c4586a', '#ffd9b8'),
  palette('Agulhas', '#061a22', '#0f4a58', '#63c5c0', '#04141b', '#1f7f8b', '#d6fff2'),
  palette('Rooibos', '#1d0a06', '#6b2413', '#f2863c', '#190805', '#b8431d', '#ffe0b0'),
  palette('Fynbos', '#0d1a12', '#2c4a33', '#c8cf8a', '#0a140d', '#6c8f58', '#f6f3c8'),
  palette('Protea', '#220c16', '#7a2b48', '#ffb3a6', '#1c0912', '#d0607e', '#ffeadf'),
  palette('Drakensberg', '#0d1424', '#2c4166', '#a9c4ea', '#0a0f1c', '#5577aa', '#eef5ff'),
  palette('Kalahari', '#1f130a', '#7a4a20', '#f6c478', '#170e07', '#c67a35', '#fff0cf'),
  palette('Namaqua', '#1f0a14', '#8a2a2a', '#ffa14a', '#1a0810', '#e0533a', '#ffe9a8'),
  palette('Blyde', '#0a1713', '#1f5a4c', '#f0c777', '#08110e', '#3b8f78', '#fff1c2'),
  palette('Jacaranda', '#141024', '#423a72', '#c3a4dd', '#0f0b1c', '#7a68b4', '#f5eaff'),
  palette('Highveld', '#10131c', '#3b4256', '#f3a683', '#0c0e15', '#8a7f98', '#ffe3cf'),
  palette('Wild Coast', '#08161d', '#24566b', '#f4b59a', '#060f15', '#4a8ea0', '#ffe9dc'),
];

/** Index of the light a member's pictures are drawn in; `seed` is the profile id. */
export function paletteOf(seed: string): number {
  return wholeBelow(randomFrom(`p:${seed}`), PALETTES.length);
}

/** The palette at an index; anything outside the list wraps round. */
export function paletteAt(index: number): Palette {
  const found = PALETTES[((Math.trunc(index) % PALETTES.length) + PALETTES.length) % PALETTES.length];
  if (!found) throw new RangeError(`No palette at index ${index}`);
  return found;
}
