import { type ReactNode, Suspense } from 'react';
import { lazyComponent } from '../../../lib/styles.ts';
import { useMediaQuery } from '../../../lib/use-media-query.ts';

// A phone shows the list or the thread, so it does not load the list beside a thread.
const ThreadList = lazyComponent(() => import('./thread-list.tsx').then((module) => module.ThreadList));

/** From 1024 px the list is beside the thread. */
export function ThreadBesideList({ openId, children }: { openId: string; children: ReactNode }) {
  const wide = useMediaQuery('(min-width: 1024px)');
  return (
    <div className="flex min-h-0 min-w-0 flex-1">
      {wide ? (
        <div className="flex w-78 shrink-0 flex-col border-line border-r">
          <Suspense fallback={null}>
            <ThreadList openId={openId} heading="h2" />
          </Suspense>
        </div>
      ) : null}
      <section className="flex min-w-0 flex-1 flex-col">{children}</section>
    </div>
  );
}
