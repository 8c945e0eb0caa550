import { afterAll, vi } from 'vitest';
import { speakEnglish } from './english.ts';

// Test files of one worker share a document, because creating one is slow; modules, their state, the language and what
// another file left in the page are reset per file. Some files have no document.
vi.resetModules();
speakEnglish();
globalThis.document?.body.replaceChildren();
globalThis.window?.localStorage.clear();
globalThis.window?.sessionStorage.clear();
afterAll(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
