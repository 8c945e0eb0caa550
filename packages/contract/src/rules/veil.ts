/** Widths in pixels that a veil is drawn in, the first unless another is asked for. */
export const veilWidths = ['344', '688'] as const;
export type VeilWidth = (typeof veilWidths)[number];
