import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { createPipeline } from './pipeline.ts';

const aPipeline = (calls: string[], over: Partial<Parameters<typeof createPipeline<number, number, number>>[0]> = {}) =>
  createPipeline<number, number, number>({
    name: 'test.pipeline',
    prepare: async (items) => {
      calls.push(`prepare ${items.join(' ')}`);
      await sleep(5);
      return items.length;
    },
    act: async (batch) => {
      const items = batch.map(({ item }) => item);
      calls.push(`act ${items.join(' ')}`);
      await sleep(20);
      return items.map((item) => (item < 0 ? new Error('refused') : item * 2));
    },
    limit: 3,
    whenFull: () => new Error('full'),
    ...over,
  });

describe('a pipeline', () => {
  it("returns each item's result, in batches of a limited size, and rejects only failed items", async () => {
    const send = aPipeline([]);
    const answers = await Promise.allSettled([1, 2, -3, 4, 5, 6, 7].map(send));
    expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : 'refused'))).toEqual([
      2,
      4,
      'refused',
      8,
      10,
      12,
      14,
    ]);
    expect(await send(8)).toBe(16);
  });

  it('sends the next batch before callers receive the last results, and one at a time', async () => {
    const calls: string[] = [];
    const send = aPipeline(calls);
    await Promise.all(
      [1, 2, 3, 4, 5, 6, 7].map(async (item) => {
        await send(item);
        calls.push(`${item} answered`);
      }),
    );
    const at = (what: string) => calls.indexOf(what);
    expect(at('act 4 5 6')).toBeLessThan(at('1 answered'));
    expect(at('act 7')).toBeLessThan(at('4 answered'));
  });

  it('prepares items that arrive while a batch is written, and writes all prepared ones together', async () => {
    const calls: string[] = [];
    const written = Promise.withResolvers<void>();
    const send = aPipeline(calls, {
      prepare: async (items) => calls.push(`prepare ${items.join(' ')}`),
      act: async (batch) => {
        calls.push(`act ${batch.map(({ item }) => item).join(' ')}`);
        await written.promise;
        return batch.map(({ item }) => item);
      },
    });
    const sent: Promise<number>[] = [];
    for (const item of [1, 2, 3]) {
      sent.push(send(item));
      await vi.waitFor(() => expect(calls).toContain(`prepare ${item}`));
    }
    await sleep(0);
    expect(calls).toEqual(['prepare 1', 'act 1', 'prepare 2', 'prepare 3']);
    written.resolve();
    await Promise.all(sent);
    expect(calls).toEqual(['prepare 1', 'act 1', 'prepare 2', 'prepare 3', 'act 2 3']);
  });

  it('rejects a batch whose preparation or act fails, and continues', async () => {
    let broken = true;
    const send = aPipeline([], {
      prepare: async (items) => {
        if (broken) throw new Error('away');
        return items.length;
      },
    });
    await expect(Promise.all([send(1), send(2)])).rejects.toThrow('away');
    broken = false;
    expect(await send(3)).toBe(6);
  });

  it('refuses items beyond its capacity', async () => {
    const send = aPipeline([], { capacity: 2 });
    const answers = await Promise.allSettled([1, 2, 3].map(send));
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  });
});
