import { Trans, useLingui } from '@lingui/react/macro';
import type { ChargeAnswer } from '@vlam/contract/payments';
import Lock from 'lucide-react/icons/lock';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { RadioRows } from '../../../components/ui/choice.tsx';
import { CostRow } from '../../../components/ui/cost-summary.tsx';
import { FirstPurchase } from '../../../components/ui/first-purchase.tsx';
import { MethodName, PayWith, usePaymentMethods } from '../../../components/ui/pay-with.tsx';
import { Refused } from '../../../components/ui/refused.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { codeOf } from '../../../lib/api.ts';
import { useBalance } from '../../../lib/balance.ts';
import { goToCheckout, returnPath, saveCheckoutContext } from '../../../lib/checkout.ts';
import { useCreditTerms } from '../../../lib/credit-value.ts';
import { formatNumber, formatRand } from '../../../lib/format.ts';
import { go } from '../../../lib/router.tsx';
import { toast } from '../../../lib/toast.ts';
import { type CreditPack, usePurchase } from '../api.ts';
import { useLeave } from '../leave.ts';

interface BuySheetProps {
  /** Null while the sheet is closed. */
  pack: CreditPack | null;
  onClose(): void;
}

/** The chosen pack, the balance after, what it is paid with and the total: one tap from being bought. */
export function BuySheet({ pack, onClose }: BuySheetProps) {
  // Kept while the sheet slides out, so that its content does not vanish first.
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

interface PurchaseProps {
  pack: CreditPack;
  onClose(): void;
  onBusy(busy: boolean): void;
}

function Purchase({ pack, onClose, onBusy }: PurchaseProps) {
  const { t } = useLingui();
  const balance = useBalance();
  const { data: methods } = usePaymentMethods();
  const [chosen, setChosen] = useState<string | null>(null);
  const { leaving, leave } = useLeave();
  const { id, credits, bonusCredits, price } = pack;
  const first = useCreditTerms()?.firstPurchaseBonus ?? 0;
  const all = credits + bonusCredits + first;
  const total = formatRand(price);
  const method = methods?.find((each) => each.id === chosen) ?? methods?.[0];
  const elsewhere = () => goToCheckout({ purpose: 'pack', reference: id });
  const withOtherCard = () => goToCheckout({ purpose: 'pack', reference: id }, true);
  const onSuccess = ({ paid, orderId, checkoutUrl }: ChargeAnswer) => {
    onBusy(false);
    if (paid) {
      toast({ title: t`Payment received`, text: t`${all} credits are in your wallet.` });
      return onClose();
    }
    // The bank wants a word first, or has not answered yet.
    saveCheckoutContext({ purpose: 'pack', back: returnPath() ?? '/credits', retryPath: `/checkout?package=${id}` });
    if (checkoutUrl === null) go({ to: '/checkout', search: { order: orderId } });
    else leave(checkoutUrl);
  };
  const purchase = usePurchase({
    onSuccess,
    onError: (error) => {
      onBusy(false);
      if (codeOf(error) === 'PAYMENT_METHOD_REQUIRED' || codeOf(error) === 'PAYMENT_NOT_CONFIGURED') elsewhere();
    },
  });
  const pay = () => {
    if (!method) return elsewhere();
    onBusy(true);
    purchase.mutate({ packId: id, price, methodId: method.id });
  };
  return (
    <>
      <p className="flex items-end gap-3.5">
        <span className="num text-[min(4.5rem,24vw)] text-gold leading-[.86]! tracking-[-0.05em]!">
          {formatNumber(all)}
        </span>
        <span className="pb-0.5 text-muted text-sm">
          <Trans>{formatNumber(credits)} credits</Trans>
          {bonusCredits > 0 ? (
            <b className="block font-semibold text-gold">
              <Trans>+ {bonusCredits} bonus</Trans>
            </b>
          ) : null}
          <FirstPurchase credits={first} />
        </span>
      </p>
      <dl className="mt-5">
        <CostRow label={<Trans>Balance after</Trans>}>
          {balance === undefined ? '…' : formatNumber(balance + all)}
        </CostRow>
        {methods && methods.length > 1 ? null : (
          <CostRow label={<Trans>Pay with</Trans>}>
            <PayWith methods={methods} />
          </CostRow>
        )}
        <CostRow label={<Trans>Total, VAT included</Trans>}>
          <span className="num text-[1.375rem]">{total}</span>
        </CostRow>
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
      <Button
        variant="primary"
        size="lg"
        full
        className="mt-5"
        disabled={methods === undefined}
        busy={purchase.isPending || leaving}
        busyLabel={<Trans>Paying</Trans>}
        onClick={pay}
      >
        {method ? <Trans>Pay {total}</Trans> : <Trans>Continue with {total}</Trans>}
      </Button>
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
