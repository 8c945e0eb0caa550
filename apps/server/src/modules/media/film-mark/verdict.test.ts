import { createSecretKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../../../test/scene.ts';
import { codeWord, layersFor, variantsOf } from './code.ts';
import { findFilmViewer, isEnoughFilm } from './verdict.ts';

const key = createSecretKey(Buffer.alloc(32, 3));
const accounts = Array.from({ length: 1_000 }, (_, index) => `account-${index}`);

/** Bits of code words of one layer. */
function bitsIn(segments: number): (accountId: string) => Uint8Array {
  const word = (accountId: string) => codeWord(key, { mediaId: 'film', accountId }, segments, 1);
  const known = new Map(accounts.map((accountId) => [accountId, word(accountId)]));
  return (accountId) => known.get(accountId) ?? word(accountId);
}
const bitsOfSixty = bitsIn(60);

/** What a reader measures of someone's copy: weaker than it was, with an offset and noise. */
function measured(bits: Uint8Array, random: () => number, noise: number): Float64Array {
  return Float64Array.from(bits, (bit) => 0.1 + 0.4 * bit + (random() + random() + random() - 1.5) * noise);
}

describe('code words', () => {
  it('are the same for an account each time, and differ between accounts and films', () => {
    const word = (mediaId: string, accountId: string) => codeWord(key, { mediaId, accountId }, 60, 1).join('');
    expect(word('film', 'a')).toBe(word('film', 'a'));
    const all = [word('film', 'a'), word('film', 'b'), word('other', 'a')];
    expect(new Set(all).size).toBe(3);
    for (const each of all) expect(each).toMatch(/^[01]{60}$/);
  });

  it('carry two bits a segment in short films', () => {
    expect([layersFor(59), layersFor(60)]).toEqual([2, 1]);
    expect(variantsOf(2)).toEqual([1, 2, 3]);
    expect(new Set(codeWord(key, { mediaId: 'film', accountId: 'a' }, 29, 2))).toEqual(new Set([0, 1, 2, 3]));
  });
});

describe('the verdict on a film', () => {
  it('names the one of a thousand whose code word a weak and noisy copy carries', () => {
    const random = randomFrom(11);
    for (let copy = 0; copy < 30; copy += 1) {
      const wanted = accounts[copy * 31] ?? '';
      const found = findFilmViewer(measured(bitsOfSixty(wanted), random, 0.25), accounts, bitsOfSixty);
      expect(found?.accountId).toBe(wanted);
      expect(found?.chance).toBeLessThan(1e-6);
    }
  });

  it('names no one when the viewer is not among them, when nothing can be read, or when the film is plain', () => {
    const random = randomFrom(12);
    for (let copy = 0; copy < 60; copy += 1) {
      const foreign = measured(bitsOfSixty(`stranger-${copy}`), random, 0.1);
      expect(findFilmViewer(foreign, accounts, bitsOfSixty)).toBeNull();
      expect(findFilmViewer(measured(new Uint8Array(60), random, 1), accounts, bitsOfSixty)).toBeNull();
    }
    expect(findFilmViewer(new Float64Array(60), accounts, bitsOfSixty)).toBeNull();
    expect(findFilmViewer(new Float64Array(0), accounts, bitsIn(0))).toBeNull();
  });

  it('never takes a short copy for proof, however well it fits', () => {
    for (const bits of [4, 8, 16, 24]) {
      const clean = Float64Array.from(bitsIn(bits)('account-5'));
      expect(findFilmViewer(clean, accounts, bitsIn(bits))).toBeNull();
      expect(isEnoughFilm(bits, accounts.length)).toBe(false);
    }
    expect(isEnoughFilm(30, accounts.length)).toBe(true);
    const found = findFilmViewer(Float64Array.from(bitsIn(40)('account-5')), accounts, bitsIn(40));
    expect(found).toMatchObject({ accountId: 'account-5' });
    // As often as forty coins fall alike.
    expect(found?.chance).toBeCloseTo(1_000 * 2 ** -40, 12);
  });

  it('counts everyone who was compared: among more accounts a copy has to fit better', () => {
    const bits = Float64Array.from(bitsIn(32)('account-9'));
    expect(findFilmViewer(bits, accounts, bitsIn(32))).not.toBeNull();
    expect(findFilmViewer(bits, accounts, bitsIn(32), 1_000_000)).toBeNull();
  });
});
