import { beforeEach, expect, it, vi } from 'vitest';
import { changeDisguise, disguiseKey, disguiseStore, readSettings } from '../../lib/disguise.ts';
import { isCode, storeCode, tryCode, waitAfter } from './codes.ts';

beforeEach(() => changeDisguise(readSettings(null)));

it.each([
  ['4821', true],
  ['123456789012', true],
  ['482', false],
  ['1234567890123', false],
  ['48a1', false],
  ['', false],
])('takes %j as a code: %s', (text, is) => expect(isCode(text)).toBe(is));

it('slows wrong codes: three are free, then 30 s, doubling to 15 minutes', () => {
  expect([0, 2, 3, 4, 5, 8, 30].map((wrong) => waitAfter(wrong) / 1000)).toEqual([0, 0, 30, 60, 120, 900, 900]);
});

it('keeps no code in clear, and the same code twice differently', async () => {
  const [one, two] = [await storeCode('4821'), await storeCode('4821')];
  changeDisguise({ code: one });
  expect(localStorage.getItem(disguiseKey)).not.toContain('4821');
  expect(one.hash).not.toBe(two.hash);
});

it('tells the real code from the duress code, which ends the session only where that was chosen', async () => {
  changeDisguise({ code: await storeCode('4821'), duressCode: await storeCode('1111') });
  expect(await tryCode('4821')).toBe('real');
  expect(await tryCode('1111')).toBe('duress');
  expect(disguiseStore.get().endsSession).toBe(false);
  changeDisguise({ duressEndsSession: true });
  expect(await tryCode('1111')).toBe('duress');
  expect(disguiseStore.get().endsSession).toBe(true);
});

it('refuses even the right code during the wait, and takes it afterwards', async () => {
  changeDisguise({ code: await storeCode('4821') });
  for (const typed of ['1000', '2000', '3000']) expect(await tryCode(typed, 1_000)).toBe('wrong');
  expect(await tryCode('4821', 30_999)).toBe('wait');
  expect(await tryCode('4821', 31_000)).toBe('real');
  expect(disguiseStore.get()).toMatchObject({ wrongCodes: 0, waitUntil: 0 });
});

it('the duress code works during the wait too, and looks like any other code there', async () => {
  changeDisguise({
    code: await storeCode('4821'),
    duressCode: await storeCode('1111'),
    duressEndsSession: true,
    duressNotifiesContact: true,
  });
  for (const typed of ['1000', '2000', '3000']) await tryCode(typed, 1_000);
  const { wrongCodes, waitUntil } = disguiseStore.get();
  expect(await tryCode('1111', 2_000)).toBe('duressInWait');
  expect(disguiseStore.get()).toMatchObject({ endsSession: true, alarmOf: new Date(2_000).toISOString() });
  // A wait that ended early would show that the code was another one.
  expect(disguiseStore.get()).toMatchObject({ wrongCodes, waitUntil });
  expect(await tryCode('4821', 3_000)).toBe('wait');
});

it('checks as many codes for each answer, so that none is known by its duration', async () => {
  const checks = vi.spyOn(crypto.subtle, 'deriveBits');
  changeDisguise({ code: await storeCode('4821') });
  const counted = async (typed: string, now?: number) => {
    checks.mockClear();
    await tryCode(typed, now);
    return checks.mock.calls.length;
  };
  const withoutDuress = [await counted('4821'), await counted('1000', 1_000)];
  changeDisguise({ duressCode: await storeCode('1111') });
  const withDuress = [await counted('1111', 1_000), await counted('1000', 1_000), await counted('4821', 1_000)];
  for (const typed of ['1000', '2000', '3000']) await tryCode(typed, 1_000);
  const waiting = [await counted('1111', 2_000), await counted('4821', 2_000), await counted('5000', 2_000)];
  expect(new Set([...withoutDuress, ...withDuress, ...waiting])).toEqual(new Set([2]));
  checks.mockRestore();
});
