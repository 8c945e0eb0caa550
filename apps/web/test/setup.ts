import { afterAll, vi } from 'vitest';

// Test files of one worker share a document, because creating one is slow; modules, their state and what another file
// left in the page are reset per file. Some files have no document.
vi.resetModules();
globalThis.document?.body.replaceChildren();
afterAll(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
