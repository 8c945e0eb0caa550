import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { api } from '../../../lib/api.ts';
import { go, useSearchParam } from '../../../lib/router.tsx';
import { useCurrentUser } from '../../../lib/session.ts';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';

/** Offers to mail a confirmation link, because free credits require a confirmed address. */
export function ConfirmEmail() {
  const { t } = useLingui();
  const user = useCurrentUser();
  const token = useSearchParam('confirm');
  const send = useMutation({
    mutationFn: () => api.sendConfirmation(),
    onSuccess: () => toast({ title: t`Link sent`, text: t`It works for 7 days.` }),
    onError: useFailure(),
  });
  // Links of older mails lead here.
  useEffect(() => {
    if (token) go({ to: '/account', search: { confirm: token }, replace: true });
  }, [token]);
  if (user?.emailVerified !== false) return null;
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
