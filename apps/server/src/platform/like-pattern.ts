/** Text for LIKE that means itself: `%`, `_` and the escape lose their power. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

export const contains = (text: string): string => `%${escapeLike(text)}%`;
export const startsWith = (text: string): string => `${escapeLike(text)}%`;
