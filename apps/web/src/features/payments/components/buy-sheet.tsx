import { Trans, useLingui } from '@lingui/react/macro';
import type { ChargeAnswer } from '@vlam/contract/payments';
import Lock from 'lucide-react/icons/lock';
import { useState } from 'react';
import { PayButton } from '../../../components/pay/pay-button.tsx';
import { MethodName, PayWithRow, TotalRow, usePaymentMethods } from '../../../components/pay/pay-with.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { RadioRows } from '../../../components/ui/choice.tsx';
import { Refused } from '../../../components/ui/refused.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { codeOf } from '../../../lib/api.ts';
import { goToCheckout, returnPath, saveCheckoutContext } from '../../../lib/checkout.ts';
import { formatRand } from '../../../lib/format.ts';
import { go } from '../../../lib/router.tsx';
import { toast } from '../../../lib/toast.ts';
import { type CreditPack, usePurchase } from '../api.ts';
import { usePaymentRedirect } from '../use-payment-redirect.ts';
import { BalanceAfterRow, PackHeadline, usePackCredits } from './pack-headline.tsx';

interface BuySheetProps {
  /** Null while the sheet is closed. */
  pack: CreditPack | null;
  onClose(): void;
}

/** Review of a pack: balance afterwards, payment method and total. */
export function BuySheet({ pack, onClose }: BuySheetProps) {
  // Content stays while the closing sheet slides out.
  const [last, setLast] = useState(pack);
  const [busy, setBusy] = useState(false);
  if (pack && pack !== last) setLast(pack);
  const shown = pack ?? last;
  if (!shown) return null;
  return (
    <Sheet open={pack !== null} onClose={onClose} locked={busy} title={<Trans>Buy Credits</Trans>}>
      <Purchase pack={shown} onClose={onClose} onBusy={setBusy} />
    </Sheet>
  );
}

interface PurchaseFormProps {
  pack: CreditPack;
  onClose(): void;
  onBusy(busy: boolean): void;
}

function Purchase({ pack, onClose, onBusy }: PurchaseFormProps) {
  const { t } = useLingui();
  const { data: methods } = usePaymentMethods();
  const [chosen, setChosen] = useState<string | null>(null);
  const { isRedirecting, redirect } = usePaymentRedirect();
  const { id, price } = pack;
  const { all } = usePackCredits(pack);
  const total = formatRand(price);
  const method = methods?.find((each) => each.id === chosen) ?? methods?.[0];
  const openCheckout = () => goToCheckout({ purpose: 'pack', reference: id });
  const withOtherCard = () => goToCheckout({ purpose: 'pack', reference: id }, true);
  const onSuccess = ({ paid, orderId, checkoutUrl }: ChargeAnswer) => {
    onBusy(false);
    if (paid) {
      toast({ title: t`Payment received`, text: t`${all} credits are in your wallet.` });
      return onClose();
    }
    // The bank requires a confirmation, or has not responded yet.
    saveCheckoutContext({ purpose: 'pack', back: returnPath() ?? '/credits', retryPath: `/checkout?package=${id}` });
    if (checkoutUrl === null) go({ to: '/checkout', search: { order: orderId } });
    else redirect(checkoutUrl);
  };
  const purchase = usePurchase({
    onSuccess,
    onError: (error) => {
      onBusy(false);
      if (codeOf(error) === 'PAYMENT_METHOD_REQUIRED' || codeOf(error) === 'PAYMENT_NOT_CONFIGURED') openCheckout();
    },
  });
  const pay = () => {
    if (!method) return openCheckout();
    onBusy(true);
    purchase.mutate({ packId: id, price, methodId: method.id });
  };
  return (
    <>
      <PackHeadline pack={pack} as="p" />
      <dl className="mt-5">
        <BalanceAfterRow pack={pack} />
        {methods && methods.length > 1 ? null : <PayWithRow methods={methods} price={price} />}
        <TotalRow label={<Trans>Total, VAT included</Trans>}>{total}</TotalRow>
      </dl>
      {methods && method && methods.length > 1 ? (
        <RadioRows
          className="mt-3"
          legend={<Trans>Pay with</Trans>}
          value={method.id}
          onChange={setChosen}
          options={methods.map((each) => ({ value: each.id, label: <MethodName method={each} /> }))}
        />
      ) : null}
      {purchase.error ? <Refused error={purchase.error} onOtherCard={withOtherCard} /> : null}
      <PayButton
        disabled={methods === undefined}
        busy={purchase.isPending || isRedirecting}
        busyLabel={<Trans>Paying</Trans>}
        onClick={pay}
      >
        {t`Buy ${all} credits for ${total}`}
      </PayButton>
      {method ? (
        <Button variant="ghost" full className="mt-2" disabled={purchase.isPending} onClick={withOtherCard}>
          <Trans>Use another card</Trans>
        </Button>
      ) : null}
      <p className="mt-3 flex items-center justify-center gap-1.5 text-faint text-meta">
        <Lock size={16} strokeWidth={1.75} />
        <Trans>Billed once. No subscription.</Trans>
      </p>
    </>
  );
}
