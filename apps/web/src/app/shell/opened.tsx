import { useLingui } from '@lingui/react/macro';
import { type ReactNode, Suspense, useState } from 'react';
import { ErrorBoundary } from '../../components/ui/error-state.tsx';
import { connectionStore } from '../../lib/online.ts';
import { reloadOnce } from '../../lib/release.ts';
import { useStore } from '../../lib/store.ts';
import { toast } from '../../lib/toast.ts';

/**
 * A part around or over a screen. When its code cannot be fetched the screen stays: what was opened closes and says so,
 * and what has no `close` is left out until the connection is back.
 */
export function Opened({
  close,
  fallback = null,
  children,
}: {
  close?: () => void;
  fallback?: ReactNode;
  children: ReactNode;
}) {
  const { t } = useLingui();
  const failed = () => {
    if (!close) return;
    close();
    // Chromium answers the same failure again for as long as the page lives.
    reloadOnce();
    toast({
      tone: 'warning',
      title: t`This didn't load`,
      text: t`The connection dropped or the server is busy. Nothing was lost.`,
    });
  };
  return (
    <ErrorBoundary onFailure={failed} resetKey={useStore(connectionStore)}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  );
}

/** A sheet that loads when it is first opened and then stays, so that it can also move out. */
export function OnceOpened({ open, close, children }: { open: boolean; close(): void; children: ReactNode }) {
  const [used, setUsed] = useState(open);
  if (open && !used) setUsed(true);
  if (!used) return null;
  const giveUp = () => {
    setUsed(false);
    close();
  };
  return <Opened close={giveUp}>{children}</Opened>;
}
