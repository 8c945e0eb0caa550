import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { longTests } from './long-tests.ts';
import { findLongWaits } from './long-waits.ts';

const root = join(import.meta.dirname, '..');
const find = (code: string) =>
  findLongWaits({ path: 'a.test.ts', text: `import { setTimeout as sleep } from 'node:timers/promises';\n${code}` });

describe('a wait by the real clock of half a second or more', () => {
  it('is found in a sleep and in a promise that a timer resolves', () => {
    expect(find('await sleep(500);')).toEqual(['a.test.ts:2 waits 500 ms']);
    expect(find('it(name, async () => {\n  await sleep(3 * 1_000);\n});')).toEqual(['a.test.ts:3 waits 3000 ms']);
    expect(find('const pause = () => new Promise<void>((done) => setTimeout(done, 800));')).toHaveLength(1);
  });

  it('is none when it is shorter, a limit, of a fake clock, or in a long test', () => {
    for (const code of [
      'await sleep(499);',
      "await Promise.race([ended, sleep(5_000, 'open')]);",
      'await Promise.race([ended, new Promise((done) => setTimeout(done, 5_000))]);',
      'setTimeout(() => socket.destroy(), 900);',
      'vi.useFakeTimers();\nawait new Promise((done) => setTimeout(done, 800));',
      "it('soaks', { tags: ['long'] }, async () => {\n  await sleep(5_000);\n});",
    ])
      expect([code, find(code)]).toEqual([code, []]);
  });

  it('is in no test of `npm test`', { timeout: 60_000 }, () => {
    const files = globSync('{apps,packages,scripts}/**/*.test.{ts,tsx}', {
      cwd: root,
      exclude: ['**/node_modules/**', ...longTests],
    });
    expect(files.length).toBeGreaterThan(400);
    expect(files.flatMap((path) => findLongWaits({ path, text: readFileSync(join(root, path), 'utf8') }))).toEqual([]);
  });
});
