import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef, useState } from 'react';
import { CostRow } from '../../../components/pay/cost-summary.tsx';
import { decisionActionLabels, ruleLabels } from '../../../components/staff-lists/rule-labels.ts';
import { RadioRows } from '../../../components/ui/choice.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { WithKey } from '../../../components/ui/key-cap.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { StrikesNote } from '../../../components/ui/strikes-note.tsx';
import { TextArea } from '../../../components/ui/text-input.tsx';
import { messageOf } from '../../../lib/api.ts';
import { formatDate } from '../../../lib/format.ts';
import { useKeys } from '../../../lib/helpers/use-keys.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import { toast } from '../../../lib/toast.ts';
import { type Appeal, useDecideAppeal } from '../api.ts';
import { ApprovalNote } from './approval-note.tsx';

const minLength = 3;

/** A decision with the appeal against it, and the answer. */
export function AppealCase({ decision, onClose }: { decision: Appeal; onClose(): void }) {
  const { t, i18n } = useLingui();
  const [verdict, setVerdict] = useState<'uphold' | 'reverse' | null>(null);
  const [reason, setReason] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const [submitted, setSubmitted] = useState(false);
  const given = reason.trim();
  const decide = useDecideAppeal({
    onSuccess({ appeal }) {
      const title =
        appeal?.state === 'reversed'
          ? t`Reversed`
          : appeal?.state === 'upheld'
            ? t`Upheld`
            : t`A second person is needed`;
      toast({ title });
      onClose();
    },
  });
  const title = i18n._(decisionActionLabels[decision.action]) + (decision.subject ? `: ${decision.subject}` : '');
  /** By its key: the answer is left to give. */
  const choose = (next: 'uphold' | 'reverse') => {
    setVerdict(next);
    form.current?.querySelector('textarea')?.focus();
  };
  const mayAnswer = !decision.isParty && decision.appeal?.state === 'open';
  useKeys(
    mayAnswer ? { u: () => choose('uphold'), r: decision.hasApproved ? undefined : () => choose('reverse') } : {},
    { inDialog: true },
  );
  const facts = <Facts decision={decision} />;
  if (!mayAnswer)
    return (
      <Sheet open onClose={onClose} title={title}>
        {facts}
        {decision.isParty && decision.appeal?.state === 'open' ? (
          <p className="mt-4 text-muted">
            <Trans>You decided this, or it is about you. A colleague answers the appeal.</Trans>
          </p>
        ) : null}
      </Sheet>
    );
  return (
    <FormSheet
      formRef={form}
      onClose={onClose}
      title={title}
      action={
        verdict === 'reverse' ? (
          <Trans>Reverse it</Trans>
        ) : verdict === 'uphold' ? (
          <Trans>Uphold it</Trans>
        ) : (
          <Trans>Decide</Trans>
        )
      }
      busyLabel={<Trans>Saving</Trans>}
      busy={decide.isPending}
      disabled={!verdict}
      onSubmit={() => {
        setSubmitted(true);
        if (verdict && given.length >= minLength) decide.mutate({ id: decision.id, decision: verdict, reason: given });
      }}
    >
      {facts}
      <RadioRows
        legend={<Trans>Answer</Trans>}
        options={[
          {
            value: 'uphold',
            label: (
              <WithKey cap="U">
                <Trans>Uphold it</Trans>
              </WithKey>
            ),
            description: <Trans>The decision stays as it is</Trans>,
          },
          ...(decision.hasApproved
            ? []
            : [
                {
                  value: 'reverse' as const,
                  label: (
                    <WithKey cap="R">
                      <Trans>Reverse it</Trans>
                    </WithKey>
                  ),
                  description: <Effect decision={decision} />,
                },
              ]),
        ]}
        value={verdict}
        onChange={setVerdict}
      />
      <Field
        label={<Trans>Answer, which the member reads</Trans>}
        error={submitted && given.length < minLength ? <Trans>Say why</Trans> : messageOf(decide.error)}
      >
        <TextArea rows={3} maxLength={500} value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
      </Field>
    </FormSheet>
  );
}

function Facts({ decision }: { decision: Appeal }) {
  const { i18n } = useLingui();
  const language = useStore(languageStore);
  const { appeal, member } = decision;
  return (
    <>
      <blockquote className="wrap-anywhere border-line-strong border-l-2 pl-4">{appeal?.text}</blockquote>
      <dl className="mt-4">
        <CostRow label={<Trans>Member</Trans>}>
          {member.name}
          <span className="block font-normal text-faint text-meta">
            <Plural value={member.strikes} _0="no strikes" one="# strike" other="# strikes" />
          </span>
          <StrikesNote strikes={member.strikes} />
        </CostRow>
        <CostRow label={<Trans>Rule</Trans>}>{i18n._(ruleLabels[decision.rule])}</CostRow>
        <CostRow label={<Trans>Reason given</Trans>}>{decision.reason}</CostRow>
        {decision.approvalsNeeded > 1 ? (
          <CostRow label={<Trans>Reversal</Trans>}>
            <ApprovalNote waiting={decision} />
          </CostRow>
        ) : null}
        <CostRow label={<Trans>Decided</Trans>}>
          {formatDate(decision.decidedAt, language)}
          <span className="block font-normal text-faint text-meta">{decision.decidedBy}</span>
        </CostRow>
        {appeal?.answer ? <CostRow label={<Trans>Answer</Trans>}>{appeal.answer}</CostRow> : null}
      </dl>
    </>
  );
}

/** What a reversal does, as far as it can be undone. */
function Effect({ decision }: { decision: Appeal }): ReactNode {
  switch (decision.action) {
    case 'held_back':
      return decision.approvals.length + 1 < decision.approvalsNeeded ? (
        <Trans>A second person has to reverse it too, then it is published again</Trans>
      ) : (
        <Trans>It is published again</Trans>
      );
    case 'photo_hidden':
      return <Trans>The photo is shown again, and its strike ends</Trans>;
    case 'suspended':
      return <Trans>The suspension ends</Trans>;
    case 'removed':
    case 'file_removed':
      return <Trans>Its strike ends; the files are gone, and their creator has to send them again</Trans>;
    default:
      return <Trans>Its strike ends</Trans>;
  }
}
