import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { type Answer, api, fieldErrorsOf, queryOf } from '../../../lib/api.ts';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';

interface Props {
  contact: Answer<'safetyContact'>['contact'];
  onClose(): void;
}

/** Names the safety contact, or another one. */
export function SafetyContactSheet({ contact, onClose }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const fail = useFailure();
  const [name, setName] = useState(contact?.name ?? '');
  const [email, setEmail] = useState(contact?.email ?? '');
  const save = useMutation({
    mutationFn: () => api.setSafetyContact({ body: { name: name.trim(), email: email.trim() } }),
    onSuccess: (answer) => {
      client.setQueryData(queryOf('safetyContact').queryKey, answer);
      toast({ title: t`Saved`, text: t`They have a mail that says so.` });
      onClose();
    },
    onError: (error) => {
      if (Object.keys(fieldErrorsOf(error)).length === 0) fail(error);
    },
  });
  const errors = fieldErrorsOf(save.error);
  return (
    <FormSheet
      onClose={onClose}
      title={<Trans>Safety contact</Trans>}
      intro={
        <Trans>
          They get a mail now that you named them, and one if you ever type the duress code. Neither says what this app
          is; its web address is in both.
        </Trans>
      }
      action={<Trans>Save</Trans>}
      busyLabel={<Trans>Saving</Trans>}
      busy={save.isPending}
      disabled={!name.trim() || !email.trim()}
      onSubmit={() => save.mutate()}
    >
      <Field label={<Trans>Their name</Trans>} error={errors.name}>
        <TextInput
          value={name}
          onChange={(event) => setName(event.target.value)}
          maxLength={60}
          autoComplete="off"
          required
        />
      </Field>
      <Field label={<Trans>Their email</Trans>} error={errors.email}>
        <TextInput
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          type="email"
          inputMode="email"
          maxLength={254}
          autoComplete="off"
          required
        />
      </Field>
    </FormSheet>
  );
}
