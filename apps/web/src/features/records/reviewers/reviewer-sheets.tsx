import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { CostRow } from '../../../components/pay/cost-summary.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { TextArea, TextInput } from '../../../components/ui/text-input.tsx';
import { type Answer, api } from '../../../lib/api.ts';
import { formatDate, formatTime } from '../../../lib/format.ts';
import { useRecordAct, useRecordForm } from '../../../lib/helpers/use-record-form.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import { useFailure } from '../../../lib/use-failure.ts';

type Grant = Answer<'listReviewers'>[number];

/** Asks for access, which another member of staff approves. */
export function InviteSheet({ onClose }: { onClose(): void }) {
  const { t } = useLingui();
  const form = useRecordForm({
    initial: { reviewer: '', organisation: '', email: '', reason: '', hours: '72', references: '' },
    send: ({ hours, references, ...body }, idempotencyKey) =>
      api.inviteReviewer({
        body: {
          ...body,
          hours: Number(hours) || 0,
          references: references.split(/[\s,;]+/).filter((each) => each !== ''),
        },
        idempotencyKey,
      }),
    changes: ['listReviewers', 'recordsWaiting'],
    done: t`Another member of staff approves it`,
    onDone: onClose,
  });
  return (
    <FormSheet
      onClose={onClose}
      title={<Trans>Give access</Trans>}
      intro={<Trans>The link is mailed when another approves it; the code is told by telephone.</Trans>}
      action={<Trans>Ask</Trans>}
      busyLabel={<Trans>Saving</Trans>}
      busy={form.busy}
      onSubmit={form.submit}
    >
      <Field label={<Trans>Name</Trans>} error={form.errorOf('reviewer')}>
        <TextInput maxLength={100} autoComplete="off" {...form.field('reviewer')} />
      </Field>
      <Field label={<Trans>Organisation</Trans>} error={form.errorOf('organisation')}>
        <TextInput maxLength={100} autoComplete="off" {...form.field('organisation')} />
      </Field>
      <Field label={<Trans>Email address</Trans>} error={form.errorOf('email')}>
        <TextInput type="email" maxLength={254} autoComplete="off" {...form.field('email')} />
      </Field>
      <Field
        label={<Trans>What they may read</Trans>}
        help={
          <Trans>Numbers of takedown cases, ids of items and consents, and periods such as 2026-11 or 2026-H2</Trans>
        }
        error={form.errorOf('references')}
      >
        <TextArea rows={3} autoComplete="off" spellCheck={false} {...form.field('references')} />
      </Field>
      <Field label={<Trans>Hours</Trans>} error={form.errorOf('hours')}>
        <TextInput inputMode="numeric" maxLength={3} {...form.field('hours')} />
      </Field>
      <Field label={<Trans>Why</Trans>} error={form.errorOf('reason') ?? form.failure}>
        <TextArea rows={3} maxLength={1000} {...form.field('reason')} />
      </Field>
    </FormSheet>
  );
}

/** One access: what it opens, who looked, and what staff may do with it. */
export function GrantSheet({ grant, onClose }: { grant: Grant; onClose(): void }) {
  const { t } = useLingui();
  const language = useStore(languageStore);
  const fail = useFailure();
  const [code, setCode] = useState<string | null>(null);
  const params = { id: grant.id };
  const approve = useRecordAct(() => api.approveReviewer({ params }), ['listReviewers', 'recordsWaiting'], {
    onDone: (approved) => setCode(approved.code),
    onError: fail,
  });
  const end = useRecordAct(() => api.endReviewer({ params }), ['listReviewers', 'recordsWaiting'], {
    onDone: onClose,
    onError: fail,
  });
  const isOver = grant.state === 'ended' || grant.state === 'expired';
  if (code)
    return (
      <Sheet open onClose={onClose} title={<Trans>Code, shown once</Trans>}>
        <p className="num text-[2.5rem] tabular-nums">{code}</p>
        <p className="mt-3 text-muted">
          <Trans>
            Tell it to {grant.reviewer} by telephone. The link is in their mail; the two must not go the same way.
          </Trans>
        </p>
      </Sheet>
    );
  return (
    <Sheet
      open
      onClose={onClose}
      title={grant.number}
      actions={
        isOver ? undefined : (
          <>
            <Button busy={end.isPending} onClick={() => end.mutate(undefined)}>
              <Trans>End it</Trans>
            </Button>
            {grant.mayApprove ? (
              <Button variant="primary" busy={approve.isPending} onClick={() => approve.mutate(undefined)}>
                <Trans>Approve</Trans>
              </Button>
            ) : null}
          </>
        )
      }
    >
      <dl>
        <CostRow label={<Trans>Reviewer</Trans>}>
          {grant.reviewer}
          <span className="block break-all font-normal text-faint text-meta">{grant.email}</span>
        </CostRow>
        <CostRow label={<Trans>Organisation</Trans>}>{grant.organisation}</CostRow>
        <CostRow label={<Trans>Hours</Trans>}>{grant.hours}</CostRow>
        <CostRow label={<Trans>Asked by</Trans>}>{grant.askedBy}</CostRow>
        <CostRow label={<Trans>Approved by</Trans>}>{grant.approvedBy ?? t`nobody yet`}</CostRow>
        {grant.expiresAt ? (
          <CostRow label={<Trans>Until</Trans>}>
            {formatDate(grant.expiresAt, language)}, {formatTime(grant.expiresAt)}
          </CostRow>
        ) : null}
        <CostRow label={<Trans>Looks</Trans>}>
          <Plural value={grant.views} one="# look" other="# looks" />
          {grant.lastViewAt ? (
            <span className="block font-normal text-faint text-meta">
              {formatDate(grant.lastViewAt, language)}, {formatTime(grant.lastViewAt)}
            </span>
          ) : null}
        </CostRow>
      </dl>
      <p className="mt-4 whitespace-pre-line wrap-anywhere">{grant.reason}</p>
      <p className="mt-3 wrap-anywhere text-muted text-sm tabular-nums">
        {grant.items.map(({ reference }) => reference).join(', ')}
      </p>
    </Sheet>
  );
}
