import { Plural, Trans } from '@lingui/react/macro';
import { Link } from '../../lib/router.tsx';
import { CreditToken } from './marks.tsx';
import { RollingNumber } from './rolling-number.tsx';

/** The spendable credits and a link to buy more. Never in rand, because some credits were free. */
export function BalanceLine({ balance }: { balance: number | undefined }) {
  return (
    <p data-slot="balance-line" className="flex min-h-11 flex-wrap items-center gap-x-2.5">
      {balance === undefined ? null : (
        // Wide windows show it at the top of every page.
        <span className="num inline-flex items-center gap-1.5 text-[1.375rem] text-gold lg:hidden">
          <CreditToken />
          <RollingNumber value={balance} />
          <span className="sr-only">
            <Plural value={balance} one="credit" other="credits" />
          </span>
        </span>
      )}
      <Link to="/credits" className="inline-flex min-h-11 items-center font-semibold text-ember-text text-sm">
        <Trans>Buy Credits</Trans>
      </Link>
    </p>
  );
}
