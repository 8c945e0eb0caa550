import { expect, it } from 'vitest';
import { toVisibleText } from './visible-text.ts';

it.each([
  ['nothing', ''],
  ['space of any width', ' \t\n\u00a0\u2003\u3000\u2028'],
  ['no width at all', '\u200b\u200c\u200d\u2060\ufeff'],
  ['marks of direction', '\u200e\u202e\u2066\u2069\u061c'],
  ['soft hyphens and joiners', '\u00ad\u034f'],
  ['fillers of Hangul', '\u3164\u115f\u1160\uffa0'],
  ['blanks of Braille and music', '\u2800\u{1d159}'],
  ['variation selectors and tags', '\ufe0f\u{e0100}\u{e0041}'],
  ['control characters', '\u0001\u0085'],
  ['all of it between spaces', ' \u200b \u3164 '],
])('is empty where nothing shows: %s', (_name, typed) => {
  expect(toVisibleText(typed)).toBe('');
});

it.each([
  'a',
  '  Hello  ',
  '.',
  '❤️',
  '👩‍👩‍👧',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  'مرحبا\u200f',
  'ㅎㅎ',
  '한',
  '⠓⠊',
  'می‌خواهم',
  '\u0301',
  '🤍\u200b',
])('keeps what shows as it was typed: %s', (typed) => {
  expect(toVisibleText(typed)).toBe(typed.trim());
});
