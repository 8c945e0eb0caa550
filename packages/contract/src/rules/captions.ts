/** The eleven official written languages of South Africa, by their codes (BCP 47), and any other. */
export const captionLanguages = ['af', 'en', 'nr', 'nso', 'ss', 'st', 'tn', 'ts', 've', 'xh', 'zu', 'other'] as const;
export type CaptionLanguage = (typeof captionLanguages)[number];

/** Of one file: bytes as sent, captions in it, signs and lines of one, and how many may be shown at the same time. */
export const captionLimits = {
  bytes: 512 * 1024,
  languages: 11,
  cues: 5_000,
  signs: 500,
  lines: 6,
  atOnce: 3,
} as const;

/** Endings offered by file pickers; the bytes are checked. */
export const captionEndings = ['.vtt', '.srt'] as const;
