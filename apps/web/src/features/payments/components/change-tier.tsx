import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CostRow } from '../../../components/pay/cost-summary.tsx';
import { PayButton } from '../../../components/pay/pay-button.tsx';
import { PayWithRow, TotalRow, usePaymentMethods } from '../../../components/pay/pay-with.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Refused } from '../../../components/ui/refused.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { type Answer, api, keyOf, queryOf } from '../../../lib/api.ts';
import { goToCheckout, needsPaymentPage } from '../../../lib/checkout.ts';
import { formatDate, formatRand } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { newPriceOf } from '../../../lib/price-changed.ts';
import { useStore } from '../../../lib/store.ts';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { useSubscribe } from '../subscriptions-api.ts';
import { TierChoice, useTierName } from './tier-choice.tsx';

type Subscription = Answer<'listSubscriptions'>[number];
type Terms = Answer<'getSubscriptionTerms'>;
type Tier = Terms['tiers'][number];

/** Moves up now, or chooses the tier of the next renewal. */
export function ChangeTier({
  subscription,
  wanted,
  onClose,
}: {
  subscription: Subscription;
  /** The tier it begins with, or the next one above that takes new people. */
  wanted?: Tier['tier'] | undefined;
  onClose(): void;
}) {
  const { t } = useLingui();
  const { creatorId, creator, tier, nextTier, renews } = subscription;
  const { data, error, refetch } = useQuery({
    ...queryOf('getSubscriptionTerms', { params: { id: creatorId }, query: {} }),
    staleTime: 0,
  });
  const [chosen, setChosen] = useState<Tier['tier'] | null>(null);
  // What is open already can only renew; nothing renews that was stopped.
  const tiers = (data?.tiers ?? []).filter((one) =>
    one.tier > tier ? one.open : renews && (one.open || one.tier === tier),
  );
  const first = wanted === undefined ? undefined : tiers.find((one) => one.tier >= wanted);
  const shown =
    tiers.find((one) => one.tier === chosen) ?? first ?? tiers.find((one) => one.tier === nextTier) ?? tiers[0];
  return (
    <Sheet open onClose={onClose} title={<Trans>Your tier with {creator.displayName}</Trans>}>
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data || error ? null : (
        <Loading label={t`Loading the tiers`}>
          <SkeletonRows count={2} />
        </Loading>
      )}
      {data && !shown ? (
        <p className="pb-2 text-muted">
          <Trans>There is no other tier for you now.</Trans>
        </p>
      ) : null}
      {shown ? (
        <>
          <TierChoice tiers={tiers} value={shown.tier} onChange={setChosen} />
          {shown.tier > tier ? (
            <MoveUp
              key={shown.tier}
              {...{ subscription, onClose }}
              to={shown}
              move={data?.moves.find((one) => one.tier === shown.tier)}
            />
          ) : (
            <RenewWith key={shown.tier} {...{ subscription, onClose }} to={shown} />
          )}
        </>
      ) : null}
    </Sheet>
  );
}

interface PartProps {
  subscription: Subscription;
  to: Tier;
  onClose(): void;
}

/** Pays a month of a higher tier; the paid days of the lower one wait behind it. */
function MoveUp({ subscription, to, move, onClose }: PartProps & { move: Terms['moves'][number] | undefined }) {
  const nameOf = useTierName();
  const language = useStore(languageStore);
  const { creatorId, tier, tierName } = subscription;
  const { data: methods } = usePaymentMethods(true);
  const subscribe = useSubscribe(creatorId, onClose);
  const [term] = to.terms;
  if (!term) return null;
  const amount = newPriceOf(subscribe.error) ?? term.totalCents / 100;
  const price = formatRand(amount);
  const waiting = move?.waitingDays ?? 0;
  const usesCheckout = methods?.length === 0;
  const openCheckout = () => goToCheckout({ purpose: 'subscription', reference: creatorId, tier: to.tier });
  const refused = subscribe.error && !needsPaymentPage(subscribe.error) ? subscribe.error : null;
  const lower = nameOf({ tier, name: tierName });
  return (
    <>
      <dl>
        <CostRow label={<Trans>Begins</Trans>}>
          <Trans>now</Trans>
        </CostRow>
        {move ? <CostRow label={<Trans>Paid until</Trans>}>{formatDate(move.endsAt, language)}</CostRow> : null}
        {waiting > 0 ? (
          <CostRow label={<Trans>Your paid days of {lower}</Trans>}>
            <Plural value={waiting} one="# day waits and follows" other="# days wait and follow" />
          </CostRow>
        ) : null}
        {move?.endsTrial ? (
          <CostRow label={<Trans>Your free days</Trans>}>
            <Trans>end now</Trans>
          </CostRow>
        ) : null}
        <CostRow label={<Trans>Renews</Trans>}>
          <Trans>Every 30 days, until you stop</Trans>
        </CostRow>
        <PayWithRow methods={methods} />
        <TotalRow label={<Trans>Total, VAT included</Trans>}>{price}</TotalRow>
      </dl>
      {refused ? <Refused error={refused} onOtherCard={openCheckout} /> : null}
      <PayButton
        startsNow
        disabled={methods === undefined}
        busy={subscribe.isPending}
        busyLabel={<Trans>Moving up</Trans>}
        onClick={() => (usesCheckout ? openCheckout() : subscribe.mutate({ amount, tier: to.tier }))}
      >
        <Trans>Move up for {price}</Trans>
      </PayButton>
    </>
  );
}

/** Chooses what the next renewal pays for; what is paid stays open until it ends. */
function RenewWith({ subscription, to, onClose }: PartProps) {
  const { t } = useLingui();
  const fail = useFailure();
  const nameOf = useTierName();
  const client = useQueryClient();
  const language = useStore(languageStore);
  const { id, creatorId, months, nextTier, nextAmount, expiryDate, tierUntil } = subscription;
  const term = to.terms.find((one) => one.months === months) ?? to.terms[0];
  const name = nameOf(to);
  const change = useMutation({
    mutationFn: (amount: number) => api.changeRenewal({ params: { id }, body: { tier: to.tier, amount } }),
    onSuccess: (changed) => {
      client.setQueryData<Answer<'listSubscriptions'>>(keyOf('listSubscriptions'), (all) =>
        all?.map((each) => (each.id === id ? changed : each)),
      );
      toast({ title: t`It renews with ${name}` });
      onClose();
    },
    onError: (error) => {
      void client.invalidateQueries({ queryKey: keyOf('getSubscriptionTerms', { params: { id: creatorId } }) });
      void client.invalidateQueries({ queryKey: keyOf('listSubscriptions') });
      fail(error);
    },
  });
  if (!term) return null;
  const isSame = to.tier === nextTier;
  const price = formatRand(isSame ? nextAmount : term.totalCents / 100);
  const days = term.months * 30;
  const from = formatDate(tierUntil ?? expiryDate, language);
  return (
    <>
      <dl>
        {isSame || tierUntil !== null ? null : <CostRow label={<Trans>From your next renewal</Trans>}>{from}</CostRow>}
        <TotalRow label={<Trans>Every {days} days</Trans>}>{price}</TotalRow>
      </dl>
      <p className="my-3 text-meta text-muted">
        {isSame ? (
          <Trans>It renews with this tier already.</Trans>
        ) : (
          <Trans>
            You agree to the new price from your next renewal on. What is paid already stays as it is. Coming back later
            costs what the tier costs then.
          </Trans>
        )}
      </p>
      <Button
        variant="primary"
        size="lg"
        full
        disabled={isSame}
        busy={change.isPending}
        busyLabel={<Trans>Saving</Trans>}
        onClick={() => change.mutate(term.totalCents / 100)}
      >
        <Trans>Renew with {name}</Trans>
      </Button>
    </>
  );
}
