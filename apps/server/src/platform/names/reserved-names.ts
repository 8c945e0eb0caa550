import unhomoglyph from 'unhomoglyph';

/** Names of the product in the country's languages. */
const product = ['vlam', 'umlilo', 'mollo', 'molelo', 'ndzilo', 'mulilo'];
const staff = [
  ...['admin', 'admins', 'administrator', 'administrators', 'administration', 'sysadmin', 'superuser', 'moderator'],
  ...['moderators', 'moderation', 'support', 'helpdesk', 'helpline', 'official', 'staff', 'verified', 'verification'],
  ...['administrateur', 'ondersteuning', 'amptelik', 'beheerder', 'personeel'],
];
/** Words that make a name no less reserved, such as "the". */
const fill = [
  ...['the', 'real', 'team', 'service', 'services', 'help', 'desk', 'account', 'app', 'hq', 'za', 'sa', 'live', 'chat'],
  ...['care', 'customer', 'info', 'online', 'safety', 'security', 'payments', 'billing', 'south', 'africa'],
];

const withoutMarks = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '');
/** The skeleton of UTS #39, without marks. */
const skeletonOf = (text: string) => withoutMarks(unhomoglyph(text.normalize('NFD')));

/** Whether all letters of another script could be mistaken for Latin ones. */
export const looksLatin = (letters: string): boolean =>
  [letters, letters.toLowerCase()].some((cased) => /^[a-z0-9]*$/i.test(skeletonOf(cased)));

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
/** Normalises look-alikes: no marks, no case, one letter for those that look the same. */
const fold = (text: string): string =>
  skeletonOf(text)
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
