import { Suspense, useState } from 'react';
import { useStore } from '../../lib/store.ts';
import { lazyPart } from '../../lib/styles.ts';
import { toastQueue } from '../../lib/toast.ts';

const ToastView = lazyPart(() => import('./toast-view.tsx').then((module) => module.ToastView));

/** Renders queued toasts. Its code loads with the first one and stays mounted. */
export function Toaster() {
  const queue = useStore(toastQueue);
  const [used, setUsed] = useState(false);
  if (!used && queue.length > 0) setUsed(true);
  return used ? (
    <Suspense fallback={null}>
      <ToastView queue={queue} />
    </Suspense>
  ) : null;
}
