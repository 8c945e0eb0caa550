import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { ApiError, api, codeOf, messageOf } from '../../lib/api.ts';
import type { AgeForm } from './check-form.ts';

/** Sends the proof. Somebody verified meanwhile, in another tab say, is through as well. */
export function useAgeCheck(onVerified: () => void) {
  return useMutation({
    mutationFn: async (form: AgeForm) => {
      try {
        await api.verifyAge({ body: { ...form, documentNumber: form.documentNumber.trim(), isOver18: true } });
      } catch (error) {
        if (codeOf(error) !== 'ALREADY_VERIFIED') throw error;
      }
    },
    onSuccess: onVerified,
  });
}

/** What a failed check says: the server's sentence, how long to wait, or that nothing answered. */
export function useAgeRefusal(error: unknown): string | null {
  const { t } = useLingui();
  if (!error) return null;
  if (!(error instanceof ApiError)) return t`Verification failed. Please try again.`;
  const said = messageOf(error) ?? t`Verification failed`;
  const wait = error.body?.details?.retryAfterSeconds;
  if (typeof wait !== 'number') return said;
  const minutes = Math.max(1, Math.ceil(wait / 60));
  return `${said}. ${t`${plural(minutes, { one: 'Try again in # minute.', other: 'Try again in # minutes.' })}`}`;
}
