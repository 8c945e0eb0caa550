import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { giftReference } from '@vlam/contract/rules/subscription-gifts';
import type { TermMonths } from '@vlam/contract/rules/subscription-terms';
import type { TierNumber } from '@vlam/contract/rules/subscription-tiers';
import { type Answer, api, keyOf, messageOf } from '../../lib/api.ts';
import { continueOnPaymentPage, needsPaymentPage } from '../../lib/checkout.ts';
import { useIntent } from '../../lib/helpers/idempotency.ts';
import { toast, toastError } from '../../lib/toast.ts';
import { invalidateAfterPayment } from './api.ts';

export type SubscriptionGift = Answer<'listSubscriptionGifts'>['given'][number];

/** A gift as its giver chose it, with the displayed price in rand. */
export interface GiftChoice {
  recipientId: string;
  amount: number;
  tier?: TierNumber;
  months?: TermMonths;
  unnamed?: boolean;
}

/** Gives a subscription with the saved payment method; opens the checkout when there is none. */
export function useGiveSubscription(creatorId: string, onDone: () => void) {
  const { t } = useLingui();
  const client = useQueryClient();
  return useIntent<GiftChoice, SubscriptionGift>({
    call: (choice, idempotencyKey) => api.giveSubscription({ body: { creatorId, ...choice }, idempotencyKey }),
    onSuccess: ({ person }) => {
      invalidateAfterPayment(client);
      void client.invalidateQueries({ queryKey: keyOf('listSubscriptionGifts') });
      const name = person?.displayName ?? '';
      toast({ title: t`Given`, text: t`${name} can accept it within 14 days.` });
      onDone();
    },
    onError: (error, { recipientId, unnamed, tier, months }) => {
      if (!needsPaymentPage(error)) return;
      const reference = giftReference({ creatorId, recipientId, unnamed });
      continueOnPaymentPage(error, { purpose: 'subscription_gift', reference, tier, months });
    },
  });
}

const answers = {
  accept: 'acceptSubscriptionGift',
  refuse: 'refuseSubscriptionGift',
  withdraw: 'withdrawSubscriptionGift',
} as const;

/** Accepts, refuses or takes back a gift. */
export function useAnswerGift(onDone?: () => void) {
  const { t } = useLingui();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, answer }: { id: string; answer: keyof typeof answers }) =>
      api[answers[answer]]({ params: { id } }),
    onSuccess: ({ creator: { displayName } }, { answer }) => {
      if (answer === 'accept') {
        invalidateAfterPayment(client);
        toast({ title: t`Your subscription to ${displayName} has begun` });
      } else if (answer === 'refuse') toast({ title: t`Refused`, text: t`The money goes back to the giver.` });
      else toast({ title: t`Taken back`, text: t`Your money is on its way back.` });
      onDone?.();
    },
    onError: (error) => toastError(t`Error`, messageOf(error) ?? t`The connection dropped. Try again.`),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf('listSubscriptionGifts') }),
  });
}
