import { afterAll, vi } from 'vitest';

// Test files of one worker share a document, which is dear to make; modules and what they hold are each file's own.
vi.resetModules();
afterAll(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
