import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleSlash from 'lucide-react/icons/circle-slash';
import Hourglass from 'lucide-react/icons/hourglass';
import ShieldQuestion from 'lucide-react/icons/shield-question';
import Undo2 from 'lucide-react/icons/undo-2';
import { type ReactNode, useEffect } from 'react';
import { CostRow } from '../../../components/pay/cost-summary.tsx';
import { Button, buttonStyle } from '../../../components/ui/button.tsx';
import { useBalance } from '../../../lib/balance.ts';
import { type CheckoutContext, readCheckoutContext, saveCheckoutContext } from '../../../lib/checkout.ts';
import { formatNumber, formatRand, formatRandAmount } from '../../../lib/format.ts';
import { invalidateAfterPayment, isPending, type Order, orderQuery, usePollingEnded } from '../api.ts';
import { receiptUrl } from '../receipt.ts';
import { PaymentCard, PaymentError, Preparing, ReturnToCredits } from './payment-card.tsx';

/** Outcome of a payment, polled until the provider has decided. The return from its page proves nothing. */
export function OrderOutcome({ id }: { id: string }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { data: order, error, refetch, isFetching } = useQuery(orderQuery(id));
  const pollingEnded = usePollingEnded(id);
  const status = order?.status;
  useEffect(() => {
    if (status !== undefined && !isPending(status)) invalidateAfterPayment(client);
  }, [status, client]);

  const retryButton = (
    <Button busy={isFetching} busyLabel={<Trans>Checking</Trans>} onClick={() => void refetch()}>
      <Trans>Check again</Trans>
    </Button>
  );
  if (!order)
    return error ? (
      <PaymentError again={retryButton}>
        <Trans>Unable to load payment details</Trans>
      </PaymentError>
    ) : (
      <Preparing />
    );
  const note = readCheckoutContext(order.purpose);
  const again = note?.retryPath ? (
    <a href={note.retryPath} className={buttonStyle()}>
      <Trans>Try again</Trans>
    </a>
  ) : null;
  switch (order.status) {
    case 'paid':
      return <Paid order={order} note={note} />;
    case 'failed':
      return (
        <PaymentError again={again}>
          {order.failureReason ?? t`The payment did not go through. Nothing was charged.`}
        </PaymentError>
      );
    case 'cancelled':
      return (
        <PaymentCard
          icon={<CircleSlash className="text-faint" />}
          title={<Trans>Payment cancelled</Trans>}
          actions={
            <>
              {again}
              <ReturnLink note={note} />
            </>
          }
        >
          <p>
            <Trans>Nothing was charged.</Trans>
          </p>
        </PaymentCard>
      );
    case 'held':
      return (
        <PaymentCard
          icon={<ShieldQuestion className="text-warning" />}
          title={<Trans>We're looking at this payment</Trans>}
          actions={<ReturnLink note={note} />}
        >
          <p>
            <Trans>
              What arrived isn't what was asked, so nothing was added yet. Support has it and will write to you. Please
              don't pay again.
            </Trans>
          </p>
          <OrderNumber order={order} />
        </PaymentCard>
      );
    case 'refunded':
    case 'charged_back':
      return (
        <PaymentCard
          icon={<Undo2 className="text-info" />}
          title={<Trans>This payment was given back</Trans>}
          actions={<ReturnLink note={note} />}
        >
          <p>{order.description}</p>
        </PaymentCard>
      );
    default:
      return (
        <Waiting order={order} pollingEnded={pollingEnded} retryButton={retryButton} again={again}>
          <ReturnLink note={note} />
        </Waiting>
      );
  }
}

/** The provider has not decided. After `pollingEnded` the server still applies a later decision. */
function Waiting({
  order,
  pollingEnded,
  retryButton,
  again,
  children,
}: {
  order: Order;
  pollingEnded: boolean;
  retryButton: ReactNode;
  again: ReactNode;
  children: ReactNode;
}) {
  return (
    <PaymentCard
      icon={<Hourglass className="text-warning" />}
      title={pollingEnded ? <Trans>Still waiting for your bank</Trans> : <Trans>Confirming your payment</Trans>}
      actions={
        <>
          {pollingEnded ? retryButton : null}
          {pollingEnded ? again : null}
          {children}
        </>
      }
    >
      <p role="status">
        {pollingEnded ? (
          <Trans>
            Some banks take longer. You can leave this page: as soon as they decide, what you paid for is there, and it
            shows under Your purchases. Try again only if you left the payment page before paying.
          </Trans>
        ) : (
          <Trans>This usually takes a few seconds. Nothing is lost if you leave this page.</Trans>
        )}
      </p>
      <OrderNumber order={order} />
    </PaymentCard>
  );
}

function OrderNumber({ order }: { order: Order }) {
  const price = formatRand(order.amount);
  return (
    <p className="mt-3 text-faint text-meta">
      {order.description} · {price}
    </p>
  );
}

function Paid({ order, note }: { order: Order; note: CheckoutContext | null }) {
  const { t } = useLingui();
  const balance = useBalance();
  const { purpose, amount, description, receiptNumber, id, firstPurchaseCredits } = order;
  // The message was sent; delete it from this browser.
  useEffect(() => {
    const context = readCheckoutContext(purpose);
    if (context?.message) saveCheckoutContext({ ...context, message: undefined });
  }, [purpose]);
  const price = formatRand(amount);
  const name = note?.name ?? t`the creator`;
  const sent = formatRandAmount(amount);
  const titleAndText = {
    pack: [t`Payment received`, t`Your credits are in your wallet.`],
    subscription: [t`Success!`, t`Successfully subscribed to creator`],
    subscription_gift: [t`Given`, t`They can accept it within 14 days. Until then you can take it back.`],
    tip: [t`Tip sent!`, t`Successfully sent R${sent} to ${name}`],
    vip: [t`Success!`, t`Your VIP membership has begun.`],
    method: [t`Card saved`, t`It is used the next time you pay.`],
    debt: [t`Payment received`, t`What you owed is settled. You can buy again.`],
  }[purpose];
  return (
    <PaymentCard
      icon={<CircleCheck className="text-online" />}
      title={titleAndText[0]}
      actions={
        <>
          <a href={receiptUrl(id)} target="_blank" rel="noopener" className={buttonStyle()}>
            <Trans>Receipt (PDF)</Trans>
          </a>
          <ReturnLink note={note} purpose={purpose} />
        </>
      }
    >
      <p role="status">{titleAndText[1]}</p>
      <dl className="mt-4 border-line border-t text-ink">
        <CostRow label={<Trans>For</Trans>}>{description}</CostRow>
        {firstPurchaseCredits > 0 ? (
          <CostRow label={<Trans>For your first purchase</Trans>}>
            <span className="whitespace-nowrap">{t`+ ${firstPurchaseCredits} bonus`}</span>
          </CostRow>
        ) : null}
        <CostRow label={<Trans>Paid, VAT included</Trans>}>
          <span className="num text-[1.25rem]">{price}</span>
        </CostRow>
        {purpose === 'pack' && balance !== undefined ? (
          <CostRow label={<Trans>Your balance</Trans>}>
            <span className="text-gold">{t`${formatNumber(balance)} credits`}</span>
          </CostRow>
        ) : null}
        {receiptNumber ? <CostRow label={<Trans>Receipt</Trans>}>{receiptNumber}</CostRow> : null}
      </dl>
    </PaymentCard>
  );
}

/** Link to where the payment started, else to the credits. A full page load, so that everything is refetched. */
function ReturnLink({
  note,
  purpose = note?.purpose,
}: {
  note: CheckoutContext | null;
  purpose?: Order['purpose'] | undefined;
}) {
  if (!note || note.back === '/credits') return <ReturnToCredits />;
  return (
    <a href={note.back} className={buttonStyle({ variant: 'bone' })}>
      {purpose === 'vip' ? (
        <Trans>Back to your membership</Trans>
      ) : note.name && purpose !== 'pack' ? (
        <Trans>Back to {note.name}</Trans>
      ) : (
        <Trans>Go back</Trans>
      )}
    </a>
  );
}
