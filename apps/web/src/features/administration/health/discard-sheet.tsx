import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { ReasonField } from '../../../components/reason-field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { type DeadJob, useDeadJobs } from './api.ts';

const minReasonLength = 3;

/** Asks for a reason before a job is given up for good. */
export function DiscardSheet({ job, onClose }: { job: DeadJob; onClose(): void }) {
  const { t } = useLingui();
  const fail = useFailure();
  const [reason, setReason] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const hasReason = reason.trim().length >= minReasonLength;
  const discard = useDeadJobs({
    onSuccess: () => {
      toast({ title: t`Discarded`, text: t`Your reason is in the audit log.` });
      onClose();
    },
    onError: fail,
  });
  return (
    <FormSheet
      onClose={onClose}
      title={<Trans>Discard {job.task}?</Trans>}
      intro={<Trans>It never runs. What it should have done is not done by anything else.</Trans>}
      busy={discard.isPending}
      busyLabel={<Trans>Discarding</Trans>}
      variant="danger"
      action={<Trans>Discard it</Trans>}
      onSubmit={() => {
        setSubmitted(true);
        if (hasReason) discard.mutate({ ids: [job.id], reason: reason.trim() });
      }}
    >
      <ReasonField
        label={<Trans>Why it need not run</Trans>}
        error={submitted && !hasReason ? t`Say why it need not run` : undefined}
        maxLength={300}
        value={reason}
        onChange={setReason}
      />
    </FormSheet>
  );
}
