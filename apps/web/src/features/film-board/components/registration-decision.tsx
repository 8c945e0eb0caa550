import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { ReasonField } from '../../../components/reason-field.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { RadioRows } from '../../../components/ui/choice.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { fieldErrorsOf, messageOf } from '../../../lib/api.ts';
import { toast } from '../../../lib/toast.ts';
import { type OpenedRegistration, type RegistrationDecision, useDecideRegistration } from '../api.ts';
import { decisionDone, decisionEffects, decisionLabels } from '../labels.ts';

/** What the state of a registration lets this member of staff do. */
function decisionsFor(found: OpenedRegistration): RegistrationDecision[] {
  if (found.state === 'pending') return ['approve', 'refuse'];
  if (found.state !== 'approved') return [];
  if (found.hasExemption) return ['end_exemption', 'withdraw'];
  if (!found.awaitsSecond) return ['propose_exemption', 'withdraw'];
  return [...(found.isOwnProposal ? [] : (['confirm_exemption'] as const)), 'end_exemption', 'withdraw'];
}

const takesAway: readonly RegistrationDecision[] = ['refuse', 'withdraw', 'end_exemption'];

/** A decision with its reason; an approval names the certificate. */
export function RegistrationDecisionForm({ found }: { found: OpenedRegistration }) {
  const { t, i18n } = useLingui();
  const [decision, setDecision] = useState<RegistrationDecision | null>(null);
  const [reason, setReason] = useState('');
  const [paper, setPaper] = useState({ certificateNumber: '', validFrom: '', validUntil: '' });
  const [submitted, setSubmitted] = useState(false);
  const given = reason.trim();
  const decide = useDecideRegistration({
    onSuccess() {
      if (decision) toast({ title: i18n._(decisionDone[decision]) });
      setDecision(null);
      setReason('');
      setSubmitted(false);
    },
    onError: () => undefined,
  });
  const options = decisionsFor(found);
  const refused = fieldErrorsOf(decide.error);
  const missing = (name: keyof typeof paper, text: string) =>
    refused[name] ?? (submitted && paper[name].trim() === '' ? text : undefined);
  if (found.isOwn)
    return (
      <p role="status" className="rounded-md bg-warning-soft px-4 py-3 text-sm">
        <Trans>This is your own registration. Another member of staff decides.</Trans>
      </p>
    );
  if (options.length === 0) return null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (!decision || given.length < 3 || decide.isPending) return;
    if (decision === 'approve' && Object.values(paper).some((text) => text.trim() === '')) return;
    decide.mutate({ id: found.id, decision, reason: given, ...(decision === 'approve' ? paper : {}) });
  };
  const change = (name: keyof typeof paper) => ({
    name,
    value: paper[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => setPaper({ ...paper, [name]: event.currentTarget.value }),
  });
  const isDropped = !found.hasExemption;
  const labelOf = (each: RegistrationDecision) =>
    each === 'end_exemption' && isDropped ? t`Drop the proposal` : i18n._(decisionLabels[each]);
  const otherError = Object.keys(refused).length === 0 ? messageOf(decide.error) : undefined;
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {found.awaitsSecond && found.isOwnProposal ? (
        <p role="status" className="rounded-md bg-info-soft px-4 py-3 text-sm">
          <Trans>You proposed the exemption. Another member of staff confirms it.</Trans>
        </p>
      ) : null}
      <RadioRows<RegistrationDecision>
        legend={<Trans>Decision</Trans>}
        value={decision}
        onChange={setDecision}
        options={options.map((each) => ({
          value: each,
          label: labelOf(each),
          description: each === 'end_exemption' && isDropped ? t`Nothing changes` : i18n._(decisionEffects[each]),
        }))}
      />
      {decision === 'approve' ? (
        <>
          <Field
            label={<Trans>Certificate number</Trans>}
            error={missing('certificateNumber', t`The number of the certificate is required`)}
          >
            <TextInput {...change('certificateNumber')} maxLength={60} autoComplete="off" required />
          </Field>
          <div className="grid gap-4 xs:grid-cols-2">
            <Field label={<Trans>Valid from</Trans>} error={missing('validFrom', t`Please enter a date`)}>
              <TextInput {...change('validFrom')} type="date" required />
            </Field>
            <Field label={<Trans>Last day</Trans>} error={missing('validUntil', t`Please enter a date`)}>
              <TextInput {...change('validUntil')} type="date" required />
            </Field>
          </div>
        </>
      ) : null}
      <ReasonField
        label={
          decision && takesAway.includes(decision) ? (
            <Trans>Reason, which its creator reads</Trans>
          ) : (
            <Trans>Reason, for the audit log</Trans>
          )
        }
        error={submitted && given.length < 3 ? <Trans>Say why</Trans> : otherError}
        maxLength={500}
        rows={4}
        value={reason}
        onChange={setReason}
      />
      <Button
        type="submit"
        variant={decision && takesAway.includes(decision) ? 'danger' : 'primary'}
        size="lg"
        full
        disabled={!decision}
        busy={decide.isPending}
        busyLabel={<Trans>Saving</Trans>}
      >
        {decision ? labelOf(decision) : <Trans>Choose a decision</Trans>}
      </Button>
    </form>
  );
}
