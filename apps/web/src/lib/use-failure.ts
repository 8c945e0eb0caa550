import { useLingui } from '@lingui/react/macro';
import { codeOf, messageOf } from './api.ts';
import { toastError } from './toast.ts';

/** Returns a function that shows an error toast with the server's message or a network error. */
export function useFailure(): (error: unknown) => void {
  const { t } = useLingui();
  return (error) => toastError(t`Error`, messageOf(error) ?? t`The connection dropped. Try again.`);
}

/** Like `useFailure`, for a charge in credits. `PriceChanged` shows a changed price beside the button. */
export function useChargeFailure(): (error: unknown, insufficientText: string) => void {
  const { t } = useLingui();
  return (error, insufficientText) => {
    const code = codeOf(error);
    if (code === 'PRICE_CHANGED') return;
    if (code === 'INSUFFICIENT_CREDITS') return toastError(t`Insufficient Credits`, insufficientText);
    toastError(t`Error`, messageOf(error) ?? t`The connection dropped. You were not charged twice; try again.`);
  };
}
