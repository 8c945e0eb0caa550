import { Trans } from '@lingui/react/macro';
import { type ChargeAnswer, vatPercent } from '@vlam/contract/payments';
import Lock from 'lucide-react/icons/lock';
import { type ReactNode, useId, useState } from 'react';
import { Amount } from '../../../components/pay/amount.tsx';
import { CostRow } from '../../../components/pay/cost-summary.tsx';
import { PayButton } from '../../../components/pay/pay-button.tsx';
import { MethodName, PayWithRow, TotalRow, usePaymentMethods } from '../../../components/pay/pay-with.tsx';
import { RadioRows, Switch } from '../../../components/ui/choice.tsx';
import { Refused } from '../../../components/ui/refused.tsx';
import { codeOf } from '../../../lib/api.ts';
import { type CheckoutIntent, readCheckoutContext, saveCheckoutContext } from '../../../lib/checkout.ts';
import { formatRand } from '../../../lib/format.ts';
import { go } from '../../../lib/router.tsx';
import { useCheckout, usePurchase } from '../api.ts';
import { usePaymentRedirect } from '../use-payment-redirect.ts';
import { SetupRequired } from './payment-card.tsx';

export interface ReviewProps {
  purchase: CheckoutIntent;
  /** Headline. */
  children: ReactNode;
  /** Rows above the price. */
  rows?: ReactNode;
  /** In rand, including VAT. */
  price: number;
  /** Recipient's name, for the outcome's text. */
  name?: string | undefined;
  /** True for renewals, so that keeping the card is preselected. */
  renews?: boolean;
}

const otherCard = 'another';

/** Review of a payment: item, price and payment method. */
export function Review({ purchase, children, rows, price, name, renews = false }: ReviewProps) {
  const id = useId();
  const isPack = purchase.purpose === 'pack';
  const isCard = purchase.purpose === 'method';
  // Unspent credits can be refunded, so packs need no consent; spending them asks for it.
  const startNow = purchase.purpose === 'subscription' || purchase.purpose === 'vip';
  const { data: methods } = usePaymentMethods(isPack);
  const [chosen, setChosen] = useState<string | null>(() =>
    readCheckoutContext(purchase.purpose)?.otherCard ? otherCard : null,
  );
  const [keepCard, setKeepCard] = useState(renews || isCard);
  const { isRedirecting, redirect } = usePaymentRedirect();
  const onSuccess = ({ paid, orderId, checkoutUrl }: ChargeAnswer) => {
    saveCheckoutContext({
      back: isPack ? '/credits' : '/',
      ...readCheckoutContext(purchase.purpose),
      purpose: purchase.purpose,
      retryPath: `${location.pathname}${location.search}`,
      name,
    });
    if (paid || checkoutUrl === null) go({ to: '/checkout', search: { order: orderId }, replace: true });
    else redirect(checkoutUrl);
  };
  const hosted = useCheckout({ onSuccess, onError: () => undefined });
  const saved = usePurchase({ onSuccess, onError: () => undefined });
  const error = hosted.error ?? saved.error;
  if (codeOf(error) === 'PAYMENT_NOT_CONFIGURED') return <SetupRequired />;

  const first = methods?.[0];
  const method = isPack
    ? (methods?.find((each) => each.id === chosen) ?? (chosen === otherCard ? undefined : first))
    : undefined;
  const busy = hosted.isPending || saved.isPending || isRedirecting;
  const pay = () => {
    hosted.reset();
    saved.reset();
    if (method) saved.mutate({ packId: purchase.reference, price, methodId: method.id });
    else
      hosted.mutate({
        ...purchase,
        ...(isCard ? {} : { amount: price }),
        message: readCheckoutContext(purchase.purpose)?.message,
        saveMethod: keepCard,
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
      {isPack ? null : (
        <div className="mt-4">
          <Amount rand={total} />
        </div>
      )}
      <dl className={isPack ? 'mt-6' : 'border-line border-t'}>
        {rows}
        {isPack && first ? null : <PayWithRow methods={[]} {...(isCard ? {} : { price })} />}
        {isCard ? null : (
          <CostRow label={<Trans>VAT included ({vatPercent}%)</Trans>}>
            <span className="font-normal text-muted">{vat}</span>
          </CostRow>
        )}
        {isPack ? <TotalRow label={<Trans>Total</Trans>}>{total}</TotalRow> : null}
      </dl>
      {isPack && methods && first ? (
        <RadioRows
          className="mt-4"
          legend={<Trans>Pay with</Trans>}
          value={method?.id ?? otherCard}
          onChange={setChosen}
          options={[
            ...methods.map((each) => ({
              value: each.id,
              label: <MethodName method={each} />,
              description: each.brand,
            })),
            { value: otherCard, label: <Trans>Another card</Trans>, description: <Trans>On the payment page</Trans> },
          ]}
        />
      ) : null}
      {method || isCard ? null : (
        <Switch
          className="mt-3 border-line border-t"
          checked={keepCard}
          onChange={setKeepCard}
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
      {error ? <Refused error={error} onOtherCard={method ? () => setChosen(otherCard) : undefined} /> : null}
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
