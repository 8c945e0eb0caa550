/** Widths of a veil in pixels; the first is the default. */
export const veilWidths = ['344', '688'] as const;
export type VeilWidth = (typeof veilWidths)[number];
