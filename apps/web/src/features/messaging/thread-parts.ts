import type { ComponentType } from 'react';
import { importWithRetry } from '../../lib/import-retry.ts';
import { lazyComponent } from '../../lib/styles.ts';

// What most threads show beside plain text, in one file. The page of a thread hints at it.

type Parts = typeof import('./components/parts/thread-parts.tsx');
let parts: Parts | undefined;

export const loadThreadParts = (): Promise<Parts> =>
  importWithRetry(() => import('./components/parts/thread-parts.tsx')).then((module) => {
    parts = module;
    return module;
  });

/** A part of that file. Once it has loaded, the part renders at once, without a placeholder. */
export const threadPart = <Props>(pick: (loaded: Parts) => ComponentType<Props>): ComponentType<Props> =>
  lazyComponent(
    () => loadThreadParts().then(pick),
    () => parts && pick(parts),
  );
