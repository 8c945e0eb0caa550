import { afterAll, beforeAll, expect } from 'vitest';
import { forget, startTestApp, type TestApp, type TestAppOptions } from './app.ts';

/** A test app for one file: started before its tests, closed after them. Its fields are set once tests run. */
export function useTestApp(options: TestAppOptions = {}): TestApp {
  const app = {} as TestApp;
  let started: TestApp | undefined;
  beforeAll(async () => {
    started = await startTestApp(options);
    Object.assign(app, started);
  });
  afterAll(async () => {
    await started?.close();
    started = undefined;
    forget(app);
  });
  return app;
}

/** Reconciles the ledger after the tests of a file. */
export function useReconciledBooks(t: TestApp): void {
  afterAll(async () => {
    const found = await t.context.credits.reconcile();
    expect([...found.drifted, ...found.unbalanced, ...found.brokenGroups, ...found.belowFloor]).toEqual([]);
  });
}
