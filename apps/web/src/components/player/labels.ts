import type { StreamView } from './api.ts';

type Quality = StreamView['qualities'][number];

/** `480p`: the shorter side. */
export const labelOf = ({ name, width, height }: Pick<Quality, 'name' | 'width' | 'height'>): string =>
  name.endsWith('p') ? name : `${Math.min(width, height)}p`;

/** `4.2`, `18`. */
export const formatMegabytes = (megabytes: number): string =>
  megabytes < 10 ? megabytes.toFixed(1) : String(Math.round(megabytes));
