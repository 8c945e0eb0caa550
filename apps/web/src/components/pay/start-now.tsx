import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

/** Consent to immediate delivery, which waives the cooling-off right. `children` say it of what has terms of its own. */
export function StartNow({ className = '', children }: { className?: string; children?: ReactNode }) {
  return (
    <p data-slot="start-now" className={`text-meta text-muted ${className}`}>
      {children ?? <Trans>Opens at once. No refund after that.</Trans>}
    </p>
  );
}
