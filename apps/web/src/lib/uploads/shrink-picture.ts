import { pictureBounds } from '@vlam/contract/rules/picture-bounds';
import { trustedScript } from '../trusted-script.ts';
import type { Shrinking, Shrunk } from './shrink-worker.ts';
import workerUrl from './shrink-worker.ts?worker&url';

/** A decoder that takes longer is given up, and the original travels. */
const maxMs = 30_000;

/**
 * Draws a picture again at the largest size the server keeps, upright and without metadata, in a worker of its own.
 * Resolves to null when the picture itself should travel; rejects when this browser cannot read it.
 */
export function shrinkPicture(file: File, signal: AbortSignal): Promise<Blob | null> {
  if (typeof OffscreenCanvas === 'undefined' || typeof Worker === 'undefined') return Promise.resolve(null);
  const worker = new Worker(trustedScript(workerUrl), { type: 'module' });
  const shrunk = new Promise<Blob | null>((resolve, reject) => {
    const end = () => reject(new Error('The picture was not made smaller'));
    worker.onmessage = ({ data }: MessageEvent<Shrunk>) => ('copy' in data ? resolve(data.copy) : end());
    worker.onerror = end;
    signal.addEventListener('abort', end);
    setTimeout(end, maxMs);
    worker.postMessage({ file, ...pictureBounds } satisfies Shrinking);
  });
  return shrunk.finally(() => worker.terminate());
}
