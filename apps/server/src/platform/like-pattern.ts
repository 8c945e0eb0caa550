/** Escapes `%`, `_` and the escape character, so that LIKE matches the text literally. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

export const contains = (text: string): string => `%${escapeLike(text)}%`;
export const startsWith = (text: string): string => `${escapeLike(text)}%`;

/** Comes after every text that begins with `text`, in the order of `text_pattern_ops`. */
export const afterAllWith = (text: string): string => `${text}\u{10FFFF}`;
