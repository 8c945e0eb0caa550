import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api, codeOf, keyOf } from '../../../../lib/api.ts';
import { go } from '../../../../lib/router.tsx';
import { useCurrentUser, useRefreshCurrentUser } from '../../../../lib/session.ts';
import { toast } from '../../../../lib/toast.ts';
import { useFailure } from '../../../../lib/use-failure.ts';
import { Notice } from '../notice.tsx';

/**
 * Confirms the address when the account's screen is opened by the link mailed at sign-up. Then goes on to the free
 * credits, which greet a fan at the end of the wizard, or, before the proof of age, to that.
 */
export function ConfirmEmail({ token }: { token: string }) {
  const { t } = useLingui();
  const fail = useFailure();
  const client = useQueryClient();
  const user = useCurrentUser();
  const refresh = useRefreshCurrentUser();
  const hasTried = useRef(false);
  const isConfirmed = user?.emailVerified === true;
  const confirm = useMutation({
    // A second visit by the same link finds the address confirmed.
    mutationFn: async () => (isConfirmed ? undefined : api.confirmEmail({ body: { token } })),
    onSuccess: async () => {
      await Promise.all([refresh(), client.invalidateQueries({ queryKey: keyOf('accountSecurity') })]);
      void client.invalidateQueries({ queryKey: keyOf('creditTerms') });
      toast({ title: t`Address confirmed`, text: t`Free credits can come to you now.` });
      if (user?.requiresAgeVerification) go({ to: '/', replace: true });
      else if (user?.creator) go({ to: '/credits', replace: true });
      else go({ to: '/welcome', search: { step: 'done' }, replace: true });
    },
    onError: (error) => {
      if (!isDead(error)) fail(error);
    },
  });
  const { mutate } = confirm;
  useEffect(() => {
    if (!user || hasTried.current) return;
    hasTried.current = true;
    mutate();
  }, [user, mutate]);
  if (!isDead(confirm.error)) return null;
  return (
    <div className="mt-6 lg:mb-6">
      <Notice tone="danger" title={<Trans>This link no longer works</Trans>}>
        <Trans>It is older than 7 days, was copied in part, or belongs to another account.</Trans>
      </Notice>
    </div>
  );
}

const isDead = (error: unknown): boolean => ['LINK_EXPIRED', 'VALIDATION_FAILED'].includes(codeOf(error) ?? '');
