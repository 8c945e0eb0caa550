import { lookAlikes } from './look-alikes.ts';

/** Names of the product in the country's languages. */
const product = ['vlam', 'umlilo', 'mollo', 'molelo', 'ndzilo', 'mulilo'];
const staff = [
  ...['admin', 'admins', 'administrator', 'administrators', 'administration', 'sysadmin', 'superuser', 'moderator'],
  ...['moderators', 'moderation', 'support', 'helpdesk', 'helpline', 'official', 'staff', 'verified', 'verification'],
  ...['administrateur', 'ondersteuning', 'amptelik', 'beheerder', 'personeel'],
];
/** Words that make a reserved one no less so. */
const fill = [
  ...['the', 'real', 'team', 'service', 'services', 'help', 'desk', 'account', 'app', 'hq', 'za', 'sa', 'live', 'chat'],
  ...['care', 'customer', 'info', 'online', 'safety', 'security', 'payments', 'billing', 'south', 'africa'],
];

const lookOf = new Map(
  Object.entries(lookAlikes).flatMap(([look, letters]) =>
    [...letters].map((letter): [string, string] => [letter, look]),
  ),
);
const withoutMarks = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '');
const toLatin = (text: string) => Array.from(text, (letter) => lookOf.get(letter) ?? letter).join('');

/** Whether letters of another script could all be taken for Latin ones. */
export const looksLatin = (letters: string): boolean =>
  [letters, letters.toLowerCase()].some((cased) => /^[\x21-\x7e]*$/.test(withoutMarks(toLatin(cased))));

const digitLooks: Record<string, string> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  l: 'i',
  '!': 'i',
  '|': 'i',
};
/** What a hurried eye reads: no marks, no case, and one letter for those that look alike. */
const fold = (text: string): string =>
  withoutMarks(toLatin(text))
    .toLowerCase()
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replace(/[013457l!|]/g, (sign) => digitLooks[sign] ?? sign);

const alternatives = (words: readonly string[]) => words.map(fold).join('|');
const reservedOf = (words: readonly string[]) =>
  new RegExp(`^(?:${alternatives(fill)})*(?:${alternatives(words)})(?:${alternatives([...words, ...fill])})*$`);
const reserved = reservedOf([...product, ...staff]);
const reservedButProduct = reservedOf(staff);

/** Whether a word of `name`, or all of it read as one, is the product's name or a word for staff. */
export function isReserved(name: string, mayBeProduct: boolean): boolean {
  const words = name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').split(/[^\p{L}\p{M}0-9]+/u);
  const pattern = mayBeProduct ? reservedButProduct : reserved;
  return [...words, words.join('')].some((word) =>
    [word, word.toLowerCase(), word.replace(/(?<!\d)\d+$/, '')].some((form) => form !== '' && pattern.test(fold(form))),
  );
}
