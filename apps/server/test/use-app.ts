import { afterAll, beforeAll, expect } from 'vitest';
import { startTestApp, type TestApp, type TestAppOptions } from './app.ts';

/** The program for the tests of a file: started before them, closed after them. Its fields are there once a test runs. */
export function useTestApp(options: TestAppOptions = {}): TestApp {
  const app = {} as TestApp;
  let started: TestApp | undefined;
  beforeAll(async () => {
    started = await startTestApp(options);
    Object.assign(app, started);
  });
  afterAll(() => started?.close());
  return app;
}

/** After the tests of a file: every balance is the sum of its transfers, none is below its floor, no group is broken. */
export function useReconciledBooks(t: TestApp): void {
  afterAll(async () => {
    const found = await t.context.credits.reconcile();
    expect([...found.drifted, ...found.unbalanced, ...found.brokenGroups, ...found.belowFloor]).toEqual([]);
  });
}
