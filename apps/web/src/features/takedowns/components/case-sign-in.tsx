import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { api, messageOf } from '../../../lib/api.ts';
import type { CaseKeys, TakedownCase } from '../api.ts';

/** Asks for number and PIN. */
export function CaseSignIn({ onOpened }: { onOpened(keys: CaseKeys, found: TakedownCase): void }) {
  const [caseNumber, setCaseNumber] = useState('');
  const [pin, setPin] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const open = useMutation({
    mutationFn: (keys: CaseKeys) => api.takedownStatus({ body: keys }),
    onSuccess: (found, keys) => onOpened(keys, found),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (caseNumber.trim() && pin.trim() && !open.isPending) open.mutate({ caseNumber, pin });
  };
  const failed = open.error ? (messageOf(open.error) ?? <Trans>The connection dropped. Try again.</Trans>) : null;
  return (
    <form noValidate onSubmit={submit} className="grid max-w-[440px] gap-4">
      <div>
        <h1 tabIndex={-1} className="d2">
          <Trans>Your case</Trans>
        </h1>
        <p className="mt-3 text-muted">
          <Trans>With the number and the PIN that you were given when you wrote to the desk.</Trans>
        </p>
      </div>
      <Field
        label={<Trans>Case number</Trans>}
        error={submitted && !caseNumber.trim() ? <Trans>It begins with VT</Trans> : null}
      >
        <TextInput
          name="caseNumber"
          value={caseNumber}
          onChange={(event) => setCaseNumber(event.currentTarget.value)}
          placeholder="VT-2611-000000"
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={20}
          className="num"
        />
      </Field>
      <Field label={<Trans>PIN</Trans>} error={submitted && !pin.trim() ? <Trans>Six digits</Trans> : failed}>
        <TextInput
          name="pin"
          value={pin}
          onChange={(event) => setPin(event.currentTarget.value)}
          inputMode="numeric"
          autoComplete="off"
          maxLength={12}
          className="num"
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" busy={open.isPending} busyLabel={<Trans>Opening</Trans>}>
        <Trans>Open the case</Trans>
      </Button>
    </form>
  );
}
