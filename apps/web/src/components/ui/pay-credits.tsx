import type { ReactNode } from 'react';
import { CostSummary } from './cost-summary.tsx';
import { PayButton } from './pay-button.tsx';
import { PriceChanged } from './price-changed.tsx';

interface PayCreditsProps {
  price: number;
  /** Absent while it is being read. */
  balance: number | undefined;
  /** Said when the balance does not reach. */
  insufficientText: string;
  /** Why the last attempt failed, and the price it was for. */
  error: unknown;
  was: number | undefined;
  action: ReactNode;
  busy: boolean;
  busyLabel: ReactNode;
  startsNow?: boolean;
  /** Without it the button submits the form it stands in. */
  onPay?: () => void;
}

/** Price, balance after, consent and the button that pays with credits. */
export function PayCredits(props: PayCreditsProps) {
  const { price, balance, startsNow = false, onPay } = props;
  const lacks = balance !== undefined && balance < price;
  return (
    <>
      <CostSummary price={price} balance={balance} insufficientText={props.insufficientText} />
      <PriceChanged error={props.error} was={props.was} />
      <PayButton
        startsNow={startsNow && !lacks}
        type={onPay ? 'button' : 'submit'}
        onClick={onPay}
        disabled={lacks || balance === undefined}
        busy={props.busy}
        busyLabel={props.busyLabel}
      >
        {props.action}
      </PayButton>
    </>
  );
}
