import { Trans } from '@lingui/react/macro';
import { clsx } from 'clsx';
import { Link } from '../../lib/router.tsx';
import { CreditToken } from './marks.tsx';
import { RollingNumber } from './rolling-number.tsx';

/** The spendable credits, linked to buying more. Its digits roll on a change. */
export function BalancePill({ balance, className }: { balance: number; className?: string }) {
  return (
    <Link
      to="/credits"
      data-slot="balance"
      className={clsx(
        'press inline-flex h-11 items-center gap-[7px] whitespace-nowrap rounded-pill bg-gold-soft pr-3.5 pl-3 font-bold font-display text-button text-gold leading-none hover:inset-ring hover:inset-ring-gold',
        className,
      )}
    >
      <CreditToken size={18} />
      <RollingNumber value={balance} />
      <span className="sr-only">
        <Trans>credits</Trans>
      </span>
    </Link>
  );
}

/** An amount of credits in a sentence or button: token and number. */
export function Credits({ amount, className }: { amount: number; className?: string }) {
  return (
    <span className={clsx('inline-flex items-center gap-1 whitespace-nowrap tabular-nums', className)}>
      <CreditToken />
      {amount}
    </span>
  );
}
