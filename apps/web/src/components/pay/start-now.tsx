import { Trans } from '@lingui/react/macro';

/** Consent to immediate delivery, which waives the cooling-off right. */
export function StartNow({ className = '' }: { className?: string }) {
  return (
    <p data-slot="start-now" className={`text-meta text-muted ${className}`}>
      <Trans>Opens at once. No refund after that.</Trans>
    </p>
  );
}
