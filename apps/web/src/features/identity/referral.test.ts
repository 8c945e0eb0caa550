import { deviceKeys } from '@vlam/contract/rules/device-keys';
import { beforeEach, expect, it } from 'vitest';
import { forgetReferral, readReferral } from './referral.ts';

const week = 7 * 86_400_000;
beforeEach(() => localStorage.clear());

it('is remembered for a week after its link was opened, and the last link counts', () => {
  expect(readReferral(null, 0)).toBeNull();
  expect(readReferral('ember.nkosi', 0)).toBe('ember.nkosi');
  expect(readReferral(null, week - 1)).toBe('ember.nkosi');
  expect(readReferral('thandi', 10)).toBe('thandi');
  expect(readReferral(null, week + 9)).toBe('thandi');
  expect(readReferral(null, week + 10)).toBeNull();
  expect(localStorage.length).toBe(0);
});

it('is forgotten once it was used, and is none of what a device keeps at a sign-out', () => {
  readReferral('ember.nkosi', 0);
  expect(deviceKeys).not.toContain(localStorage.key(0));
  forgetReferral();
  expect(readReferral(null, 1)).toBeNull();
});

it('takes neither a long text, nor what something else wrote, nor a day that has not come', () => {
  expect(readReferral('x'.repeat(900), 0)).toHaveLength(64);
  for (const text of [
    '{',
    '7',
    'null',
    '{"by":1,"at":0}',
    '{"by":"","at":0}',
    '{"by":"a","at":"0"}',
    '{"by":"a","at":9}',
  ]) {
    localStorage.setItem('referred-by', text);
    expect([text, readReferral(null, 1)]).toEqual([text, null]);
  }
});
