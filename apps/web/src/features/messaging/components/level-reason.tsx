import { Trans } from '@lingui/react/macro';
import { Link } from '../../../lib/router.tsx';

/** Why media rated X18 stay shut, and the way to open them; no price before. Its frame grows with the text. */
export function LevelReason({ isPaid }: { isPaid: boolean }) {
  return (
    <span className="relative flex flex-col gap-2 p-2.5 pt-[3.25rem]">
      <span className="text-sm">
        <Trans>Rated X18. It opens once we have looked at your identity document.</Trans>{' '}
        {isPaid ? <Trans>What you bought stays yours.</Trans> : null}
      </span>
      <Link
        to="/identity"
        className="press flex min-h-12 items-center justify-center rounded-pill bg-[#faf3ee] px-3 py-2 text-center leading-tight font-bold text-[#1c0703] text-[0.9375rem] hover:bg-white"
      >
        <Trans>Confirm who you are</Trans>
      </Link>
    </span>
  );
}
