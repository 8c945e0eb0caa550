import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { moderationOperations } from '@vlam/contract/moderation';
import type { BodyOf } from '@vlam/contract/operation';
import { type ReportReason, reportReasons } from '@vlam/contract/rules/meeting';
import { type ReactNode, useState } from 'react';
import { api } from '../../lib/api.ts';
import { reportReasonNames } from '../../lib/report-reasons.ts';
import { toast } from '../../lib/toast.ts';
import { useFailure } from '../../lib/use-failure.ts';
import { RadioRows } from './choice.tsx';
import { Field } from './field.tsx';
import { Sheet } from './sheet.tsx';
import { SheetFoot } from './sheet-foot.tsx';
import { TextArea } from './text-input.tsx';

export interface ReportTarget {
  type: BodyOf<(typeof moderationOperations)['report']>['targetType'];
  id: string;
}

export interface ReportSheetProps {
  target: ReportTarget;
  /** Messages of the thread to show to moderators. */
  messageIds?: readonly string[];
  /** Sends the person's latest messages, because none can be chosen. */
  latestMessages?: boolean;
  /** Name of what is reported: a person, or "this event". */
  title: ReactNode;
  onClose(): void;
  onReported?: (() => void) | undefined;
}

const maxDetailsLength = 1_000;

/** Reports a person or thing to the moderators. The reported person never learns who reported. */
export function ReportSheet({
  target,
  messageIds = [],
  latestMessages = false,
  title,
  onClose,
  onReported,
}: ReportSheetProps) {
  const { t, i18n } = useLingui();
  const fail = useFailure();
  const [reason, setReason] = useState<ReportReason | null>(null);
  const [details, setDetails] = useState('');
  const send = useMutation({
    mutationFn: (body: Parameters<typeof api.report>[0]['body']) => api.report({ body }),
    onSuccess: () => {
      toast({ title: t`Reported`, text: t`Thank you. Our moderators will look at it.` });
      onClose();
      onReported?.();
    },
    onError: fail,
  });
  return (
    <Sheet
      open
      onClose={onClose}
      locked={send.isPending}
      title={title}
      intro={
        latestMessages ? (
          <Trans>
            Only our moderators read this, with the last messages they wrote to you. Nobody is told who reported.
          </Trans>
        ) : (
          <Trans>Only our moderators read this. Nobody is told who reported.</Trans>
        )
      }
      actions={
        <SheetFoot
          onCancel={onClose}
          action={<Trans>Send report</Trans>}
          disabled={reason === null}
          busy={send.isPending}
          busyLabel={<Trans>Sending</Trans>}
          onConfirm={() =>
            reason &&
            send.mutate({
              targetType: target.type,
              targetId: target.id,
              ...(messageIds.length > 0 ? { messageIds: [...messageIds] } : {}),
              ...(latestMessages ? { latestMessages } : {}),
              reason,
              ...(details.trim() ? { details: details.trim() } : {}),
            })
          }
        />
      }
    >
      <RadioRows<ReportReason>
        legend={<Trans>What is wrong?</Trans>}
        options={reportReasons.map((value) => ({ value, label: i18n._(reportReasonNames[value]) }))}
        value={reason}
        onChange={setReason}
      />
      <Field label={<Trans>What happened</Trans>} aside={<Trans>Optional</Trans>} className="mt-4">
        <TextArea
          name="details"
          rows={3}
          maxLength={maxDetailsLength}
          value={details}
          onChange={(event) => setDetails(event.currentTarget.value)}
        />
      </Field>
      {reason === 'underage' || reason === 'violence' ? (
        <p className="mt-4 text-muted text-sm">
          <Trans>If somebody is in danger now, call the police on 10111, or 112 from a cell phone.</Trans>
        </p>
      ) : null}
    </Sheet>
  );
}
