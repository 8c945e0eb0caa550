import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type Answer, api, keyOf } from '../../lib/api.ts';
import { continueOnPaymentPage, needsPaymentPage } from '../../lib/checkout.ts';
import { formatRandAmount } from '../../lib/format.ts';
import { useIntent } from '../../lib/helpers/idempotency.ts';
import { toast, toastError } from '../../lib/toast.ts';

/** The recipient of a tip; `contentId` when it is for an item. */
export interface TipRecipient {
  profileId: string;
  name: string;
  contentId?: string | undefined;
}
/** Reference of the tip in the checkout's URL. */
export const tipReference = ({ profileId, contentId }: TipRecipient): string =>
  contentId ? `${profileId}/${contentId}` : profileId;

export interface TipInput {
  /** In rand. */
  amount: number;
  message: string;
}

/** Sends a tip with the saved payment method; opens the checkout when there is none. */
export function useSendTip(to: TipRecipient, onSent: (tip: Answer<'sendTip'>) => void) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { profileId, name, contentId } = to;
  return useIntent<TipInput, Answer<'sendTip'>>({
    call: ({ amount, message }, idempotencyKey) =>
      api.sendTip({
        body: { profileId, amount, ...(contentId ? { contentId } : {}), ...(message ? { message } : {}) },
        idempotencyKey,
      }),
    onSuccess: (tip) => {
      const sent = formatRandAmount(tip.amount);
      toast({ title: t`Tip sent!`, text: t`Successfully sent R${sent} to ${name}` });
      void client.invalidateQueries({ queryKey: keyOf('getSpendingLimits') });
      onSent(tip);
    },
    onError: (error, { amount, message }) => {
      if (needsPaymentPage(error))
        continueOnPaymentPage(error, { purpose: 'tip', reference: tipReference(to), amount, message });
      else toastError(t`Error`, t`Failed to send tip`);
    },
  });
}
