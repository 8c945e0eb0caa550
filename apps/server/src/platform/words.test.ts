import { expect, it } from 'vitest';
import { readTranslations } from './translations.ts';
import { counted, dated, joined, say, verbatim } from './words.ts';

const day = new Intl.DateTimeFormat('en-ZA', { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' });
const at = new Date('2026-11-28T10:00:00Z');

it('says a sentence in the language of its reader, with its values', () => {
  const sentence = say`Your receipt ${'2026-000001'}`;
  expect([sentence('en'), sentence('af')]).toEqual(['Your receipt 2026-000001', 'Jou kwitansie 2026-000001']);
});

it('says what is not translated wholly in English, values too', () => {
  const sentence = say`Nobody has translated ${say`Your account is closed`} on ${dated(day, at)}`;
  expect(sentence('zu')).toBe('Nobody has translated Your account is closed on 28 Nov 2026');
});

it('writes a day as the language does', () => {
  expect([dated(day, at)('en'), dated(day, at)('af')]).toEqual(['28 Nov 2026', '28 Nov. 2026']);
});

it('takes the plural form of the language', () => {
  const words = (count: number) => counted(count, { one: say`1 credit`, other: say`${count} credits` });
  expect([words(1)('en'), words(2)('en'), words(1)('af'), words(2)('af')]).toEqual([
    '1 credit',
    '2 credits',
    '1 krediet',
    '2 krediete',
  ]);
});

it('joins words, and leaves what people wrote as it is', () => {
  expect(joined([verbatim('Braai'), say`a month`], ', ')('af')).toBe('Braai, per maand');
});

it('reads a PO file: entries over several lines, and none that is empty', () => {
  const po =
    'msgid ""\nmsgstr ""\n"Language: af\\n"\n\n#, needs-review\nmsgid "One"\nmsgstr "Een"\n\nmsgid ""\n"Two "\n"lines"\nmsgstr ""\n"Twee "\n"reëls"\n\nmsgid "Three"\nmsgstr ""\n';
  expect([...readTranslations(po)]).toEqual([
    ['One', 'Een'],
    ['Two lines', 'Twee reëls'],
  ]);
});
