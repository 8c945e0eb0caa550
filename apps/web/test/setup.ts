import { afterAll, vi } from 'vitest';

// Test files of one worker share a document, because creating one is slow; modules and their state are reset per file.
vi.resetModules();
afterAll(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
