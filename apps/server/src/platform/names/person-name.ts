import { AppError } from '../errors.ts';
import { isReserved, looksLatin } from './reserved-names.ts';

export type NameProblem = keyof typeof problems;
const problems = {
  invisible: 'Please remove invisible signs',
  signs: 'Please use letters, digits, spaces, hyphens and apostrophes',
  scripts: 'Please use letters of one alphabet',
  reserved: 'This name is reserved',
} as const;

const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
/** Clicks (ǃ ǀ ǁ) are letters. U+02BC, U+2010 and U+2019 are the apostrophes and the hyphen that phones write. */
const allowed = /^[\p{L}\p{M}0-9 '\u02bc\u2018\u2019\u2010.,&_-]+$/u;
const looseMarks = /(^|[^\p{L}\p{M}])\p{M}|\p{M}{3}/u;
/** Alphabets of living languages, with the letters of African ones; phonetic signs and small capitals only imitate. */
const latin = /^[A-Za-z\u00c0-\u024f\u1e00-\u1effɓɖɗɛəɣɔɲŋʋƙ]$/u;
const scripts = [
  latin,
  ...['Greek', 'Cyrillic', 'Armenian', 'Hebrew', 'Arabic', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Tamil'],
  ...['Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Thai', 'Georgian', 'Ethiopic'],
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u,
  /^[\p{Script=Han}\p{Script=Hangul}]$/u,
].map((script) => (typeof script === 'string' ? new RegExp(`^\\p{Script=${script}}$`, 'u') : script));

/** The problem with showing `name`, or null. `name` is normalised. */
function findProblem(name: string, mayBeProduct: boolean): NameProblem | null {
  if (!allowed.test(name) || looseMarks.test(name)) return 'signs';
  const letters = [...name].filter((sign) => /\p{L}/u.test(sign) && sign !== '\u02bc');
  if (letters.length === 0) return 'signs';
  const script = scripts.find((one) => letters.every((letter) => one.test(letter)));
  if (!script || (script !== latin && looksLatin(letters.join('')))) return 'scripts';
  return isReserved(name, mayBeProduct) ? 'reserved' : null;
}

/** A person's name as stored and shown (NFKC, single spaces), or the problem with it. */
export function readPersonName(
  written: string,
  { mayBeProduct = false } = {},
): { name: string; problem: null } | { name: null; problem: NameProblem } {
  if (invisible.test(written)) return { name: null, problem: 'invisible' };
  const name = written.normalize('NFKC').replace(/\s+/gu, ' ').trim();
  const problem = findProblem(name, mayBeProduct);
  return problem ? { name: null, problem } : { name, problem: null };
}

/** As `readPersonName`; throws `VALIDATION_FAILED` on `field`. */
export function requirePersonName(field: string, written: string, options: { mayBeProduct?: boolean } = {}): string {
  const { name, problem } = readPersonName(written, options);
  if (problem === null) return name;
  const message = problems[problem];
  throw new AppError('VALIDATION_FAILED', { message, details: { fields: { [field]: message } } });
}
