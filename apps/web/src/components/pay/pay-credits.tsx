import type { ReactNode } from 'react';
import { CostSummary } from './cost-summary.tsx';
import { PayButton } from './pay-button.tsx';
import { PriceChanged } from './price-changed.tsx';

interface PayCreditsProps {
  price: number;
  /** Absent while loading. */
  balance: number | undefined;
  /** Shown when the balance is too low. */
  insufficientText: string;
  /** Error of the last attempt, and its price. */
  error: unknown;
  was: number | undefined;
  action: ReactNode;
  busy: boolean;
  busyLabel: ReactNode;
  startsNow?: boolean;
  /** Without it the button submits its form. */
  onPay?: () => void;
}

/** Price, balance afterwards, consent and a button that pays with credits. */
export function PayCredits(props: PayCreditsProps) {
  const { price, balance, startsNow = false, onPay } = props;
  const cannotAfford = balance !== undefined && balance < price;
  return (
    <>
      <CostSummary price={price} balance={balance} insufficientText={props.insufficientText} />
      <PriceChanged error={props.error} was={props.was} />
      <PayButton
        startsNow={startsNow && !cannotAfford}
        type={onPay ? 'button' : 'submit'}
        onClick={onPay}
        disabled={cannotAfford || balance === undefined}
        busy={props.busy}
        busyLabel={props.busyLabel}
      >
        {props.action}
      </PayButton>
    </>
  );
}
