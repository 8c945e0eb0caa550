import { type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from '../../../components/ui/error-state.tsx';
import { connectionStore } from '../../../lib/online.ts';
import { useStore } from '../../../lib/store.ts';

const leaveOut = () => undefined;

interface PartProps {
  /** Called when its code did not come; without it the part is left out until the connection is back. */
  onFailure?: (() => void) | undefined;
  /** Keeps its place while it loads. */
  fallback?: ReactNode;
  children: ReactNode;
}

/** Something in or over a thread whose code loads when it is first needed; the thread stays without it. */
export function Part({ onFailure = leaveOut, fallback = null, children }: PartProps) {
  const connection = useStore(connectionStore);
  return (
    <ErrorBoundary onFailure={onFailure} resetKey={connection}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  );
}
