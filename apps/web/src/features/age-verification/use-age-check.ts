import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { shownConsents } from '../../components/sign-up-consents.tsx';
import { ApiError, api, codeOf, keyOf, messageOf } from '../../lib/api.ts';
import type { AgeForm } from './check-form.ts';

interface AgeProof {
  form: AgeForm;
  /** What an account that was made without it agrees to now. */
  consents: ReturnType<typeof shownConsents> | null;
}

/** Submits the proof of age. Also succeeds when the member was verified in another tab first. */
export function useAgeCheck(onVerified: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ form, consents }: AgeProof) => {
      try {
        await api.verifyAge({
          body: {
            ...form,
            documentNumber: form.documentNumber.trim(),
            isOver18: true,
            ...(consents ? { consents } : {}),
          },
        });
      } catch (error) {
        if (codeOf(error) !== 'ALREADY_VERIFIED') throw error;
      }
    },
    onSuccess: onVerified,
    // Staff must review it, or the terms are missing: the gate shows that.
    onError: (error) => {
      const code = codeOf(error);
      if (code === 'AGE_REVIEW_PENDING' || code === 'CONSENT_REQUIRED')
        void client.invalidateQueries({ queryKey: keyOf('ageCheck') });
    },
  });
}

/** Returns a text with the attempts left in this hour. */
export function useAttemptsLeftText(): (left: number) => string {
  const { t } = useLingui();
  return (left) =>
    left === 0
      ? t`No tries are left. Try again in an hour.`
      : t`${plural(left, { one: '# try left in this hour.', other: '# tries left in this hour.' })}`;
}

/** Text of a failed check: the server's message, the waiting time, or a network error. */
export function useAgeRefusal(error: unknown): string | null {
  const { t } = useLingui();
  const translate = useAttemptsLeftText();
  if (!error) return null;
  if (!(error instanceof ApiError)) return t`Verification failed. Please try again.`;
  const message = messageOf(error) ?? t`Verification failed`;
  const left = error.body?.details?.triesLeft;
  if (typeof left === 'number') return `${message}. ${translate(left)}`;
  const wait = error.body?.details?.retryAfterSeconds;
  if (typeof wait !== 'number') return message;
  const minutes = Math.max(1, Math.ceil(wait / 60));
  return `${message}. ${t`${plural(minutes, { one: 'Try again in # minute.', other: 'Try again in # minutes.' })}`}`;
}
