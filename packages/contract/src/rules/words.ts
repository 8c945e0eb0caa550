/** Languages of a word list; `any` for slang and terms that are the same in all. */
export const wordLanguages = ['en', 'af', 'zu', 'xh', 'any'] as const;
export type WordLanguage = (typeof wordLanguages)[number];

/**
 * What a listed phrase does in texts that others read and in searches. `refuse`: the text is not taken. `report`: it is
 * taken, and listed for a moderator.
 */
export const wordEffects = ['refuse', 'report'] as const;
export type WordEffect = (typeof wordEffects)[number];

/** Words of a phrase at most. */
export const maxPhraseWords = 6;

const lookAlikes: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
};

/**
 * The words of a text as they are compared: lower case, without accents and invisible characters, single letters in a
 * row joined ("p.p.m" is "ppm"). With `decoded`, digits and signs that stand for letters are read as them.
 */
export function wordsOf(text: string, { decoded = false } = {}): string[] {
  const plain = text
    .normalize('NFKC')
    .normalize('NFD')
    .replace(/[\p{M}\p{Cf}\u00ad]/gu, '')
    .toLowerCase();
  const read = decoded ? plain.replace(/[013457@$]/g, (sign) => lookAlikes[sign] ?? sign) : plain;
  const words: string[] = [];
  let letters = '';
  for (const word of read.match(/[\p{L}\p{N}]+/gu) ?? []) {
    if (word.length === 1) {
      letters += word;
      continue;
    }
    if (letters) words.push(letters);
    letters = '';
    words.push(word);
  }
  if (letters) words.push(letters);
  return words;
}

/** A phrase as it is stored and compared; empty when it has no words. */
export const toPhrase = (text: string): string => wordsOf(text).join(' ');

/** The listed phrases that a text has, each once. */
export function findPhrases<Entry>(text: string, entries: ReadonlyMap<string, Entry>): Entry[] {
  const found = new Set<Entry>();
  for (const words of [wordsOf(text), wordsOf(text, { decoded: true })])
    for (let start = 0; start < words.length; start += 1)
      for (let length = 1; length <= maxPhraseWords && start + length <= words.length; length += 1) {
        const entry = entries.get(words.slice(start, start + length).join(' '));
        if (entry !== undefined) found.add(entry);
      }
  return [...found];
}
