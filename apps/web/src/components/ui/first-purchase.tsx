import { Trans } from '@lingui/react/macro';

/** What a first pack brings beside its own bonus; nothing once it was received. */
export function FirstPurchase({ credits }: { credits: number }) {
  if (credits === 0) return null;
  return (
    <b className="block font-semibold text-gold">
      <Trans>+ {credits} for your first purchase</Trans>
    </b>
  );
}
