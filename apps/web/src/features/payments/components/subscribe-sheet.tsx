import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { CreatorView } from '@vlam/contract/profiles';
import { subscriptionDays } from '@vlam/contract/subscriptions';
import { CostRow } from '../../../components/ui/cost-summary.tsx';
import { PayButton } from '../../../components/ui/pay-button.tsx';
import { PayWithRow, TotalRow, usePaymentMethods } from '../../../components/ui/pay-with.tsx';
import { Refused } from '../../../components/ui/refused.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { queryOf } from '../../../lib/api.ts';
import { goToCheckout, needsPaymentPage } from '../../../lib/checkout.ts';
import { formatDate, formatRand } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { newPriceOf } from '../../../lib/price-changed.ts';
import { useStore } from '../../../lib/store.ts';
import { useSubscribe } from '../subscriptions-api.ts';

interface SubscribeSheetProps {
  creator: Pick<CreatorView, 'id' | 'displayName' | 'subscriptionPrice' | 'sellsSubscriptions'>;
  open: boolean;
  onClose(): void;
}

const dayMs = 86_400_000;

/** Review of a subscription's price and duration. */
export function SubscribeSheet({ creator, open, onClose }: SubscribeSheetProps) {
  const language = useStore(languageStore);
  const { data: methods } = usePaymentMethods(open);
  const subscribe = useSubscribe(creator.id, onClose);
  // The price must be current.
  const fresh = useQuery({
    ...queryOf('getCreator', { params: { id: creator.id } }),
    staleTime: 0,
    refetchOnWindowFocus: true,
    enabled: open,
  });
  const amount = newPriceOf(subscribe.error) ?? fresh.data?.subscriptionPrice ?? creator.subscriptionPrice;
  const price = formatRand(amount);
  const until = formatDate(new Date(Date.now() + subscriptionDays * dayMs), language);
  const usesCheckout = methods?.length === 0;
  const refused = subscribe.error && !needsPaymentPage(subscribe.error) ? subscribe.error : null;
  const sells = (fresh.data ?? creator).sellsSubscriptions;
  const openCheckout = () => goToCheckout({ purpose: 'subscription', reference: creator.id });
  const pay = () => {
    if (usesCheckout) openCheckout();
    else subscribe.mutate(amount);
  };
  if (!sells)
    return (
      <Sheet open={open} onClose={onClose} title={<Trans>No subscriptions</Trans>}>
        <p className="pb-2 text-muted">
          <Trans>
            {creator.displayName} has stopped selling subscriptions. You can still buy single items, tip and write as
            before.
          </Trans>
        </p>
      </Sheet>
    );
  return (
    <Sheet
      open={open}
      onClose={onClose}
      locked={subscribe.isPending}
      title={<Trans>Subscribe to {creator.displayName}</Trans>}
    >
      <dl>
        <CostRow label={<Trans>Paid until</Trans>}>{until}</CostRow>
        <CostRow label={<Trans>Renews</Trans>}>
          <Trans>Every {subscriptionDays} days, until you stop</Trans>
        </CostRow>
        <PayWithRow methods={methods} />
        <TotalRow label={<Trans>Total, VAT included</Trans>}>{price}</TotalRow>
      </dl>
      {refused ? <Refused error={refused} onOtherCard={openCheckout} /> : null}
      <PayButton
        startsNow
        disabled={methods === undefined}
        busy={subscribe.isPending}
        busyLabel={<Trans>Subscribing</Trans>}
        onClick={pay}
      >
        {usesCheckout ? <Trans>Continue with {price}</Trans> : <Trans>Subscribe for {price}</Trans>}
      </PayButton>
    </Sheet>
  );
}
