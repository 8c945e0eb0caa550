import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api, codeOf, keyOf } from '../../../../lib/api.ts';
import { go } from '../../../../lib/router.tsx';
import { useRefreshCurrentUser } from '../../../../lib/session.ts';
import { toast } from '../../../../lib/toast.ts';
import { useFailure } from '../../../../lib/use-failure.ts';
import { Notice } from '../notice.tsx';

/** Uses the new address when the account's screen is opened by the link that was mailed there. */
export function ConfirmAddress({ token }: { token: string }) {
  const { t } = useLingui();
  const fail = useFailure();
  const client = useQueryClient();
  const refresh = useRefreshCurrentUser();
  const hasTried = useRef(false);
  const confirm = useMutation({
    mutationFn: () => api.confirmNewEmail({ body: { token } }),
    onSuccess: async ({ email }) => {
      await Promise.all([
        refresh(),
        client.invalidateQueries({ queryKey: keyOf('accountSecurity') }),
        client.invalidateQueries({ queryKey: keyOf('listSessions') }),
      ]);
      toast({ title: t`Address changed`, text: t`You sign in with ${email} from now on.` });
      go({ to: '/account', replace: true });
    },
    onError: (error) => {
      if (!isDead(error)) fail(error);
    },
  });
  const { mutate } = confirm;
  useEffect(() => {
    if (hasTried.current) return;
    hasTried.current = true;
    mutate();
  }, [mutate]);
  if (!isDead(confirm.error)) return null;
  return (
    <div className="mt-6 lg:mb-6">
      <Notice tone="danger" title={<Trans>This link no longer works</Trans>}>
        {codeOf(confirm.error) === 'CONFLICT' ? (
          <Trans>This address has another account by now. Your own address stays as it is.</Trans>
        ) : (
          <Trans>
            It was used before, is older than 24 hours, was copied in part, or belongs to another account. Nothing has
            changed.
          </Trans>
        )}
      </Notice>
    </div>
  );
}

const isDead = (error: unknown): boolean =>
  ['LINK_EXPIRED', 'VALIDATION_FAILED', 'CONFLICT'].includes(codeOf(error) ?? '');
