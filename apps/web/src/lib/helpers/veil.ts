import { veilWidths } from '@vlam/contract/rules/veil';

/** The `srcset` of a veil, sharp at every width. */
export const veilSet = (previewUrl: string): string =>
  veilWidths.map((width) => `${previewUrl}?w=${width} ${width}w`).join(', ');
