import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { agreementWording } from '@vlam/contract/profiles-identity';
import { useState } from 'react';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { api, keyOf, messageOf, queryOf } from '../../../lib/api.ts';
import { toast } from '../../../lib/toast.ts';

/** The agreement in the wording that is kept, signed with the full name. */
export function AgreementSheet({ onClose }: { onClose(): void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [agreed, setAgreed] = useState(false);
  const [submitted, setSubmitted] = useState(false);
  const given = name.trim();
  const sign = useMutation({
    mutationFn: () =>
      api.signCreatorAgreement({ body: { name: given, agreed: true, wording: agreementWording.number } }),
    onSuccess(answer) {
      client.setQueryData(queryOf('ownIdentity').queryKey, answer);
      toast({ title: t`Signed` });
      onClose();
    },
    onError: () => void client.invalidateQueries({ queryKey: keyOf('ownIdentity') }),
  });
  return (
    <FormSheet
      onClose={onClose}
      title={<Trans>Creator agreement</Trans>}
      intro={<Trans>You get a dated copy as PDF, and we keep one.</Trans>}
      action={<Trans>Sign</Trans>}
      busyLabel={<Trans>Signing</Trans>}
      busy={sign.isPending}
      disabled={!agreed}
      onSubmit={() => {
        setSubmitted(true);
        if (agreed && given.length >= 3) sign.mutate();
      }}
    >
      <ol lang="en-ZA" className="list-decimal space-y-2 pl-[1.75em] text-sm">
        {agreementWording.clauses.map((clause) => (
          <li key={clause}>{clause}</li>
        ))}
      </ol>
      <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
        <input
          type="checkbox"
          checked={agreed}
          onChange={(event) => setAgreed(event.currentTarget.checked)}
          className="mt-0.5 size-5 shrink-0 accent-(--text)"
        />
        <span>
          <Trans>I have read this and agree to it</Trans>
        </span>
      </label>
      <Field
        label={<Trans>Your full name, as on your document</Trans>}
        error={submitted && given.length < 3 ? <Trans>Write your full name</Trans> : messageOf(sign.error)}
      >
        <TextInput
          name="name"
          value={name}
          maxLength={200}
          autoComplete="name"
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </Field>
    </FormSheet>
  );
}
