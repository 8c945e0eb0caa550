import { Trans } from '@lingui/react/macro';

/** Extra credits of the first pack; nothing once granted. */
export function FirstPurchase({ credits }: { credits: number }) {
  if (credits === 0) return null;
  return (
    <b className="block font-semibold text-gold">
      <Trans>+ {credits} for your first purchase</Trans>
    </b>
  );
}
