import { Trans } from '@lingui/react/macro';

/** Warns that both members' IP addresses are visible when no relay is used. */
export function AddressNote({ relayed, className = '' }: { relayed: boolean; className?: string }) {
  return relayed ? null : (
    <p data-slot="address-note" className={`text-meta ${className}`}>
      <Trans>You connect directly: each of you can learn the other's internet address.</Trans>
    </p>
  );
}
