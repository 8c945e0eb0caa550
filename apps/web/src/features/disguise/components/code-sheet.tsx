import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { PasswordInput } from '../../../components/ui/password-input.tsx';
import { changeDisguise, disguiseStore } from '../../../lib/disguise.ts';
import { toast } from '../../../lib/toast.ts';
import { isCode, isCodeOf, maxCodeDigits, storeCode } from '../codes.ts';

export type CodeKind = 'code' | 'duressCode';

/** Sets one of the two codes; they must differ. */
export function CodeSheet({ kind, onClose }: { kind: CodeKind; onClose(): void }) {
  const { t } = useLingui();
  const [code, setCode] = useState('');
  const [again, setAgain] = useState('');
  const [problem, setProblem] = useState<'digits' | 'again' | 'other'>();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    if (!isCode(code)) return setProblem('digits');
    if (code !== again) return setProblem('again');
    setBusy(true);
    const other = disguiseStore.get()[kind === 'code' ? 'duressCode' : 'code'];
    if (await isCodeOf(other, code)) setProblem('other');
    else {
      changeDisguise({ [kind]: await storeCode(code), wrongCodes: 0, waitUntil: 0 });
      toast({ title: t`Code set` });
      onClose();
    }
    setBusy(false);
  };
  const change = (set: (value: string) => void) => (event: { target: { value: string } }) => {
    set(event.target.value);
    setProblem(undefined);
  };
  const firstError =
    problem === 'digits' ? (
      <Trans>Four to twelve digits</Trans>
    ) : problem === 'other' ? (
      <Trans>The two codes must differ</Trans>
    ) : undefined;
  return (
    <FormSheet
      onClose={onClose}
      title={kind === 'code' ? <Trans>Code to return</Trans> : <Trans>Duress code</Trans>}
      action={<Trans>Set code</Trans>}
      busyLabel={<Trans>Saving</Trans>}
      busy={busy}
      disabled={code === ''}
      onSubmit={() => void save()}
    >
      <Field label={<Trans>New code</Trans>} error={firstError}>
        <PasswordInput
          inputMode="numeric"
          autoComplete="off"
          value={code}
          onChange={change(setCode)}
          maxLength={maxCodeDigits}
        />
      </Field>
      <Field
        label={<Trans>The same again</Trans>}
        error={problem === 'again' ? <Trans>This is another code</Trans> : undefined}
      >
        <PasswordInput
          inputMode="numeric"
          autoComplete="off"
          value={again}
          onChange={change(setAgain)}
          maxLength={maxCodeDigits}
        />
      </Field>
    </FormSheet>
  );
}
