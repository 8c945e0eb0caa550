import { Trans } from '@lingui/react/macro';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Button } from './ui/button.tsx';

interface OfflineNoteProps {
  className?: string;
  /** How old is what is shown. */
  children: ReactNode;
  onRetry(): void;
}

/** A line over what this device kept. */
export function OfflineNote({ className, children, onRetry }: OfflineNoteProps) {
  return (
    <div role="status" className={clsx('flex items-center gap-3 bg-warning-soft pr-1.5 pl-4', className)}>
      {children}
      <Button size="sm" variant="ghost" onClick={onRetry} className="shrink-0">
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}
