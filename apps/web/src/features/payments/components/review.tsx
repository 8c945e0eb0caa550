import { Trans } from '@lingui/react/macro';
import { type ChargeAnswer, vatPercent } from '@vlam/contract/payments';
import Lock from 'lucide-react/icons/lock';
import { type ReactNode, useId, useState } from 'react';
import { RadioRows, Switch } from '../../../components/ui/choice.tsx';
import { CostRow } from '../../../components/ui/cost-summary.tsx';
import { PayButton } from '../../../components/ui/pay-button.tsx';
import { MethodName, PayWithRow, TotalRow, usePaymentMethods } from '../../../components/ui/pay-with.tsx';
import { Refused } from '../../../components/ui/refused.tsx';
import { codeOf } from '../../../lib/api.ts';
import { type CheckoutIntent, readCheckoutContext, saveCheckoutContext } from '../../../lib/checkout.ts';
import { formatRand } from '../../../lib/format.ts';
import { go } from '../../../lib/router.tsx';
import { useCheckout, usePurchase } from '../api.ts';
import { useLeave } from '../leave.ts';
import { SetupRequired } from './payment-card.tsx';

export interface ReviewProps {
  wish: CheckoutIntent;
  /** What is bought, as the headline. */
  children: ReactNode;
  /** Rows about it, above the price. */
  rows?: ReactNode;
  /** Rand, VAT included. */
  price: number;
  /** Who is paid, for the words afterwards. */
  name?: string | undefined;
  /** It is charged again until stopped, so the card is kept unless the payer says otherwise. */
  renews?: boolean;
}

const another = 'another';

/** Everything about a payment before the tap that makes it: what, how much, through what. */
export function Review({ wish, children, rows, price, name, renews = false }: ReviewProps) {
  const id = useId();
  const isPack = wish.purpose === 'pack';
  const isCard = wish.purpose === 'method';
  // Credits can be given back while they are unspent; what they buy asks for it.
  const startNow = wish.purpose === 'subscription' || wish.purpose === 'vip';
  const { data: methods } = usePaymentMethods(isPack);
  const [chosen, setChosen] = useState<string | null>(() =>
    readCheckoutContext(wish.purpose)?.otherCard ? another : null,
  );
  const [keep, setKeep] = useState(renews || isCard);
  const { leaving, leave } = useLeave();
  const onSuccess = ({ paid, orderId, checkoutUrl }: ChargeAnswer) => {
    saveCheckoutContext({
      back: isPack ? '/credits' : '/',
      ...readCheckoutContext(wish.purpose),
      purpose: wish.purpose,
      retryPath: `${location.pathname}${location.search}`,
      name,
    });
    if (paid || checkoutUrl === null) go({ to: '/checkout', search: { order: orderId }, replace: true });
    else leave(checkoutUrl);
  };
  const hosted = useCheckout({ onSuccess, onError: () => undefined });
  const saved = usePurchase({ onSuccess, onError: () => undefined });
  const error = hosted.error ?? saved.error;
  if (codeOf(error) === 'PAYMENT_NOT_CONFIGURED') return <SetupRequired />;

  const first = methods?.[0];
  const method = isPack
    ? (methods?.find((each) => each.id === chosen) ?? (chosen === another ? undefined : first))
    : undefined;
  const busy = hosted.isPending || saved.isPending || leaving;
  const pay = () => {
    hosted.reset();
    saved.reset();
    if (method) saved.mutate({ packId: wish.reference, price, methodId: method.id });
    else
      hosted.mutate({
        ...wish,
        ...(isCard ? {} : { amount: price }),
        message: readCheckoutContext(wish.purpose)?.message,
        saveMethod: keep,
        startNow,
      });
  };
  const total = formatRand(price);
  const vat = formatRand((price * vatPercent) / (100 + vatPercent));
  return (
    <section aria-labelledby={`${id}-title`} className="rise mx-auto mt-2 max-w-[520px] lg:mt-8">
      <h1 id={`${id}-title`} tabIndex={-1} className="font-semibold text-muted text-sm">
        <Trans>Checkout</Trans>
      </h1>
      <div className="mt-3">{children}</div>
      <dl className="mt-6">
        {rows}
        {isPack && first ? null : <PayWithRow methods={[]} />}
        {isCard ? null : (
          <CostRow label={<Trans>VAT included ({vatPercent}%)</Trans>}>
            <span className="font-normal text-muted">{vat}</span>
          </CostRow>
        )}
        <TotalRow label={<Trans>Total</Trans>}>{total}</TotalRow>
      </dl>
      {isPack && methods && first ? (
        <RadioRows
          className="mt-4"
          legend={<Trans>Pay with</Trans>}
          value={method?.id ?? another}
          onChange={setChosen}
          options={[
            ...methods.map((each) => ({
              value: each.id,
              label: <MethodName method={each} />,
              description: each.brand,
            })),
            { value: another, label: <Trans>Another card</Trans>, description: <Trans>On the payment page</Trans> },
          ]}
        />
      ) : null}
      {method || isCard ? null : (
        <Switch
          className="mt-3 border-line border-t"
          checked={keep}
          onChange={setKeep}
          label={<Trans>Save this card</Trans>}
          description={
            renews ? (
              <Trans>The payment provider keeps it, never we. Without it nothing renews.</Trans>
            ) : (
              <Trans>The payment provider keeps it, never we. You can remove it whenever you like.</Trans>
            )
          }
        />
      )}
      {error ? <Refused error={error} onOtherCard={method ? () => setChosen(another) : undefined} /> : null}
      <PayButton
        startsNow={startNow}
        busy={busy}
        busyLabel={method ? <Trans>Paying</Trans> : <Trans>Opening the payment page</Trans>}
        onClick={pay}
      >
        {isCard ? <Trans>Add a card</Trans> : <Trans>Pay {total}</Trans>}
      </PayButton>
      <p className="mt-3 text-balance text-center text-faint text-meta">
        <Lock size={16} strokeWidth={1.75} className="mr-1.5 inline-block align-[-0.2em]" />
        <Trans>Card details are typed on the provider's page. They never reach us.</Trans>
      </p>
    </section>
  );
}
