import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { CostRow } from '../../../components/pay/cost-summary.tsx';
import { PayButton } from '../../../components/pay/pay-button.tsx';
import { PayWithRow, TotalRow, usePaymentMethods } from '../../../components/pay/pay-with.tsx';
import { Refused } from '../../../components/ui/refused.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { goToCheckout, needsPaymentPage } from '../../../lib/checkout.ts';
import { formatDate, formatNumber, formatRand } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import { type Membership, tierChange, useJoin, type VipTier } from '../api.ts';

interface JoinSheetProps {
  /** Null while the sheet is closed. */
  tier: VipTier | null;
  own: Membership;
  /** The member's current tier. */
  from: VipTier | undefined;
  onClose(): void;
}

const tierDays = 30;
const dayMs = 86_400_000;

/** Review of a tier's price and benefits before payment. */
export function JoinSheet({ tier, own, from, onClose }: JoinSheetProps) {
  // Content stays while the closing sheet slides out.
  const [last, setLast] = useState(tier);
  const [busy, setBusy] = useState(false);
  if (tier && tier !== last) setLast(tier);
  const shown = tier ?? last;
  if (!shown) return null;
  return (
    <Sheet
      open={tier !== null}
      onClose={onClose}
      locked={busy}
      title={
        !from ? (
          <Trans>Join {shown.name}</Trans>
        ) : from.id === shown.id ? (
          <Trans>Keep {shown.name}</Trans>
        ) : (
          <Trans>Change to {shown.name}</Trans>
        )
      }
    >
      <Join key={shown.id} tier={shown} own={own} from={from} onClose={onClose} onBusy={setBusy} />
    </Sheet>
  );
}

interface JoinProps {
  tier: VipTier;
  own: Membership;
  from: VipTier | undefined;
  onClose(): void;
  onBusy(busy: boolean): void;
}

function Join({ tier, own, from, onClose, onBusy }: JoinProps) {
  const language = useStore(languageStore);
  const { data: methods } = usePaymentMethods();
  const { isImmediate, amount, price: shown } = tierChange(own, tier);
  const join = useJoin(tier, isImmediate, () => {
    onBusy(false);
    onClose();
  });
  const price = formatRand(amount);
  const monthly = formatRand(tier.price);
  const until = formatDate(new Date(Date.now() + tierDays * dayMs), language);
  const next = own.paidUntil === null ? '' : formatDate(own.paidUntil, language);
  const usesCheckout = isImmediate && methods?.length === 0;
  const openCheckout = () => goToCheckout({ purpose: 'vip', reference: tier.id });
  const pay = () => {
    if (usesCheckout) return openCheckout();
    onBusy(true);
    join.mutate(shown, { onError: () => onBusy(false) });
  };
  return (
    <>
      {from && from.id !== tier.id ? (
        <p className="mb-3 text-muted">
          {isImmediate ? (
            <Trans>
              It takes the place of {from.name} at once. What is left of {from.name} is taken off the price.
            </Trans>
          ) : (
            <Trans>
              You keep {from.name} until {next}. Nothing is paid today.
            </Trans>
          )}
        </p>
      ) : null}
      <dl>
        <CostRow label={<Trans>Bonus credits, every month</Trans>}>
          <span className="text-gold">+{formatNumber(tier.monthlyBonusCredits)}</span>
        </CostRow>
        {isImmediate && !from ? <CostRow label={<Trans>Paid until</Trans>}>{until}</CostRow> : null}
        <CostRow label={<Trans>Renews</Trans>}>
          <Trans>
            {monthly} every {tierDays} days, until you stop
          </Trans>
        </CostRow>
        {isImmediate ? <PayWithRow methods={methods} price={amount} /> : null}
        <TotalRow label={<Trans>Total today, VAT included</Trans>}>{price}</TotalRow>
      </dl>
      {join.error && !needsPaymentPage(join.error) ? <Refused error={join.error} onOtherCard={openCheckout} /> : null}
      <PayButton
        startsNow={isImmediate}
        disabled={methods === undefined}
        busy={join.isPending}
        busyLabel={isImmediate ? <Trans>Paying</Trans> : <Trans>Changing</Trans>}
        onClick={pay}
      >
        {isImmediate ? (
          <Trans>Pay {price}</Trans>
        ) : from?.id === tier.id ? (
          <Trans>Keep {tier.name}</Trans>
        ) : (
          <Trans>Change to {tier.name}</Trans>
        )}
      </PayButton>
    </>
  );
}
