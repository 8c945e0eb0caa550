import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { FailedNote } from '../../../components/ui/failed-note.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { type Answer, api, keyOf, queryOf } from '../../../lib/api.ts';
import { formatDate, formatTime } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';

type Grant = Answer<'adminGrants'>[number];

/** Members that an admin proposed as an admin: another one confirms them within a day. Nothing without any. */
export function AdminGrants() {
  const { data, error, refetch } = useQuery(queryOf('adminGrants'));
  const [confirming, setConfirming] = useState<Grant | null>(null);
  // A proposal that waits for this admin must not look like none.
  if (error && !data)
    return (
      <FailedNote onRetry={() => void refetch()}>
        <Trans>Who is proposed as an admin did not load.</Trans>
      </FailedNote>
    );
  if (!data || data.length === 0) return null;
  return (
    <section data-slot="admin-grants" className="mt-5">
      <h2 className="font-semibold">
        <Trans>Proposed as admins</Trans>
      </h2>
      <ul>
        {data.map((grant) => (
          <GrantRow key={grant.id} grant={grant} onConfirm={() => setConfirming(grant)} />
        ))}
      </ul>
      {confirming ? <ConfirmSheet grant={confirming} onClose={() => setConfirming(null)} /> : null}
    </section>
  );
}

/** Acts on a proposal; the lists that it changes are read again. */
function useGrantAction(act: () => Promise<unknown>, onSuccess: () => void) {
  const fail = useFailure();
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess,
    onError: fail,
    onSettled: () => {
      for (const name of ['adminGrants', 'adminUsers', 'adminMember'] as const)
        void client.invalidateQueries({ queryKey: keyOf(name) });
    },
  });
}

function GrantRow({ grant, onConfirm }: { grant: Grant; onConfirm(): void }) {
  const { t } = useLingui();
  const language = useStore(languageStore);
  const until = `${formatDate(grant.expiresAt, language)}, ${formatTime(grant.expiresAt)}`;
  const proposer = grant.proposedBy.name;
  const withdraw = useGrantAction(
    () => api.withdrawAdminGrant({ params: { id: grant.id } }),
    () => toast({ title: t`Proposal withdrawn`, text: grant.userName }),
  );
  return (
    <li className="flex min-h-15 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t py-2.5 first:border-t-0">
      <div className="min-w-0">
        <p className="wrap-anywhere font-semibold">{grant.userName}</p>
        <p className="text-faint text-meta">
          <Trans>
            Proposed by {proposer}, until {until}
          </Trans>
        </p>
      </div>
      <div className="flex gap-2">
        <Button size="sm" busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
          {grant.mayConfirm ? <Trans>Refuse</Trans> : <Trans>Withdraw</Trans>}
        </Button>
        {grant.mayConfirm ? (
          <Button size="sm" variant="bone" onClick={onConfirm}>
            <Trans>Confirm</Trans>
          </Button>
        ) : null}
      </div>
    </li>
  );
}

function ConfirmSheet({ grant, onClose }: { grant: Grant; onClose(): void }) {
  const { t } = useLingui();
  const name = grant.userName;
  const confirm = useGrantAction(
    () => api.confirmAdminGrant({ params: { id: grant.id } }),
    () => {
      toast({ title: t`Role changed`, text: name });
      onClose();
    },
  );
  return (
    <FormSheet
      onClose={onClose}
      title={<Trans>Make {name} an admin?</Trans>}
      intro={<Trans>An admin may do everything, also change roles. They are signed out and sign in again.</Trans>}
      action={<Trans>Make admin</Trans>}
      busyLabel={<Trans>Changing</Trans>}
      busy={confirm.isPending}
      variant="danger"
      onSubmit={() => confirm.mutate()}
    />
  );
}
