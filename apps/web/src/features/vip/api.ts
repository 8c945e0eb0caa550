import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Answer, api, codeOf, keyOf } from '../../lib/api.ts';
import { continueOnPaymentPage, needsPaymentPage } from '../../lib/checkout.ts';
import { useIntent } from '../../lib/helpers/idempotency.ts';
import { toast, toastError } from '../../lib/toast.ts';

export type VipTier = Answer<'listVipTiers'>[number];
export type Membership = Answer<'ownVip'>;

/**
 * Cost of changing to a tier. An upgrade starts now, for `amount` less what is left of the current tier; a downgrade
 * starts at the next renewal, for `price`.
 */
export function tierChange(own: Membership, tier: VipTier): { isImmediate: boolean; amount: number; price: number } {
  const known = own.changes?.find((each) => each.tier === tier.id);
  const price = known?.amount ?? tier.price;
  if (known) return { isImmediate: known.isImmediate, amount: known.isImmediate ? known.amount : 0, price };
  return own.tier === tier.id ? { isImmediate: false, amount: 0, price } : { isImmediate: true, amount: price, price };
}

/**
 * Joins or changes tier with the saved payment method; opens the checkout when there is none. `startNow` records that
 * the text of `StartNow` was shown.
 */
export function useJoin(tier: Pick<VipTier, 'id' | 'name'>, startNow: boolean, onDone: () => void) {
  const { t } = useLingui();
  const client = useQueryClient();
  return useIntent<number, Membership>({
    call: (price, idempotencyKey) => api.subscribeVip({ body: { tierId: tier.id, price, startNow }, idempotencyKey }),
    onSuccess: (membership) => {
      client.setQueryData(keyOf('ownVip'), membership);
      for (const name of ['creditBalance', 'creditTransactions', 'listOrders', 'getSpendingLimits'] as const)
        void client.invalidateQueries({ queryKey: keyOf(name) });
      toast({
        title: t`Success!`,
        text:
          membership.tier === tier.id
            ? t`You are a ${tier.name} member.`
            : t`${tier.name} begins with the next renewal.`,
      });
      onDone();
    },
    onError: (error) => {
      const code = codeOf(error);
      if (needsPaymentPage(error)) return continueOnPaymentPage(error, { purpose: 'vip', reference: tier.id });
      if (code === 'PRICE_CHANGED') void client.invalidateQueries({ queryKey: keyOf('listVipTiers') });
      if (code === 'CONFLICT' || code === 'PRICE_CHANGED') void client.invalidateQueries({ queryKey: keyOf('ownVip') });
    },
  });
}

export function useVipRenewal() {
  const { t } = useLingui();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (renews: boolean) => (renews ? api.resumeVip() : api.stopVip()),
    onSuccess: (membership) => {
      client.setQueryData(keyOf('ownVip'), membership);
      toast({ title: membership.renews ? t`It renews again` : t`It won't renew` });
    },
    onError: () => {
      void client.invalidateQueries({ queryKey: keyOf('ownVip') });
      toastError(t`Error`, t`Your membership could not be changed. Please try again.`);
    },
  });
}
