import { useLingui } from '@lingui/react/macro';
import { type ReactNode, Suspense, useState } from 'react';
import { ErrorBoundary } from '../../components/ui/error-state.tsx';
import { connectionStore } from '../../lib/online.ts';
import { reloadForRelease } from '../../lib/release.ts';
import { useStore } from '../../lib/store.ts';
import { toast } from '../../lib/toast.ts';

/**
 * Error boundary of a lazy part. When its code does not load it closes with an error toast; without `close` it is left
 * out until the connection returns.
 */
export function LazyBoundary({
  close,
  fallback = null,
  children,
}: {
  close?: () => void;
  fallback?: ReactNode;
  children: ReactNode;
}) {
  const { t } = useLingui();
  const handleFailure = () => {
    if (!close) return;
    close();
    // Chromium caches a failed import until the page reloads.
    reloadForRelease();
    toast({
      tone: 'warning',
      title: t`This didn't load`,
      text: t`The connection dropped or the server is busy. Nothing was lost.`,
    });
  };
  return (
    <ErrorBoundary onFailure={handleFailure} resetKey={useStore(connectionStore)}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  );
}

/** A sheet that loads when first opened and stays mounted, so that it can slide out. */
export function LazySheet({ open, close, children }: { open: boolean; close(): void; children: ReactNode }) {
  const [mounted, setMounted] = useState(open);
  if (open && !mounted) setMounted(true);
  if (!mounted) return null;
  const handleFailure = () => {
    setMounted(false);
    close();
  };
  return <LazyBoundary close={handleFailure}>{children}</LazyBoundary>;
}
