import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { CostRow } from '../../../components/pay/cost-summary.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { DueText } from '../../../components/ui/due-clock.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { WithKey } from '../../../components/ui/key-cap.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { TextArea } from '../../../components/ui/text-input.tsx';
import { formatDate } from '../../../lib/format.ts';
import { useKeys } from '../../../lib/helpers/use-keys.ts';
import { languageStore } from '../../../lib/language.ts';
import { reportReasonNames } from '../../../lib/report-reasons.ts';
import { Link } from '../../../lib/router.tsx';
import { useStore } from '../../../lib/store.ts';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { type Report, useDecideReport } from '../api.ts';
import { reportClassLabels, reportTargetLabels } from '../labels.ts';
import { type EvidenceProps, ReportEvidence } from './report-evidence.tsx';

const maxTextLength = 500;
const minTextLength = 3;

/** A report with its evidence; then the resolution, or the reason for its dismissal. */
export function ReportDecision({ report, renderFiles, onClose }: EvidenceProps & { onClose(): void }) {
  const { i18n } = useLingui();
  const language = useStore(languageStore);
  const [decision, setDecision] = useState<'resolved' | 'dismissed' | null>(null);
  const mayDecide = !report.outcome && !report.isParty && !decision;
  useKeys(mayDecide ? { d: () => setDecision('dismissed'), r: () => setDecision('resolved') } : {}, { inDialog: true });
  if (decision)
    return <OutcomeForm report={report} decision={decision} onBack={() => setDecision(null)} onClose={onClose} />;
  const { about, outcome } = report;
  return (
    <Sheet
      open
      onClose={onClose}
      title={i18n._(reportReasonNames[report.reason])}
      actions={
        outcome || report.isParty ? null : (
          <>
            <Button onClick={() => setDecision('dismissed')}>
              <WithKey cap="D">
                <Trans>Dismiss</Trans>
              </WithKey>
            </Button>
            <Button variant="primary" onClick={() => setDecision('resolved')}>
              <WithKey cap="R">
                <Trans>Resolve</Trans>
              </WithKey>
            </Button>
          </>
        )
      }
    >
      {report.isParty ? (
        <p role="status" className="mb-4 rounded-md bg-warning-soft px-4 py-3 text-sm">
          <Trans>You sent this or it is about you, so other staff decide.</Trans>
        </p>
      ) : null}
      <dl>
        <CostRow label={<Trans>What</Trans>}>{i18n._(reportTargetLabels[report.targetType])}</CostRow>
        <CostRow label={<Trans>About</Trans>}>
          {about ? (
            <Link to="/profile/:id" params={{ id: about.id }} className="text-ember-text underline">
              {about.displayName}
            </Link>
          ) : (
            <Trans>Gone</Trans>
          )}
        </CostRow>
        {about ? (
          <CostRow label={<Trans>Photos</Trans>}>
            <Link to="/admin/photos" search={{ profile: about.id }} className="text-ember-text underline">
              <Trans>Show or hide them</Trans>
            </Link>
          </CostRow>
        ) : null}
        <CostRow label={<Trans>Class</Trans>}>
          {i18n._(reportClassLabels[report.class])}
          {outcome ? null : (
            <span className="block font-normal text-faint text-meta">
              <DueText due={report.dueAt} />
            </span>
          )}
        </CostRow>
        <CostRow label={<Trans>Reported</Trans>}>{formatDate(report.createdAt, language)}</CostRow>
        {report.messages > 0 ? (
          <CostRow label={<Trans>Messages kept as evidence</Trans>}>{report.messages}</CostRow>
        ) : null}
      </dl>
      {report.details ? <p className="mt-4 whitespace-pre-line break-words">{report.details}</p> : null}
      {report.messages > 0 && !report.isParty ? <ReportEvidence report={report} renderFiles={renderFiles} /> : null}
      {outcome ? (
        <div className="mt-5">
          <p className="text-faint text-meta">
            <Trans>Decided {formatDate(outcome.at, language)}</Trans>
          </p>
          <p className="break-words">{outcome.text}</p>
        </div>
      ) : null}
    </Sheet>
  );
}

interface OutcomeFormProps {
  report: Report;
  decision: 'resolved' | 'dismissed';
  onBack(): void;
  onClose(): void;
}

function OutcomeForm({ report, decision, onBack, onClose }: OutcomeFormProps) {
  const { t, i18n } = useLingui();
  const fail = useFailure();
  const [text, setText] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const resolves = decision === 'resolved';
  const decide = useDecideReport({
    onSuccess: () => {
      toast({ title: resolves ? t`Resolved` : t`Dismissed` });
      onClose();
    },
    onError: fail,
  });
  const trimmed = text.trim();
  return (
    <FormSheet
      onClose={onClose}
      cancel={<Trans>Back</Trans>}
      onCancel={onBack}
      title={resolves ? <Trans>What was done</Trans> : <Trans>Why nothing is done</Trans>}
      intro={i18n._(reportReasonNames[report.reason])}
      busy={decide.isPending}
      busyLabel={<Trans>Saving</Trans>}
      action={resolves ? <Trans>Resolve</Trans> : <Trans>Dismiss</Trans>}
      onSubmit={() => {
        setSubmitted(true);
        if (trimmed.length >= minTextLength) decide.mutate({ id: report.id, decision, text: trimmed });
      }}
    >
      <Field
        label={<Trans>For the audit log</Trans>}
        error={submitted && trimmed.length < minTextLength ? t`Please write a few words` : undefined}
      >
        <TextArea
          name="outcome"
          rows={3}
          maxLength={maxTextLength}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </Field>
    </FormSheet>
  );
}
