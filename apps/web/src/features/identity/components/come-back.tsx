import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from '../../../components/ui/button.tsx';
import { api, codeOf, messageOf, queryOf } from '../../../lib/api.ts';
import { formatDate } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import { toast, toastError } from '../../../lib/toast.ts';
import { openLocal, useStartSession } from '../entry.ts';

/** After a complete sign-in to an account that its member deleted: keep it, or leave it closed. */
export function ComeBack({ target, onRestart }: { target: string; onRestart(): void }) {
  const { t } = useLingui();
  const language = useStore(languageStore);
  const startSession = useStartSession();
  const { data } = useQuery({ ...queryOf('leavingAccount'), staleTime: 0 });
  const keep = useMutation({
    mutationFn: async () => {
      await api.comeBack();
      await startSession();
    },
    onSuccess: () => {
      toast({ title: t`Welcome back!` });
      openLocal(target);
    },
    onError: (error) => {
      toastError(t`Login failed`, messageOf(error) ?? t`No answer from the server. Check your connection.`);
      if (codeOf(error) === 'SIGN_IN_EXPIRED') onRestart();
    },
  });
  return (
    <>
      <h1 tabIndex={-1} className="d2 mt-6 lg:mt-0">
        <Trans>You closed this account</Trans>
      </h1>
      <p className="mt-3 text-muted">
        {data?.eraseAt ? (
          <Trans>
            It is erased on {formatDate(data.eraseAt, language)}. Until then you can have it back as it was: page,
            messages, purchases and credits. Subscriptions that ran out meanwhile are not renewed.
          </Trans>
        ) : (
          <Trans>You can have it back as it was: page, messages, purchases and credits.</Trans>
        )}
      </p>
      <div className="mt-6 grid gap-3">
        <Button
          variant="primary"
          size="lg"
          full
          busy={keep.isPending || keep.isSuccess}
          busyLabel={<Trans>Opening your account</Trans>}
          onClick={() => keep.mutate()}
        >
          <Trans>Keep my account</Trans>
        </Button>
        <Button variant="ghost" full onClick={onRestart}>
          <Trans>Leave it closed</Trans>
        </Button>
      </div>
    </>
  );
}
