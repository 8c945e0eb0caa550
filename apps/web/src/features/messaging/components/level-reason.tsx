import { Trans } from '@lingui/react/macro';
import { Link } from '../../../lib/router.tsx';

/** Why media rated X18 stay shut, and the way to open them; no price before. */
export function LevelReason({ isPaid }: { isPaid: boolean }) {
  return (
    <span className="absolute inset-x-2.5 bottom-2.5 flex flex-col gap-2">
      <span className="text-sm">
        <Trans>Rated X18. It opens once we have looked at your identity document.</Trans>{' '}
        {isPaid ? <Trans>What you bought stays yours.</Trans> : null}
      </span>
      <Link
        to="/identity"
        className="press flex min-h-12 items-center justify-center rounded-pill bg-[#faf3ee] px-3 text-center font-bold text-[#1c0703] text-[0.9375rem] hover:bg-white"
      >
        <Trans>Confirm who you are</Trans>
      </Link>
    </span>
  );
}
