import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TermMonths } from '@vlam/contract/rules/subscription-terms';
import type { TierNumber } from '@vlam/contract/rules/subscription-tiers';
import { type Answer, api, codeOf, keyOf, messageOf } from '../../lib/api.ts';
import { continueOnPaymentPage, needsPaymentPage } from '../../lib/checkout.ts';
import { useIntent } from '../../lib/helpers/idempotency.ts';
import { patchRelation } from '../../lib/person.ts';
import { toast, toastError } from '../../lib/toast.ts';
import { invalidateAfterPayment } from './api.ts';

/** A tier, a term and a code, with the displayed price in rand. */
export type SubscriptionChoice = { amount: number; tier?: TierNumber; months?: TermMonths; code?: string };

const toRelation = ({ expiryDate: until, ...subscription }: Answer<'subscribe'>) => {
  const { id, tier, tierName, higherTier, amount, amountCents, renews, trial } = subscription;
  return { id, tier, tierName, higherTier, amount, amountCents, until, renews, trial };
};

/** Begins a free trial; nothing is charged. */
export function useTrial(creatorId: string, onDone: () => void) {
  const { t } = useLingui();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => api.startTrial({ body: { creatorId, code } }),
    onSuccess: (begun) => {
      patchRelation(client, creatorId, { subscription: toRelation(begun) });
      invalidateAfterPayment(client);
      toast({ title: t`Your free days have begun`, text: t`They end by themselves. Nothing is charged.` });
      onDone();
    },
    onError: (error) => {
      void client.invalidateQueries({ queryKey: keyOf('getSubscriptionTerms') });
      toastError(t`Error`, messageOf(error) ?? t`The connection dropped. Try again.`);
    },
  });
}

/** Subscribes with the saved payment method; opens the checkout when there is none. */
export function useSubscribe(creatorId: string, onDone: () => void) {
  const { t } = useLingui();
  const client = useQueryClient();
  return useIntent<SubscriptionChoice, Answer<'subscribe'>>({
    call: (choice, idempotencyKey) => api.subscribe({ body: { creatorId, ...choice, startNow: true }, idempotencyKey }),
    onSuccess: (begun) => {
      patchRelation(client, creatorId, { subscription: toRelation(begun) });
      invalidateAfterPayment(client);
      toast({ title: t`Success!`, text: t`Successfully subscribed to creator` });
      onDone();
    },
    onError: (error, choice) => {
      const code = codeOf(error);
      if (needsPaymentPage(error))
        return continueOnPaymentPage(error, { purpose: 'subscription', reference: creatorId, ...choice });
      // The price changed, or the member subscribed in another tab: refetch the current state.
      if (code === 'PRICE_CHANGED' || code === 'CONFLICT' || code === 'SUBSCRIPTIONS_STOPPED')
        invalidateAfterPayment(client);
      if (code === 'PRICE_CHANGED' || code === 'SUBSCRIPTIONS_STOPPED') return;
      toastError(t`Error`, messageOf(error) ?? t`Failed to subscribe. Please try again.`);
    },
  });
}

/** Stops or resumes the renewal of a subscription. */
export function useRenewal() {
  const { t } = useLingui();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, renews }: { id: string; renews: boolean }) =>
      renews ? api.resumeSubscription({ params: { id } }) : api.stopSubscription({ params: { id } }),
    onSuccess: (changed) => {
      void client.invalidateQueries({ queryKey: keyOf('getProfile', { params: { id: changed.creatorId } }) });
      client.setQueryData<Answer<'listSubscriptions'>>(keyOf('listSubscriptions'), (all) =>
        all?.map((each) => (each.id === changed.id ? changed : each)),
      );
      toast({ title: changed.renews ? t`It renews again` : t`It won't renew` });
    },
    onError: (error) => {
      const hasStopped = codeOf(error) === 'SUBSCRIPTIONS_STOPPED';
      if (hasStopped || codeOf(error) === 'CONFLICT')
        void client.invalidateQueries({ queryKey: keyOf('listSubscriptions') });
      toastError(
        t`Error`,
        hasStopped
          ? t`This creator has stopped selling subscriptions. Yours stays until its end.`
          : t`The subscription could not be changed. Please try again.`,
      );
    },
  });
}
