import { watchDataLimit } from './data-limit.ts';
import { countData, kindOf, saveDataUse } from './data-use.ts';

const saveEveryMs = 5_000;
/** `transferSize` counts 300 bytes for the headers of any response. Ours are as much longer, but for files of the build. */
const moreHeaderBytes = 300;
const isFile = (path: string) => path.startsWith('/assets/');

/**
 * Bytes of a page's request. A file that the worker answered is the worker's to count, because it may come from its
 * cache.
 */
export function bytesOf(
  entry: Pick<PerformanceResourceTiming, 'transferSize' | 'workerStart' | 'entryType'>,
  path: string,
): number {
  const byWorker = entry.workerStart > 0 && (isFile(path) || entry.entryType === 'navigation');
  if (byWorker || entry.transferSize === 0) return 0;
  return entry.transferSize + (isFile(path) ? 0 : moreHeaderBytes);
}

/** Bytes of an answer that the browser had on this device; a file of the worker counts as neither. */
export function savedOf(
  entry: Pick<PerformanceResourceTiming, 'transferSize' | 'encodedBodySize' | 'workerStart' | 'entryType'>,
  path: string,
): number {
  const byWorker = entry.workerStart > 0 && (isFile(path) || entry.entryType === 'navigation');
  return byWorker || entry.transferSize > 0 ? 0 : entry.encodedBodySize;
}

/** Addresses that this page has loaded: a picture that it shows twice is no saving. */
const loadedUrls = new Set<string>();

/** Asks a worker for what it loaded by itself since the last question. */
function askWorker(worker: ServiceWorker | null | undefined): void {
  worker?.postMessage({ type: 'USED' });
}

function count(entries: readonly PerformanceEntry[]): void {
  let askedFor = false;
  for (const entry of entries as PerformanceResourceTiming[]) {
    const { origin, pathname } = new URL(entry.name);
    if (origin !== location.origin) continue;
    countData(kindOf(pathname, entry.initiatorType), bytesOf(entry, pathname));
    const saved = savedOf(entry, pathname);
    if (saved > 0 && !loadedUrls.has(entry.name)) countData('saved', saved);
    loadedUrls.add(entry.name);
    askedFor ||= entry.workerStart > 0 && isFile(pathname);
  }
  if (askedFor) askWorker(navigator.serviceWorker?.controller);
}

/** Gives the worker the files that were loaded before it controlled the page, so the next visit downloads no code. */
function passFiles(entries: readonly PerformanceEntry[], worker: ServiceWorker | null): void {
  const urls = (entries as PerformanceResourceTiming[])
    .filter(({ workerStart }) => workerStart === 0)
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && isFile(pathname))
    .map(({ pathname }) => pathname);
  if (urls.length > 0) worker?.postMessage({ type: 'CACHE', urls });
}

let isStarted = false;

/** Counts every response of this page and of its worker from the page's start on. */
export function startDataMeter(): void {
  if (isStarted) return;
  isStarted = true;
  watchDataLimit();
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  container?.addEventListener('message', ({ data }) => {
    if (data?.type === 'USED') countData('app', Number(data.bytes));
  });
  const seen = new PerformanceObserver((list) => count(list.getEntries()));
  seen.observe({ type: 'navigation', buffered: true });
  seen.observe({ type: 'resource', buffered: true });
  // What is buffered arrives in a task of its own.
  setTimeout(() => saveDataUse());
  container?.ready
    .then((registration) => {
      new PerformanceObserver((list) => passFiles(list.getEntries(), registration.active)).observe({
        type: 'resource',
        buffered: true,
      });
      askWorker(registration.active);
      // A new release downloads its files while it waits.
      askWorker(registration.waiting);
      registration.addEventListener('updatefound', () => {
        const next = registration.installing;
        next?.addEventListener('statechange', () => askWorker(next));
      });
    })
    .catch(() => undefined);
  const save = () => saveDataUse();
  setInterval(save, saveEveryMs);
  addEventListener('pagehide', save);
}
