import { Trans } from '@lingui/react/macro';

/** The consent of a tap that opens something at once: there is no cooling-off for what has begun. */
export function StartNow({ className = '' }: { className?: string }) {
  return (
    <p data-slot="start-now" className={`text-meta text-muted ${className}`}>
      <Trans>You ask for it to start now, and agree that it can't be returned once it has.</Trans>
    </p>
  );
}
