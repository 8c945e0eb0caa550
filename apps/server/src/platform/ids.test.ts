import { describe, expect, it } from 'vitest';
import { firstIdAt, newId, timeOfId } from './ids.ts';

const form = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('an id', () => {
  it('is a UUIDv7 of its millisecond, different from every other', () => {
    const atMs = Date.UTC(2026, 10, 23, 18);
    const ids = Array.from({ length: 10_000 }, () => newId(atMs));
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(form);
    expect(timeOfId(ids[0] ?? '')).toEqual(new Date(atMs));
    expect(ids.every((id) => id >= firstIdAt(new Date(atMs)) && id < firstIdAt(new Date(atMs + 1)))).toBe(true);
  });

  it('sorts in the order of making within a millisecond, also where ids of another moment are made between', () => {
    const atMs = Date.UTC(2026, 10, 23, 18);
    const ids = Array.from({ length: 10_000 }, () => {
      newId();
      return newId(atMs);
    });
    expect([...ids].sort()).toEqual(ids);
  });

  it('is above the one before by a random step of 48 bits', () => {
    const atMs = Date.UTC(2026, 10, 23, 18);
    const tailOf = (id: string) => {
      const bits = BigInt(`0x${id.replaceAll('-', '')}`);
      return ((bits >> 64n) & 0xfffn) * 2n ** 62n + (bits & (2n ** 62n - 1n));
    };
    const tails = Array.from({ length: 4_000 }, () => tailOf(newId(atMs)));
    const steps = tails.slice(1).map((tail, index) => tail - (tails[index] ?? 0n));
    expect(new Set(steps).size).toBe(steps.length);
    for (const step of steps) expect(step > 0n && step <= 2n ** 48n).toBe(true);
    for (let bit = 0n; bit < 47n; bit += 1n) {
      const ones = steps.filter((step) => (step >> bit) & 1n).length;
      expect(ones).toBeGreaterThan(1_750);
      expect(ones).toBeLessThan(2_250);
    }
  });
});
