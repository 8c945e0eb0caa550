import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { dailyBonusCredits } from '@vlam/contract/credits';
import { type Answer, api, keyOf, messageOf } from '../../lib/api.ts';
import { useIntent } from '../../lib/helpers/idempotency.ts';
import { toast, toastError } from '../../lib/toast.ts';

/** Claims today's bonus, shows the result, and updates the balance. */
export function useDailyBonus() {
  const { t } = useLingui();
  const client = useQueryClient();
  return useIntent<void, Answer<'dailyBonus'>>({
    call: (_input, idempotencyKey) => api.dailyBonus({ idempotencyKey }),
    onSuccess: ({ granted, refusal }) => {
      void client.invalidateQueries({ queryKey: keyOf('creditBalance') });
      void client.invalidateQueries({ queryKey: keyOf('creditTransactions') });
      if (granted) toast({ title: t`${dailyBonusCredits} credits added`, text: t`Come back tomorrow for more.` });
      else if (refusal === 'confirm_email')
        toast({ tone: 'info', title: t`Confirm your address first`, text: t`Open the link we mailed to you.` });
      else if (refusal === 'enough_today')
        toast({
          tone: 'info',
          title: t`Not today`,
          text: t`Many bonuses were given here already. Try again tomorrow.`,
        });
      else toast({ tone: 'info', title: t`Already received today`, text: t`The next bonus comes tomorrow.` });
    },
    onError: (error) =>
      toastError(t`Error`, messageOf(error) ?? t`The bonus could not be claimed. Check your connection and try again.`),
  });
}
