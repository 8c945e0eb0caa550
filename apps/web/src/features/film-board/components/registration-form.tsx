import { Trans, useLingui } from '@lingui/react/macro';
import { type RegistrationField, registrationLimits } from '@vlam/contract/rules/film-board';
import type { ComponentProps } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { FormSummary } from '../../../components/ui/form-summary.tsx';
import { TextArea, TextInput } from '../../../components/ui/text-input.tsx';
import { fieldErrorsOf, messageOf } from '../../../lib/api.ts';
import { useForm } from '../../../lib/form.ts';
import { useFormMessage } from '../../../lib/form-messages.ts';
import { formatNumber } from '../../../lib/format.ts';
import { type RegistrationAnswers, useSendRegistration } from '../api.ts';
import { answerMessages, fieldLabels } from '../labels.ts';
import { checkRegistration } from '../registration-form.ts';

const hints: Partial<Record<RegistrationField, ComponentProps<'input'>>> = {
  businessName: { autoComplete: 'organization' },
  registrationNumber: { autoComplete: 'off' },
  contactPerson: { autoComplete: 'name' },
  email: { type: 'email', autoComplete: 'email' },
  phone: { type: 'tel', autoComplete: 'tel' },
  businessAddress: { autoComplete: 'street-address' },
};
const lines = Object.keys(hints) as RegistrationField[];

/** The seven answers of an application. */
export function RegistrationForm({ initial, onSent }: { initial: RegistrationAnswers; onSent(): void }) {
  const { i18n, t } = useLingui();
  const translate = useFormMessage(answerMessages);
  const form = useForm<RegistrationAnswers>(initial, checkRegistration);
  const { errors, field, values } = form;
  const send = useSendRegistration({
    onSuccess: onSent,
    onError: (error) => void form.refuse(fieldErrorsOf(error)),
  });
  const failed = send.error && Object.keys(fieldErrorsOf(send.error)).length === 0;
  const max = registrationLimits.platformDescription;
  return (
    <form
      ref={form.ref}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!send.isPending && form.validate()) send.mutate(values);
      }}
      className="grid gap-x-4 gap-y-6 sm:grid-cols-2"
    >
      <FormSummary invalidCount={form.invalidCount} />
      {lines.map((name) => (
        <Field key={name} label={i18n._(fieldLabels[name])} error={translate(errors[name])}>
          <TextInput {...field(name)} {...hints[name]} maxLength={registrationLimits[name]} required />
        </Field>
      ))}
      <Field
        className="sm:col-span-2"
        label={i18n._(fieldLabels.platformDescription)}
        aside={t`${formatNumber(values.platformDescription.length)} of ${formatNumber(max)}`}
        error={translate(errors.platformDescription)}
      >
        <TextArea {...field('platformDescription')} rows={4} maxLength={max} required />
      </Field>
      {failed ? (
        <p role="alert" className="text-danger text-sm sm:col-span-2">
          {messageOf(send.error) ?? <Trans>The connection dropped. Nothing was lost; send it again.</Trans>}
        </p>
      ) : null}
      <div className="sm:col-span-2">
        <Button type="submit" variant="primary" size="lg" full busy={send.isPending} busyLabel={<Trans>Sending</Trans>}>
          <Trans>Send registration</Trans>
        </Button>
      </div>
    </form>
  );
}
