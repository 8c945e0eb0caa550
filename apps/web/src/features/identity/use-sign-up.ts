import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { shownConsents } from '../../components/sign-up-consents.tsx';
import { api, codeOf, fieldErrorsOf, messageOf } from '../../lib/api.ts';
import { deleteDraft } from '../../lib/draft.ts';
import type { FieldErrors } from '../../lib/form.ts';
import { dismissTitled, toast, toastError } from '../../lib/toast.ts';
import { openLocal, useStartSession } from './entry.ts';
import { forgetReferral } from './referral.ts';
import { type AccountStep, type ProfileStep, profileBody } from './sign-up-form.ts';

type ProfileBody = Parameters<typeof api.createProfile>[0]['body'];

interface SignUp {
  /** Absent when the account exists and only the profile is missing. */
  account?: AccountStep;
  profile: ProfileStep;
  /** Whether what the member says of their sex life may be kept. */
  special: boolean;
  /** The creator whose link led here. */
  referredBy: string | null;
}

/**
 * Creates the account, then its profile. When only the second call fails, a retry creates no second account. `refuse`
 * gets the errors by field and returns true when the form could show them.
 */
export function useSignUp(refuse: (fields: FieldErrors) => boolean) {
  const { t } = useLingui();
  const startSession = useStartSession();
  const createdUserId = useRef<string | undefined>(undefined);

  async function createAccount(
    { confirmPassword: _typedTwice, ...body }: AccountStep,
    special: boolean,
  ): Promise<string> {
    const { user } = await api.register({ body: { ...body, consents: shownConsents(special) } });
    createdUserId.current = user.id;
    return user.id;
  }

  const signUp = useMutation({
    mutationFn: async ({ account, profile, special, referredBy }: SignUp) => {
      const userId = account ? (createdUserId.current ?? (await createAccount(account, special))) : undefined;
      // The form's rules have passed, so these errors are the server's.
      const body = { ...profileBody(profile, userId), ...(referredBy ? { referredBy } : {}) };
      await api.createProfile({ body: body as ProfileBody });
      // Everything is saved. If the member cannot be fetched now, the next screen retries.
      await startSession().catch(() => null);
    },
    onMutate: () => dismissTitled(t`Registration failed`),
    onSuccess: () => {
      deleteDraft('sign-up');
      forgetReferral();
      toast({ title: t`Welcome to the platform!` });
      openLocal('/');
    },
    onError: (error) => {
      const shown = refuse(fieldErrorsOf(error));
      const serverMessage =
        codeOf(error) === 'VALIDATION_FAILED' && shown ? Object.values(fieldErrorsOf(error))[0] : undefined;
      toastError(t`Registration failed`, serverMessage ?? messageOf(error) ?? t`Please try again`);
    },
  });
  return { signUp, hasCreatedAccount: () => createdUserId.current !== undefined };
}
