import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { SpecialConsent } from '../../../components/special-consent.tsx';
import { FormSummary } from '../../../components/ui/form-summary.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { SheetFoot } from '../../../components/ui/sheet-foot.tsx';
import { fieldErrorsOf, messageOf } from '../../../lib/api.ts';
import { useForm } from '../../../lib/form.ts';
import { toast, toastError } from '../../../lib/toast.ts';
import { type OwnProfile, useUpdateProfile } from '../own-api.ts';
import { checkOwnForm, profileChangeBody, toOwnForm } from '../own-form.ts';
import { BioField, CreatorFields, IntentFields, PersonFields } from './own-fields.tsx';

interface OwnEditSheetProps {
  profile: OwnProfile;
  /** `person` edits the public profile; `creator` edits the offer, or turns a fan into a creator. */
  part: 'person' | 'creator';
  open: boolean;
  onClose(): void;
}

/** Edits the own profile. Input stays when saving fails. */
export function OwnEditSheet({ part, profile, open, onClose }: OwnEditSheetProps) {
  const formId = useId();
  const { t } = useLingui();
  const save = useUpdateProfile(() => {
    toast({ title: t`Saved`, text: t`Your profile is up to date.` });
    onClose();
  });
  const becomesCreator = part === 'creator' && profile.creator === null;
  const title =
    part === 'person' ? (
      <Trans>Edit profile</Trans>
    ) : becomesCreator ? (
      <Trans>Become a creator</Trans>
    ) : (
      <Trans>What you offer</Trans>
    );
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={title}
      locked={save.isPending}
      {...(becomesCreator
        ? { intro: <Trans>Say what you make and what a month with you costs. You can change both later.</Trans> }
        : {})}
      actions={
        <SheetFoot
          onCancel={onClose}
          action={becomesCreator ? <Trans>Become a creator</Trans> : <Trans>Save</Trans>}
          form={formId}
          busy={save.isPending}
          busyLabel={<Trans>Saving</Trans>}
        />
      }
    >
      <EditForm id={formId} part={part} profile={profile} save={save} />
    </Sheet>
  );
}

interface EditFormProps {
  id: string;
  part: 'person' | 'creator';
  profile: OwnProfile;
  save: ReturnType<typeof useUpdateProfile>;
}

function EditForm({ id, part, profile, save }: EditFormProps) {
  const { t } = useLingui();
  const form = useForm(toOwnForm(profile, part === 'creator' || profile.creator !== null), (values) =>
    checkOwnForm(values, false),
  );
  const submit = () => {
    if (save.isPending || !form.validate()) return;
    save.mutate(profileChangeBody(form.values), {
      onError: (error) => {
        if (!form.refuse(fieldErrorsOf(error)))
          toastError(
            t`Error`,
            messageOf(error) ?? t`Your changes were not saved. Check your connection and try again.`,
          );
      },
    });
  };
  return (
    <form
      id={id}
      ref={form.ref}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
    >
      <FormSummary invalidCount={form.invalidCount} />
      {part === 'person' ? (
        <>
          <PersonFields form={form} withAge={false} />
          <SpecialConsent>
            <IntentFields form={form} />
          </SpecialConsent>
        </>
      ) : (
        <>
          <CreatorFields form={form} current={profile.creator} />
          <BioField form={form} />
        </>
      )}
    </form>
  );
}
