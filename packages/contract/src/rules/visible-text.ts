// White space, invisible characters, and two blank characters (Braille and musical notation).
const showsNothing = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800\u{1d159}]*$/u;

/** Trimmed text; empty when nothing of it is visible. */
export const toVisibleText = (typed: string): string => (showsNothing.test(typed) ? '' : typed.trim());
