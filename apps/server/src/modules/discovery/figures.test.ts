import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { useTestApp } from '../../../test/use-app.ts';
import { createFigures } from './figures.ts';

const t = useTestApp();

/** `howMany` processes with one figure that records how often it is counted. */
function processes(howMany: number, name: string, everyMs = 5_000) {
  const recorded = { counts: 0, changes: 0, value: 1 };
  const all = Array.from({ length: howMany }, () => {
    const figures = createFigures({ database: t.database, clock: t.clock, logger: t.context.logger });
    const get = figures.define({
      name,
      everyMs,
      notifyIntervalMs: everyMs,
      async count() {
        recorded.counts += 1;
        return { people: recorded.value };
      },
      onChange: () => {
        recorded.changes += 1;
      },
    });
    return { keep: figures.startCounting, get };
  });
  return { all, recorded };
}

it('one of many processes counts a figure, the others read it', async () => {
  const { all, recorded } = processes(4, 'of many');
  const [first] = all;
  expect((await first?.get())?.value).toEqual({ people: 1 });
  for (let round = 0; round < 3; round += 1) {
    await Promise.all(all.map((one) => one.get()));
    t.clock.advance(1_001);
  }
  expect(recorded.counts).toBe(1);
});

it('a figure that is not kept current is recounted once, by the first request', async () => {
  const { all, recorded } = processes(4, 'neglected');
  await all[0]?.get();
  t.clock.advance(15_001);
  recorded.value = 2;
  const answers = await Promise.all(all.map((one) => one.get()));
  expect(recorded.counts).toBe(2);
  expect(answers.some(({ value }) => value.people === 2)).toBe(true);
  t.clock.advance(3_001);
  const later = await Promise.all(all.map((one) => one.get()));
  expect(later.every(({ value }) => value.people === 2)).toBe(true);
});

it('a clock that went back does not prevent counting', async () => {
  const { all, recorded } = processes(1, 'from the future');
  t.clock.advance(3_600_000);
  await all[0]?.get();
  t.clock.advance(-3_600_000);
  recorded.value = 3;
  expect((await all[0]?.get())?.value).toEqual({ people: 3 });
});

it('counts in the background, and publishes a change once', async () => {
  const { all, recorded } = processes(1, 'kept', 900);
  const stop = all[0]?.keep();
  const until = async (done: () => boolean) => {
    for (let tries = 0; !done() && tries < 100; tries += 1) {
      t.clock.advance(100);
      await sleep(100);
    }
  };
  await until(() => recorded.counts >= 1);
  recorded.value = 7;
  await until(() => recorded.changes === 1);
  const counts = recorded.counts;
  await until(() => recorded.counts > counts);
  await stop?.();
  expect(recorded.changes).toBe(1);
  const before = recorded.counts;
  t.clock.advance(950);
  expect((await all[0]?.get())?.value).toEqual({ people: 7 });
  expect(recorded.counts).toBe(before);
});
