import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { CommunityRule } from '@vlam/contract/rules/community';
import { type ReactNode, useRef, useState } from 'react';
import { ReasonField } from '../../../components/reason-field.tsx';
import { RuleField } from '../../../components/staff-lists/rule-field.tsx';
import { RadioRows } from '../../../components/ui/choice.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { WithKey } from '../../../components/ui/key-cap.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { messageOf, queryOf } from '../../../lib/api.ts';
import { useKeys } from '../../../lib/helpers/use-keys.ts';
import { toast } from '../../../lib/toast.ts';
import { type ContentDecision, useDecideContent } from '../api.ts';
import { ApprovalNote } from './approval-note.tsx';
import { CaseFacts } from './content-facts.tsx';

const maxReasonLength = 500;

interface ContentCaseProps {
  contentId: string;
  state: 'review' | 'flagged';
  onClose(): void;
}

/** One item with its record, and the decision about it. */
export function ContentCase({ contentId, state, onClose }: ContentCaseProps) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery({
    ...queryOf('reviewContent', { params: { id: contentId } }),
    refetchOnMount: 'always',
  });
  const [decision, setDecision] = useState<ContentDecision | null>(null);
  const [fileId, setFileId] = useState<string | null>(null);
  const [rule, setRule] = useState<CommunityRule>('consent');
  const [reason, setReason] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const [isAsked, setAsked] = useState(false);
  const decide = useDecideContent({
    onSuccess({ isSecondNeeded }) {
      if (isSecondNeeded) toast({ title: t`Approved. A second moderator publishes it` });
      else if (decision)
        toast({
          title: { approve: t`Published`, refuse: t`Given back`, file: t`File removed`, delete: t`Removed` }[decision],
        });
      onClose();
    },
    onError: () => undefined,
  });
  const labels: Record<ContentDecision, ReactNode> = {
    approve: <Trans>Publish it</Trans>,
    refuse: <Trans>Give it back</Trans>,
    file: <Trans>Remove one file</Trans>,
    delete: <Trans>Remove it for good</Trans>,
  };
  const files = data?.item.holds ? (data.item.files ?? []) : [];
  const isFirst = data ? data.approvals.length + 1 < data.approvalsNeeded : false;
  const given = reason.trim();
  /** By its key: the reason is left to give, and what is typed next belongs to it. */
  const choose = (next: ContentDecision) => {
    setDecision(next);
    form.current?.querySelector('textarea')?.focus();
  };
  const isDecidable = data !== undefined && !data.isOwn;
  useKeys(
    {
      e: () => setAsked(true),
      ...(isDecidable && {
        a: data.hasApproved ? undefined : () => choose('approve'),
        r: state === 'review' ? () => choose('refuse') : undefined,
        x: () => choose('delete'),
      }),
    },
    { inDialog: true },
  );
  return (
    <FormSheet
      formRef={form}
      onClose={onClose}
      title={data?.item.title ?? t`Content to review`}
      action={
        decision === 'approve' && isFirst ? (
          <Trans>Approve it</Trans>
        ) : decision ? (
          labels[decision]
        ) : (
          <Trans>Decide</Trans>
        )
      }
      busyLabel={<Trans>Saving</Trans>}
      busy={decide.isPending}
      variant={decision === 'delete' || decision === 'file' ? 'danger' : 'primary'}
      disabled={!data || data.isOwn || !decision || (decision === 'file' && !fileId)}
      onSubmit={() => {
        setSubmitted(true);
        const one = decision === 'file' && fileId ? { mediaId: fileId } : {};
        if (given && decision) decide.mutate({ decision, contentId, rule, reason: given, ...one });
      }}
    >
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading label={t`Loading content`}>
          <SkeletonRows />
        </Loading>
      ) : (
        <>
          <ApprovalNote waiting={data} />
          <CaseFacts reviewed={data} isAsked={isAsked} />
          {data.isOwn ? (
            <p className="text-muted">
              <Trans>This is your own item. Another member of staff decides about it.</Trans>
            </p>
          ) : (
            <>
              <RadioRows
                legend={<Trans>Decision</Trans>}
                options={[
                  ...(data.hasApproved
                    ? []
                    : ([
                        {
                          value: 'approve',
                          label: <WithKey cap="A">{isFirst ? <Trans>Approve it</Trans> : labels.approve}</WithKey>,
                          description: isFirst ? (
                            <Trans>A second moderator publishes it</Trans>
                          ) : (
                            <Trans>Only if everyone in it has said yes</Trans>
                          ),
                        },
                      ] as const)),
                  ...(state === 'review'
                    ? ([
                        {
                          value: 'refuse',
                          label: <WithKey cap="R">{labels.refuse}</WithKey>,
                          description: <Trans>A draft again; its creator reads the reason and can correct it</Trans>,
                        },
                      ] as const)
                    : []),
                  ...(files.length > 1
                    ? ([
                        {
                          value: 'file',
                          label: labels.file,
                          description: <Trans>The others go on waiting; it cannot be uploaded again</Trans>,
                        },
                      ] as const)
                    : []),
                  {
                    value: 'delete',
                    label: <WithKey cap="X">{labels.delete}</WithKey>,
                    description: <Trans>The file is deleted and cannot be uploaded again</Trans>,
                  },
                ]}
                value={decision}
                onChange={setDecision}
              />
              {decision === 'file' ? (
                <RadioRows
                  legend={<Trans>Which file</Trans>}
                  options={files.map(({ id }, index) => ({ value: id, label: <Trans>File {index + 1}</Trans> }))}
                  value={fileId}
                  onChange={setFileId}
                />
              ) : null}
              {decision && decision !== 'approve' ? <RuleField value={rule} onChange={setRule} /> : null}
              <ReasonField
                label={
                  decision && decision !== 'approve' ? (
                    <Trans>Reason, which its creator reads</Trans>
                  ) : (
                    <Trans>Reason, for the audit log</Trans>
                  )
                }
                error={submitted && !given ? <Trans>Say why</Trans> : messageOf(decide.error)}
                maxLength={maxReasonLength}
                value={reason}
                onChange={setReason}
              />
            </>
          )}
        </>
      )}
    </FormSheet>
  );
}
