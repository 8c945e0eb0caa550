import { operations } from '@vlam/contract';
import { ApiError } from '@vlam/contract/client';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../apps/server/demo/random.ts';
import { createArrivals } from './arrivals.ts';
import { addressOf, declaredCode } from './browser.ts';
import { chooseAct, fanMix, pauseMs, shareOut } from './mix.ts';
import { LoadRefusal, readLoadOptions, requireLoopback } from './options.ts';
import { readStatus } from './processes.ts';
import { operationTable } from './report.ts';
import { Counted, createTally } from './tally.ts';

describe('which server', () => {
  it.each(['http://127.0.0.1:3000', 'http://localhost:3000/path', 'http://127.8.9.1', 'http://[::1]:80'])(
    'takes %s',
    (address) => expect(requireLoopback(address)).toBe(new URL(address).origin),
  );

  it.each([
    'http://vlam.example',
    'http://10.0.0.1:3000',
    'http://127.0.0.1.example',
    'http://localhost.example:3000',
    'http://127.0.0.1@vlam.example',
    'http://0.0.0.0:3000',
    'https://127.0.0.1:3000',
    'localhost:3000',
    '',
  ])('refuses %s in words', (address) => expect(() => requireLoopback(address)).toThrow(LoadRefusal));

  it('runs for a minute on a server of its own, and refuses what it does not know', () => {
    expect(readLoadOptions([])).toEqual({ url: null, seconds: 60, people: 24, seed: 1 });
    expect(readLoadOptions(['--seconds', '10', '--people', '8'])).toMatchObject({ seconds: 10, people: 8 });
    for (const args of [
      ['--seconds', '0'],
      ['--seconds', '1e9'],
      ['--people', 'many'],
      ['--rate', '5'],
      ['--url', 'http://vlam.example'],
    ])
      expect(() => readLoadOptions(args)).toThrow(LoadRefusal);
  });
});

describe('the mix', () => {
  it('is the same for the same seed, and has each act by its share', () => {
    const draw = (seed: number) => {
      const random = createRandom(seed);
      return Array.from({ length: 20_000 }, () => chooseAct(random, fanMix));
    };
    const acts = draw(7);
    expect(draw(7)).toEqual(acts);
    expect(draw(8)).not.toEqual(acts);
    const all = Object.values(fanMix).reduce((sum, weight) => sum + weight, 0);
    for (const [name, weight] of Object.entries(fanMix)) {
      const seen = acts.filter((act) => act === name).length / acts.length;
      expect(Math.abs(seen - weight / all), name).toBeLessThan(0.01);
    }
  });

  it('pauses as long as it should on average, and never over four times that', () => {
    const random = createRandom(3);
    const pauses = Array.from({ length: 20_000 }, () => pauseMs(random, 1_000));
    const mean = pauses.reduce((sum, ms) => sum + ms, 0) / pauses.length;
    expect(mean).toBeGreaterThan(950);
    expect(mean).toBeLessThan(1_010);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(4_000);
  });

  it('has fans and creators however few there are', () => {
    expect(shareOut(4)).toEqual({ fans: 2, creators: 2, visitors: 1 });
    expect(shareOut(100)).toEqual({ fans: 75, creators: 25, visitors: 16 });
  });

  it('gives each person an address whose first three numbers are their own', () => {
    if (process.platform !== 'linux') return;
    const networks = Array.from({ length: 5_000 }, (_, index) => addressOf(index)?.split('.').slice(0, 3).join('.'));
    expect(new Set(networks).size).toBe(5_000);
  });
});

describe('what is counted', () => {
  it('sorts times, refusals and errors by operation', async () => {
    let now = 0;
    const tally = createTally(() => now);
    for (let ms = 1; ms <= 100; ms += 1)
      await tally.time('read', async () => {
        now += ms;
      });
    const fails = (isDeclared?: () => string) =>
      tally.time('write', () => Promise.reject(new Error('two\nlines')), isDeclared);
    await expect(fails(() => 'CONFLICT')).rejects.toThrow(Counted);
    await expect(fails()).rejects.toThrow(Counted);
    // An error that was counted within is not counted again.
    await expect(tally.time('all', () => fails())).rejects.toThrow(Counted);
    const [read, write, ...others] = tally.figures();
    expect(read).toMatchObject({ name: 'read', count: 100, p50: 50, p95: 95, p99: 99, failed: 0 });
    expect(write).toMatchObject({ count: 0, refused: new Map([['CONFLICT', 1]]), failed: 2 });
    expect(others).toEqual([]);
    expect(tally.failed()).toBe(2);
    expect(tally.failures).toEqual(['write: two lines', 'write: two lines']);
    const [, , line, second] = operationTable(tally.figures(), 10);
    expect(line).toBe('| read | 100 | 10.00 | 50 | 95 | 99 |  |  |');
    expect(second).toBe('| write | 0 | 0.00 | – | – | – | 1 CONFLICT | 2 |');
  });

  it('takes an answer that the contract declares for a refusal, and no other', () => {
    const refusal = (code: string) => new ApiError(409, JSON.stringify({ code, message: '' }), '');
    const { unlockContent, creditBalance } = operations;
    expect(declaredCode(unlockContent, refusal('INSUFFICIENT_CREDITS'))).toBe('INSUFFICIENT_CREDITS');
    expect(declaredCode(creditBalance, refusal('INSUFFICIENT_CREDITS'))).toBeNull();
    expect(declaredCode(creditBalance, refusal('TOO_MANY_REQUESTS'))).toBe('TOO_MANY_REQUESTS');
    expect(declaredCode(unlockContent, refusal('INTERNAL'))).toBeNull();
    expect(declaredCode(unlockContent, new Error('socket hang up'))).toBeNull();
  });

  it('measures a message whichever of its two ends is known first', () => {
    let now = 0;
    const tally = createTally(() => now);
    const arrivals = createArrivals(tally, () => now);
    arrivals.sent('a', 0);
    now = 10;
    arrivals.arrived('a');
    arrivals.arrived('b');
    arrivals.sent('b', 4);
    arrivals.sent('c', 5);
    expect(tally.figures()[0]).toMatchObject({ count: 2, p50: 6, p99: 10 });
    expect(arrivals.waiting()).toBe(1);
  });

  it('reads memory of a process', () => {
    const status = 'Name:\tnode\nVmHWM:\t  307200 kB\nVmRSS:\t  204800 kB\n';
    expect(readStatus(status, 'VmRSS')).toBe(204_800);
    expect(readStatus(status, 'VmHWM')).toBe(307_200);
    expect(readStatus('Name:\tkthreadd\n', 'VmRSS')).toBeNaN();
  });
});
