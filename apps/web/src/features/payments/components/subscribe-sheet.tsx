import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { CreatorView } from '@vlam/contract/profiles';
import type { CreatorTerms, SoldTier } from '@vlam/contract/subscription-terms';
import { Suspense, useState } from 'react';
import { Amount } from '../../../components/pay/amount.tsx';
import { CostRow } from '../../../components/pay/cost-summary.tsx';
import { PayButton } from '../../../components/pay/pay-button.tsx';
import { PayWithRow, TotalRow, usePaymentMethods } from '../../../components/pay/pay-with.tsx';
import { CodeNote } from '../../../components/pay/subscription-offer.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Refused } from '../../../components/ui/refused.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { queryOf } from '../../../lib/api.ts';
import { goToCheckout, needsPaymentPage } from '../../../lib/checkout.ts';
import { formatDate, formatRand } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { newPriceOf } from '../../../lib/price-changed.ts';
import { useSearchParam } from '../../../lib/router.tsx';
import { useStore } from '../../../lib/store.ts';
import { lazyPart } from '../../../lib/styles.ts';
import { useSubscribe, useTrial } from '../subscriptions-api.ts';
import { type Term, TermChoice } from './term-choice.tsx';

interface SubscribeSheetProps {
  creator: Pick<CreatorView, 'id' | 'displayName' | 'subscriptionPrice' | 'sellsSubscriptions'>;
  /** The tier it begins with, or the next one above that takes new people. */
  tier?: SoldTier['tier'] | undefined;
  /** A free trial that runs. */
  trial?: { tier: SoldTier['tier']; until: string } | undefined;
  open: boolean;
  onClose(): void;
}

const dayMs = 86_400_000;
/** Only creators with several tiers need it. */
const TierChoice = lazyPart(() => import('./tier-choice.tsx').then((module) => module.TierChoice));

/** Review of a subscription's term, price and duration; `?offer=` names a code. */
export function SubscribeSheet({ creator, tier: wanted, trial, open, onClose }: SubscribeSheetProps) {
  const { id, displayName } = creator;
  const code = useSearchParam('offer');
  // The prices must be current.
  const fresh = useQuery({
    ...queryOf('getSubscriptionTerms', { params: { id }, query: code === null ? {} : { code: code.slice(0, 40) } }),
    staleTime: 0,
    refetchOnWindowFocus: true,
    enabled: open,
  });
  const cents = Math.round(creator.subscriptionPrice * 100);
  const month = { months: 1, percentOff: 0, monthCents: cents, totalCents: cents, firstCents: cents } as const;
  const alone = { tier: 1, name: '', opens: '', open: true, priceCents: cents, terms: [month] } as const;
  const tiers: readonly SoldTier[] = fresh.data?.tiers.filter((tier) => tier.open) ?? [{ ...alone, terms: [month] }];
  const offer = trial === undefined ? (fresh.data?.offer ?? null) : null;
  const sells = fresh.data?.sells ?? creator.sellsSubscriptions;
  if (!sells || tiers.length === 0)
    return (
      <Sheet open={open} onClose={onClose} title={<Trans>No subscriptions</Trans>}>
        <p className="pb-2 text-muted">
          <Trans>
            {displayName} has stopped selling subscriptions. You can still buy single items, tip and write as before.
          </Trans>
        </p>
      </Sheet>
    );
  if (offer?.kind === 'trial' && offer.refusal === null) {
    const tier = tiers.find((each) => each.tier === offer.tier);
    const priceCents = tier?.priceCents ?? cents;
    return <TrialSheet {...{ creator, offer, priceCents, open, onClose }} tierName={tier?.name ?? ''} />;
  }
  return (
    <PaySheet
      {...{ creator, tier: wanted, tiers, offer, trial, open, onClose }}
      isReady={fresh.data !== undefined || code === null}
    />
  );
}

interface TrialSheetProps extends Omit<SubscribeSheetProps, 'trial' | 'tier'> {
  offer: NonNullable<CreatorTerms['offer']>;
  priceCents: number;
  /** Empty where the creator gave it none. */
  tierName: string;
}

function TrialSheet({ creator, offer, priceCents, tierName, open, onClose }: TrialSheetProps) {
  const language = useStore(languageStore);
  const trial = useTrial(creator.id, onClose);
  const until = formatDate(new Date(Date.now() + offer.value * dayMs), language);
  const days = offer.value;
  const price = formatRand(priceCents / 100);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      locked={trial.isPending}
      title={<Trans>Try {creator.displayName}</Trans>}
      actions={
        <Button
          variant="primary"
          size="lg"
          full
          busy={trial.isPending}
          busyLabel={<Trans>Starting</Trans>}
          onClick={() => trial.mutate(offer.code)}
        >
          <Plural value={days} one="Start # free day" other="Start # free days" />
        </Button>
      }
    >
      <dl>
        {tierName ? <CostRow label={<Trans>Opens</Trans>}>{tierName}</CostRow> : null}
        <CostRow label={<Trans>Free until</Trans>}>{until}</CostRow>
        <CostRow label={<Trans>Afterwards</Trans>}>
          <Trans>It ends by itself</Trans>
        </CostRow>
        <CostRow label={<Trans>If you choose to go on</Trans>}>
          <Trans>{price} every 30 days</Trans>
        </CostRow>
        <TotalRow label={<Trans>You pay now</Trans>}>{formatRand(0)}</TotalRow>
      </dl>
    </Sheet>
  );
}

interface PaySheetProps extends SubscribeSheetProps {
  tiers: readonly SoldTier[];
  offer: CreatorTerms['offer'];
  isReady: boolean;
}

function PaySheet({ creator, tier: wanted, tiers, offer, trial, isReady, open, onClose }: PaySheetProps) {
  const language = useStore(languageStore);
  const { data: methods } = usePaymentMethods(open);
  const subscribe = useSubscribe(creator.id, onClose);
  const [months, setMonths] = useState<Term['months']>(1);
  const [chosen, setChosen] = useState<SoldTier['tier'] | null>(null);
  // A code shows its own tier first.
  const first = wanted ?? offer?.tier ?? 1;
  const tier = tiers.find((each) => (chosen ? each.tier === chosen : each.tier >= first)) ?? tiers[0];
  const ofOffer = tiers.length > 1 ? tiers.find((each) => each.tier === offer?.tier) : undefined;
  const terms: readonly Term[] = tier?.terms ?? [];
  const term = terms.find((each) => each.months === months) ?? terms[0];
  if (!tier || !term) return null;
  const amount = newPriceOf(subscribe.error) ?? term.firstCents / 100;
  const price = formatRand(amount);
  const days = term.months * 30;
  // Free days of a lower tier end when a higher one is paid.
  const endsTrial = trial !== undefined && tier.tier > trial.tier;
  const from = trial === undefined || endsTrial ? Date.now() : Date.parse(trial.until);
  const until = formatDate(new Date(from + days * dayMs), language);
  const lowered = term.firstCents < term.totalCents;
  const later = formatRand(term.totalCents / 100);
  const usesCheckout = methods?.length === 0;
  const refused = subscribe.error && !needsPaymentPage(subscribe.error) ? subscribe.error : null;
  const choice = {
    ...(tier.tier > 1 ? { tier: tier.tier } : {}),
    ...(term.months > 1 ? { months: term.months } : {}),
    ...(lowered && offer ? { code: offer.code } : {}),
  };
  const openCheckout = () => goToCheckout({ purpose: 'subscription', reference: creator.id, ...choice });
  return (
    <Sheet
      open={open}
      onClose={onClose}
      locked={subscribe.isPending}
      title={<Trans>Subscribe to {creator.displayName}</Trans>}
    >
      {offer ? <CodeNote offer={offer} tierName={ofOffer?.name || undefined} className="mb-3" /> : null}
      {tiers.length > 1 ? (
        <Suspense>
          <TierChoice
            tiers={tiers}
            value={tier.tier}
            onChange={(wanted) => {
              subscribe.reset();
              setChosen(wanted);
            }}
          />
        </Suspense>
      ) : null}
      <TermChoice
        terms={terms}
        value={term.months}
        titled={tiers.length > 1}
        onChange={(chosen) => {
          subscribe.reset();
          setMonths(chosen);
        }}
      />
      <Amount rand={price}>
        <span className="block">
          <Trans>paid until {until}</Trans>
        </span>
        <Trans>VAT included</Trans>
      </Amount>
      <dl className="border-line border-t">
        <CostRow label={<Trans>Renews</Trans>}>
          {lowered ? (
            <Trans>
              Every {days} days for {later}, until you stop
            </Trans>
          ) : (
            <Trans>Every {days} days, until you stop</Trans>
          )}
        </CostRow>
        {endsTrial ? (
          <CostRow label={<Trans>Your free days</Trans>}>
            <Trans>end now</Trans>
          </CostRow>
        ) : null}
        <PayWithRow methods={methods} price={amount} />
      </dl>
      {refused ? <Refused error={refused} onOtherCard={openCheckout} /> : null}
      <PayButton
        startsNow
        disabled={methods === undefined || !isReady}
        busy={subscribe.isPending}
        busyLabel={<Trans>Subscribing</Trans>}
        onClick={() => (usesCheckout ? openCheckout() : subscribe.mutate({ amount, ...choice }))}
      >
        <Trans>Subscribe for {price}</Trans>
      </PayButton>
    </Sheet>
  );
}
