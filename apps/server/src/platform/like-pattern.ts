/** Escapes `%`, `_` and the escape character, so that LIKE matches the text literally. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

export const contains = (text: string): string => `%${escapeLike(text)}%`;
export const startsWith = (text: string): string => `${escapeLike(text)}%`;
