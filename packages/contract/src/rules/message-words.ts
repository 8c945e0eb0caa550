// Space, what is invisible by definition, and the two letters that are drawn as nothing: Braille's and music's blanks.
const showsNothing = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800\u{1d159}]*$/u;

/** What was typed without the space around it; empty when nothing of it would show. */
export const wordsOf = (typed: string): string => (showsNothing.test(typed) ? '' : typed.trim());
