import { Trans, useLingui } from '@lingui/react/macro';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { type FormEvent, useState } from 'react';
import { RightToObject } from '../../../components/right-to-object.tsx';
import { SignUpConsents, shownConsents } from '../../../components/sign-up-consents.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { FormSummary } from '../../../components/ui/form-summary.tsx';
import { Select } from '../../../components/ui/select.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { fieldErrorsOf } from '../../../lib/api.ts';
import { useForm } from '../../../lib/form.ts';
import { useFormMessage } from '../../../lib/form-messages.ts';
import {
  type AgeForm,
  checkAgeForm,
  emptyAgeForm,
  todayInSouthAfrica,
  withDocumentType,
  withIdNumber,
} from '../check-form.ts';
import { useAgeCheck, useAgeRefusal } from '../use-age-check.ts';
import { GateFoot } from './gate-page.tsx';
import { IdNumberField } from './id-number-field.tsx';
import { AttemptsLeft } from './tries-left.tsx';
import { ExitButton } from './warning.tsx';

interface VerifyFormProps {
  onVerified: () => void;
  onExit: (() => void) | undefined;
  exiting: boolean;
  /** The account was made without the terms, as by an external sign-in. */
  needsTerms: boolean;
}

/** Scrolls an error into view, because it may be below the fold. */
const scrollIntoView = (notice: HTMLElement | null) => notice?.scrollIntoView({ block: 'nearest' });

export function VerifyForm({ onVerified, onExit, exiting, needsTerms }: VerifyFormProps) {
  const { t } = useLingui();
  const translate = useFormMessage();
  const today = todayInSouthAfrica(new Date());
  const form = useForm<AgeForm>(emptyAgeForm, (values) => checkAgeForm(values, today));
  const check = useAgeCheck(onVerified);
  // Nothing is agreed to from the start.
  const [special, setSpecial] = useState(false);
  const refusal = useAgeRefusal(check.error);
  const { values, errors, field } = form;
  const documents = [
    { value: 'id_document', label: t`ID document` },
    { value: 'passport', label: t`Passport` },
    { value: 'drivers_license', label: t`Driver's licence` },
  ];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Stays busy after success, because the page reloads.
    if (check.isPending || check.isSuccess || !form.validate()) return;
    const consents = needsTerms ? shownConsents(special) : null;
    check.mutate({ form: values, consents }, { onError: (error) => form.refuse(fieldErrorsOf(error)) });
  };
  return (
    <form ref={form.ref} noValidate onSubmit={submit} className="flex flex-1 flex-col lg:flex-none">
      <h1 tabIndex={-1} className="d2">
        <Trans>Verify your age</Trans>
      </h1>
      <p className="mt-2 text-muted">
        <Trans>These details are checked once and kept private.</Trans>
      </p>
      <FormSummary invalidCount={form.invalidCount} />
      <div className="mt-5 grid gap-4 pb-5 lg:max-w-[420px] lg:pb-0">
        <IdNumberField
          value={values.idNumber}
          onChange={(digits) => form.change(withIdNumber(values, digits))}
          onBlur={field('idNumber').onBlur}
          error={translate(errors.idNumber)}
        />
        <Field label={<Trans>Document</Trans>} error={translate(errors.documentType)}>
          <Select
            {...field('documentType')}
            onChange={(event) => form.change(withDocumentType(values, event.target.value as AgeForm['documentType']))}
            options={documents}
          />
        </Field>
        <Field label={<Trans>Document number</Trans>} error={translate(errors.documentNumber)}>
          <TextInput
            {...field('documentNumber')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            required
          />
        </Field>
        <Field label={<Trans>Date of birth</Trans>} error={translate(errors.dateOfBirth)}>
          <TextInput {...field('dateOfBirth')} type="date" autoComplete="bday" max={today} required className="block" />
        </Field>
        {needsTerms ? (
          <SignUpConsents lead={<Trans>By proving your age you say:</Trans>} special={special} onChange={setSpecial} />
        ) : (
          <RightToObject />
        )}
        {refusal ? (
          <p
            role="alert"
            ref={scrollIntoView}
            className="flex gap-2.5 rounded-md bg-danger-soft p-4 font-semibold text-sm"
          >
            <CircleAlert size={20} className="shrink-0 text-danger" />
            <span>{refusal}</span>
          </p>
        ) : (
          <AttemptsLeft />
        )}
      </div>
      <GateFoot>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          full
          busy={check.isPending || check.isSuccess}
          busyLabel={<Trans>Verifying...</Trans>}
        >
          <Trans>Verify my age</Trans>
        </Button>
        <ExitButton onExit={onExit} exiting={exiting} />
      </GateFoot>
    </form>
  );
}
