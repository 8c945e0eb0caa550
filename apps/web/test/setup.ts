// React's scheduler keeps the timers it finds at its first import in a worker, and a file may have replaced them by then:
// no update outside `act` would be rendered in later files.
import 'react-dom/client';
import { focusManager, onlineManager } from '@tanstack/react-query';
import { afterAll, vi } from 'vitest';
import { speakEnglish } from './english.ts';

// Test files of one worker share a document, because creating one is slow; modules, their state, the language and what
// another file left in the page are reset per file. Some files have no document.
vi.resetModules();
speakEnglish();
globalThis.document?.body.replaceChildren();
globalThis.window?.localStorage.clear();
globalThis.window?.sessionStorage.clear();
onlineManager.setOnline(true);
focusManager.setFocused(undefined);
// A timer that a file leaves running would fetch in the next one.
const running = new Set<NodeJS.Timeout>();
const own = { setTimeout: globalThis.setTimeout, setInterval: globalThis.setInterval };
const remember =
  (start: (...args: never[]) => NodeJS.Timeout) =>
  (...args: never[]) => {
    const timer = start(...args);
    running.add(timer);
    return timer;
  };
Object.assign(globalThis, { setTimeout: remember(own.setTimeout), setInterval: remember(own.setInterval) });
afterAll(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  for (const timer of running) clearTimeout(timer);
  Object.assign(globalThis, own);
});
