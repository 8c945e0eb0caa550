import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { returnHere } from '../../lib/checkout.ts';
import { formatNumber } from '../../lib/numbers.ts';
import { Link } from '../../lib/router.tsx';
import { buttonStyle } from '../ui/button.tsx';
import { CreditPrice } from '../ui/credit-price.tsx';

interface CostSummaryProps {
  price: number;
  /** Absent while loading. */
  balance: number | undefined;
  /** Shown with a link to buy more when the balance is too low. */
  insufficientText: ReactNode;
  /** Rows above the balance that explain the price. */
  children?: ReactNode;
  priceLabel?: ReactNode;
  afterLabel?: ReactNode;
}

/** Price, balance and the balance after: shown before the tap that pays. */
export function CostSummary({ price, balance, insufficientText, children, priceLabel, afterLabel }: CostSummaryProps) {
  const { t } = useLingui();
  const cannotAfford = balance !== undefined && balance < price;
  return (
    <div data-slot="cost">
      <dl>
        {children}
        <CostRow label={priceLabel ?? <Trans>Price</Trans>}>
          <CreditPrice credits={price} className="justify-end" />
        </CostRow>
        <CostRow label={<Trans>Your balance</Trans>}>
          {balance === undefined ? '…' : t`${formatNumber(balance)} credits`}
        </CostRow>
        {balance !== undefined && !cannotAfford ? (
          <CostRow
            label={afterLabel ?? <Trans>Your balance after</Trans>}
          >{t`${formatNumber(balance - price)} credits`}</CostRow>
        ) : null}
      </dl>
      {cannotAfford ? (
        <div role="status" className="mt-3 rounded-md bg-warning-soft px-4 py-3">
          <p className="font-semibold text-sm text-warning">
            <Trans>Insufficient Credits</Trans>
          </p>
          <p className="mt-0.5 text-sm">{insufficientText}</p>
          <Link
            to="/credits"
            search={returnHere()}
            className={buttonStyle({ variant: 'bone', size: 'sm', className: 'mt-3' })}
          >
            <Trans>Buy Credits</Trans>
          </Link>
        </div>
      ) : null}
    </div>
  );
}

/** One row of a sheet: label at the left, figure at the right. */
export function CostRow({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-11 items-center justify-between gap-4 border-line border-t py-1 first:border-t-0">
      <dt className="min-w-0 break-words text-muted">{label}</dt>
      <dd className="max-w-[70%] shrink-0 text-balance break-words text-right font-semibold tabular-nums">
        {children}
      </dd>
    </div>
  );
}
