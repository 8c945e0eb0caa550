import { Trans, useLingui } from '@lingui/react/macro';
import { SpecialConsent } from '../../../components/special-consent.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Switch } from '../../../components/ui/choice.tsx';
import { FormSummary } from '../../../components/ui/form-summary.tsx';
import { fieldErrorsOf, messageOf } from '../../../lib/api.ts';
import { useForm } from '../../../lib/form.ts';
import { toast, toastError } from '../../../lib/toast.ts';
import { useCreateProfile } from '../own-api.ts';
import { checkOwnForm, emptyOwnForm, newProfileBody } from '../own-form.ts';
import { CreatorFields, IntentFields, PersonFields } from './own-fields.tsx';

/** Creates the profile of an account without one, as a fan or a creator. */
export function OwnFirstForm({ asCreator = false }: { asCreator?: boolean }) {
  const { t } = useLingui();
  const create = useCreateProfile(() => toast({ title: t`Welcome to the platform!` }));
  const form = useForm({ ...emptyOwnForm, isCreator: asCreator }, (values) => checkOwnForm(values, true));
  const submit = () => {
    if (create.isPending || !form.validate()) return;
    create.mutate(newProfileBody(form.values), {
      onError: (error) => {
        if (!form.refuse(fieldErrorsOf(error)))
          toastError(t`Error`, messageOf(error) ?? t`Your profile was not saved. Check your connection and try again.`);
      },
    });
  };
  return (
    <form
      ref={form.ref}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      className="mt-6 grid max-w-130 grid-cols-[minmax(0,1fr)] gap-4"
    >
      <FormSummary invalidCount={form.invalidCount} />
      <Switch
        checked={form.values.isCreator}
        onChange={(isCreator) => form.set('isCreator', isCreator)}
        label={<Trans>I want to publish</Trans>}
        description={<Trans>A creator names a category and a monthly price. You can also start later.</Trans>}
      />
      <PersonFields form={form} withAge />
      {form.values.isCreator ? <CreatorFields form={form} /> : null}
      <SpecialConsent>
        <IntentFields form={form} />
      </SpecialConsent>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        className="mt-2"
        busy={create.isPending}
        busyLabel={<Trans>Saving</Trans>}
      >
        <Trans>Save profile</Trans>
      </Button>
    </form>
  );
}
