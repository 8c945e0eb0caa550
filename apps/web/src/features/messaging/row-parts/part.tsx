import { useLingui } from '@lingui/react/macro';
import { type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from '../../../components/ui/error-state.tsx';
import { connectionStore } from '../../../lib/online.ts';
import { useStore } from '../../../lib/store.ts';
import { toastError } from '../../../lib/toast.ts';

const leaveOut = () => undefined;

/** Shows an error toast that the code of a requested part did not load. */
export function useNotifyUnloaded(): () => void {
  const { t } = useLingui();
  return () => toastError(t`This didn't load`, t`The connection dropped. Try again.`);
}

interface PartProps {
  /** Called after the error toast when the part's code did not load; without it the part is left out. */
  onFailure?: (() => void) | undefined;
  /** Placeholder while it loads. */
  fallback?: ReactNode;
  children: ReactNode;
}

/** A lazy part of a thread; the thread works without it. */
export function Part({ onFailure, fallback = null, children }: PartProps) {
  const connection = useStore(connectionStore);
  const translate = useNotifyUnloaded();
  const failed = () => {
    translate();
    onFailure?.();
  };
  return (
    <ErrorBoundary onFailure={onFailure ? failed : leaveOut} resetKey={connection}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  );
}
