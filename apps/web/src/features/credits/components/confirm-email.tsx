import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { api, codeOf, keyOf } from '../../../lib/api.ts';
import { useSearchParam } from '../../../lib/router.tsx';
import { useCurrentUser, useRefreshCurrentUser } from '../../../lib/session.ts';
import { toast, toastError } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';

/**
 * Confirms the email address when opened by a confirmation link; else offers to send one, because free credits require
 * it.
 */
export function ConfirmEmail() {
  const { t } = useLingui();
  const fail = useFailure();
  const user = useCurrentUser();
  const refresh = useRefreshCurrentUser();
  const client = useQueryClient();
  const token = useSearchParam('confirm');
  const hasTried = useRef(false);
  const confirm = useMutation({
    mutationFn: (link: string) => api.confirmEmail({ body: { token: link } }),
    onSuccess: async () => {
      await refresh();
      void client.invalidateQueries({ queryKey: keyOf('creditTerms') });
      toast({ title: t`Address confirmed`, text: t`Free credits can come to you now.` });
    },
    onError: (error) =>
      codeOf(error) === 'LINK_EXPIRED' || codeOf(error) === 'VALIDATION_FAILED'
        ? toastError(
            t`This link no longer works`,
            t`It is older than 7 days, was copied in part, or belongs to another account.`,
          )
        : fail(error),
  });
  const send = useMutation({
    mutationFn: () => api.sendConfirmation(),
    onSuccess: () => toast({ title: t`Link sent`, text: t`It works for 7 days.` }),
    onError: fail,
  });
  const { mutate } = confirm;
  const isOpen = user?.emailVerified === false;
  useEffect(() => {
    if (!token || !isOpen || hasTried.current) return;
    hasTried.current = true;
    mutate(token);
  }, [token, isOpen, mutate]);
  if (!isOpen) return null;
  return (
    <section className="mt-5 rounded-card bg-surface-1 px-5 py-4">
      <p className="text-sm">
        <Trans>Free credits come to a confirmed address. We mailed a link to {user.email}.</Trans>
      </p>
      <Button
        className="mt-3"
        size="sm"
        variant="bone"
        busy={send.isPending}
        busyLabel={<Trans>Sending</Trans>}
        onClick={() => send.mutate()}
      >
        <Trans>Send it again</Trans>
      </Button>
    </section>
  );
}
