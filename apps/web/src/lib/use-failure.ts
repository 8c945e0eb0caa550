import { useLingui } from '@lingui/react/macro';
import { codeOf, messageOf } from './api.ts';
import { toastError } from './toast.ts';

/** Returns what shows a failed call: what the server said, or that the connection dropped. */
export function useFailure(): (error: unknown) => void {
  const { t } = useLingui();
  return (error) => toastError(t`Error`, messageOf(error) ?? t`The connection dropped. Try again.`);
}

/** The same for a charge in credits. A price that has changed is said beside the button. */
export function useChargeFailure(): (error: unknown, insufficientText: string) => void {
  const { t } = useLingui();
  return (error, insufficientText) => {
    const code = codeOf(error);
    if (code === 'PRICE_CHANGED') return;
    if (code === 'INSUFFICIENT_CREDITS') return toastError(t`Insufficient Credits`, insufficientText);
    toastError(t`Error`, messageOf(error) ?? t`The connection dropped. You were not charged twice; try again.`);
  };
}
