import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { releaseHours } from '@vlam/contract/records-information';
import { SaveButton } from '../../../components/save-button.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { type Answer, api, keyOf, messageOf } from '../../../lib/api.ts';
import { formatDate, formatTime } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import { toast } from '../../../lib/toast.ts';

type Case = Answer<'openInformationCase'>;

/** The file of everything stored of the member: one of staff asks for it, another approves, and staff may then save it. */
export function DataRelease({ found }: { found: Case }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const language = useStore(languageStore);
  const params = { id: found.id };
  const { release } = found;
  const act = useMutation({
    mutationFn: (step: 'ask' | 'approve') =>
      step === 'ask' ? api.askInformationRelease({ params }) : api.approveInformationRelease({ params }),
    onSuccess(result, step) {
      toast({ title: step === 'ask' ? t`Another member of staff approves it` : t`Approved` });
      client.setQueryData(keyOf('openInformationCase', { params }), result);
      void client.invalidateQueries({ queryKey: keyOf('recordsWaiting') });
    },
  });
  const failure = messageOf(act.error);
  return (
    <section className="mt-4 grid gap-3">
      <h2 className="font-semibold">
        <Trans>Everything stored of the member</Trans>
      </h2>
      {!release ? (
        <>
          <p className="text-muted text-sm">
            <Trans>Two people release the file: you ask for it, and another member of staff approves.</Trans>
          </p>
          <Button full busy={act.isPending} onClick={() => act.mutate('ask')}>
            <Trans>Ask for the file</Trans>
          </Button>
        </>
      ) : release.openUntil ? (
        <>
          <p className="text-muted text-sm">
            <Trans>
              Asked for by {release.askedBy}, approved by {release.approvedBy}. It may be saved until{' '}
              {formatDate(release.openUntil, language)}, {formatTime(release.openUntil)}.
            </Trans>
          </p>
          <SaveButton href={`/api/admin/information-requests/${found.id}/data.zip`} name={`${found.number}.zip`} full>
            <Trans>Everything stored of the member, as a file</Trans>
          </SaveButton>
        </>
      ) : (
        <>
          <p className="text-muted text-sm">
            {release.mayApprove ? (
              <Trans>
                {release.askedBy} asked for the file. Approve it only if the request is genuine; it may be saved for{' '}
                {releaseHours} hours.
              </Trans>
            ) : (
              <Trans>{release.askedBy} asked for the file. Another member of staff approves it.</Trans>
            )}
          </p>
          {release.mayApprove ? (
            <Button full variant="bone" busy={act.isPending} onClick={() => act.mutate('approve')}>
              <Trans>Approve the file</Trans>
            </Button>
          ) : null}
        </>
      )}
      {failure ? (
        <p role="alert" className="text-danger text-sm">
          {failure}
        </p>
      ) : null}
    </section>
  );
}
