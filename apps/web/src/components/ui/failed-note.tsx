import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

/** Says that a part did not load while the rest is shown. */
export function FailedNote({ onRetry, children }: { onRetry(): void; children: ReactNode }) {
  return (
    <div role="alert" className="mb-3 flex flex-wrap items-center gap-3 rounded-md bg-warning-soft px-4 py-2 text-sm">
      <p className="min-w-0 flex-1 text-warning">{children}</p>
      <Button size="sm" onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}
