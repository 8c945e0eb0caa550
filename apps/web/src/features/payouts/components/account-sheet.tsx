import { Trans, useLingui } from '@lingui/react/macro';
import { banks } from '@vlam/contract/rules/payouts';
import { Segment } from '../../../components/ui/choice.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { FormSummary } from '../../../components/ui/form-summary.tsx';
import { Select } from '../../../components/ui/select.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { fieldErrorsOf } from '../../../lib/api.ts';
import { useForm } from '../../../lib/form.ts';
import { useFormMessage } from '../../../lib/form-messages.ts';
import { useCurrentUser } from '../../../lib/session.ts';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { type AccountForm, checkAccountForm, emptyAccountForm, withBank } from '../account-form.ts';
import { useSetPayoutAccount } from '../api.ts';

/** Sets the bank account for payouts. */
export function AccountSheet({ onClose, onSaved }: { onClose(): void; onSaved(): void }) {
  const { t } = useLingui();
  const fail = useFailure();
  const translate = useFormMessage();
  const words: Record<string, string> = {
    'Choose your bank': t`Choose your bank`,
    'Account holder is required': t`Account holder is required`,
    'Account number must be 7 to 13 digits': t`Account number must be 7 to 13 digits`,
    'Branch code must be 6 digits': t`Branch code must be 6 digits`,
  };
  const textOf = (message: string | undefined) =>
    message === undefined ? undefined : (words[message] ?? translate(message));
  // As the identity document says it; typed over where the bank writes it otherwise.
  const { firstName = '', lastName = '' } = useCurrentUser() ?? {};
  const form = useForm({ ...emptyAccountForm, holderName: `${firstName} ${lastName}`.trim() }, checkAccountForm);
  const { values, errors, field } = form;
  const save = useSetPayoutAccount({
    onSuccess: () => {
      toast({ title: t`Bank account saved` });
      onSaved();
    },
    onError: (error) => {
      if (!form.refuse(fieldErrorsOf(error))) fail(error);
    },
  });
  return (
    <FormSheet
      onClose={onClose}
      title={<Trans>Bank account</Trans>}
      intro={<Trans>In your own name. After a change payouts wait for some days.</Trans>}
      busy={save.isPending}
      action={<Trans>Save account</Trans>}
      busyLabel={<Trans>Saving</Trans>}
      formRef={form.ref}
      onSubmit={() => {
        if (form.validate()) save.mutate(values);
      }}
    >
      <FormSummary invalidCount={form.invalidCount} />
      <Field label={<Trans>Bank</Trans>} error={textOf(errors.bank)}>
        <Select
          {...field('bank')}
          onChange={(event) => form.change(withBank(values, event.currentTarget.value))}
          options={banks.map((bank) => ({ value: bank, label: bank }))}
          placeholder={t`Choose your bank`}
          required
        />
      </Field>
      <Field
        label={<Trans>Account holder</Trans>}
        help={t`As on your identity document`}
        error={textOf(errors.holderName)}
      >
        <TextInput {...field('holderName')} autoComplete="name" maxLength={120} required />
      </Field>
      <Field label={<Trans>Account number</Trans>} error={textOf(errors.accountNumber)}>
        <TextInput
          {...field('accountNumber')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={17}
          required
          className="tabular-nums"
        />
      </Field>
      <Field label={<Trans>Branch code</Trans>} error={textOf(errors.branchCode)}>
        <TextInput
          {...field('branchCode')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={7}
          required
          className="tabular-nums"
        />
      </Field>
      <Segment<AccountForm['accountType']>
        label={t`Account type`}
        options={[
          { value: 'cheque', label: <Trans>Cheque</Trans> },
          { value: 'savings', label: <Trans>Savings</Trans> },
        ]}
        value={values.accountType}
        onChange={(type) => form.set('accountType', type)}
      />
    </FormSheet>
  );
}
