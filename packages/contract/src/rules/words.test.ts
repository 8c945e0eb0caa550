import { describe, expect, it } from 'vitest';
import { findPhrases, toPhrase, wordsOf } from './words.ts';

const listed = new Map(['ppm', 'book me', 'cash meet', 'bespreek my'].map((phrase) => [phrase, phrase]));
const found = (text: string) => findPhrases(text, listed);

describe('listed phrases', () => {
  it.each([
    ['PPM only', ['ppm']],
    ['p.p.m', ['ppm']],
    ['P P M please', ['ppm']],
    ['Book\u200b me, today', ['book me']],
    ['b00k m3', ['book me']],
    ['BÓÖK ME', ['book me']],
    ['Ｂｏｏｋ　ｍｅ', ['book me']],
    ['cash-meet or c4sh m33t', ['cash meet']],
    ['Bespreek my vanaand', ['bespreek my']],
  ])('are found in %j', (text, phrases) => {
    expect(found(text)).toEqual(phrases);
  });

  it.each(['I book meals for two', 'a cashmere meeting', 'Read me a book', 'PPMV', '', '…', 'My bespreking'])(
    'are not found in %j',
    (text) => {
      expect(found(text)).toEqual([]);
    },
  );

  it('reads a long text in one pass', () => {
    const text = `${'a walk by the sea '.repeat(60)}book me`;
    expect(found(text)).toEqual(['book me']);
    expect(wordsOf(text).length).toBeLessThan(400);
  });

  it('stores a phrase as it is compared', () => {
    expect(toPhrase('  Book   ME! ')).toBe('book me');
    expect(toPhrase('…')).toBe('');
  });
});
