import { Trans, useLingui } from '@lingui/react/macro';
import { consentWordingFor } from '@vlam/contract/rules/consents';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Segment } from '../../../components/ui/choice.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { FormSummary } from '../../../components/ui/form-summary.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { codeOf, fieldErrorsOf } from '../../../lib/api.ts';
import { useForm } from '../../../lib/form.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { type LinkedConsent, useAnswerByLink } from '../api.ts';
import { checkLinkForm, emptyLinkForm, useLinkMessage } from '../link-form.ts';
import { Wording } from './wording.tsx';

/** Name, date of birth and document of a person without an account, with a yes or a no. */
export function LinkForm({ token, consent }: { token: string; consent: LinkedConsent }) {
  const { t } = useLingui();
  const fail = useFailure();
  const translate = useLinkMessage();
  const form = useForm(emptyLinkForm, checkLinkForm);
  const [isRefusing, setRefusing] = useState(false);
  const answer = useAnswerByLink(token);
  const { values, errors, field } = form;
  const isPassport = values.documentType === 'passport';
  const refused = (error: Error) => {
    const fields =
      codeOf(error) === 'INVALID_ID_NUMBER'
        ? { documentNumber: 'This number does not fit the date of birth' }
        : fieldErrorsOf(error);
    if (!form.refuse(fields)) fail(error);
  };
  const mediaTypes = (consent.files ?? []).map(({ mediaType }) => mediaType);
  const giveConsent = () => {
    if (answer.isPending || !form.validate() || !consent.mediaId) return;
    const { number: wording } = consentWordingFor(mediaTypes);
    const mediaIds = (consent.files ?? []).map(({ id }) => id);
    answer.mutate({ ...values, answer: 'yes', wording, mediaIds }, { onError: refused });
  };
  return (
    <form
      ref={form.ref}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        giveConsent();
      }}
      className="mt-5 grid grid-cols-1 gap-5"
    >
      <div>
        <Wording isPremium={consent.isPremium} mediaTypes={mediaTypes} />
      </div>
      <FormSummary invalidCount={form.invalidCount} />
      <Field label={<Trans>Your full name, as your signature</Trans>} error={translate(errors.name)}>
        <TextInput {...field('name')} autoComplete="name" maxLength={100} />
      </Field>
      <Field label={<Trans>Date of birth</Trans>} error={translate(errors.birthDate)}>
        <TextInput {...field('birthDate')} type="date" autoComplete="bday" />
      </Field>
      <Segment
        label={t`Document`}
        options={[
          { value: 'id', label: <Trans>South African ID</Trans> },
          { value: 'passport', label: <Trans>Passport</Trans> },
        ]}
        value={values.documentType}
        onChange={(documentType) => form.set('documentType', documentType)}
      />
      <Field
        label={isPassport ? <Trans>Passport number</Trans> : <Trans>ID number</Trans>}
        help={<Trans>Stored so that nobody can read it. It proves later that it was you who agreed.</Trans>}
        error={translate(errors.documentNumber)}
      >
        <TextInput
          {...field('documentNumber')}
          inputMode={isPassport ? 'text' : 'numeric'}
          autoComplete="off"
          maxLength={30}
        />
      </Field>
      {isRefusing ? (
        <>
          <p role="alert">
            <Trans>A no stays a no: {consent.creatorName} cannot publish it with you in it.</Trans>
          </p>
          <div className="flex flex-wrap gap-2">
            <Button disabled={answer.isPending} onClick={() => setRefusing(false)}>
              <Trans>Back</Trans>
            </Button>
            <Button
              variant="danger"
              busy={answer.isPending}
              busyLabel={<Trans>Sending</Trans>}
              onClick={() => answer.mutate({ answer: 'no' }, { onError: fail })}
            >
              <Trans>Say no</Trans>
            </Button>
          </div>
        </>
      ) : (
        <div className="flex flex-wrap gap-2 [&>:last-child]:flex-1">
          <Button size="lg" disabled={answer.isPending} onClick={() => setRefusing(true)}>
            <Trans>I say no</Trans>
          </Button>
          <Button
            type="submit"
            variant="primary"
            size="lg"
            disabled={!consent.mediaId}
            busy={answer.isPending}
            busyLabel={<Trans>Signing</Trans>}
          >
            <Trans>I agree</Trans>
          </Button>
        </div>
      )}
    </form>
  );
}
