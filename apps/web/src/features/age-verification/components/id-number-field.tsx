import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ChangeEvent, type FocusEventHandler, type ReactNode, useLayoutEffect, useRef } from 'react';
import { Field } from '../../../components/ui/field.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { formatDate } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import { birthDateHint, groupIdDigits } from '../check-form.ts';
import { editIdNumber } from '../id-number-edit.ts';

export const idNumberLength = 13;

export interface IdNumberFieldProps {
  /** Digits only. */
  value: string;
  onChange: (digits: string) => void;
  onBlur: FocusEventHandler<HTMLInputElement>;
  error: ReactNode;
}

/** Field for the ID number, grouped while typing, with its birth date and the number of missing digits. */
export function IdNumberField({ value, onChange, onBlur, error }: IdNumberFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  const count = value.length;

  useLayoutEffect(() => {
    if (caret.current === null || document.activeElement !== input.current) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const { target, nativeEvent } = event;
    const backspace = nativeEvent instanceof InputEvent && nativeEvent.inputType === 'deleteContentBackward';
    const edit = editIdNumber(value, target.value, target.selectionStart ?? target.value.length, backspace);
    caret.current = edit.caret;
    // Only the grouping changed, which React would not rerender.
    if (edit.digits === value) target.value = groupIdDigits(value);
    onChange(edit.digits);
  };

  return (
    <Field
      label={<Trans>SA ID number</Trans>}
      aside={
        <Trans>
          {count} of {idNumberLength}
        </Trans>
      }
      help={<IdNumberHint digits={value} />}
      error={error}
    >
      <TextInput
        ref={input}
        name="idNumber"
        value={groupIdDigits(value)}
        onChange={change}
        onBlur={onBlur}
        inputMode="numeric"
        autoComplete="off"
        required
        className="text-lead! tabular-nums tracking-[.06em]"
      />
    </Field>
  );
}

function IdNumberHint({ digits }: { digits: string }) {
  const { t } = useLingui();
  const language = useStore(languageStore);
  if (digits.length < 6) return <Trans>13 digits, as on your ID book or card</Trans>;
  const born = birthDateHint(digits);
  if (!born) return <Trans>The first six digits should be a date of birth: year, month, day.</Trans>;
  const date = formatDate(born, language);
  const left = idNumberLength - digits.length;
  if (left === 0) return <Trans>Born {date}.</Trans>;
  const toGo = t`${plural(left, {
    1: 'One digit to go.',
    2: 'Two digits to go.',
    3: 'Three digits to go.',
    4: 'Four digits to go.',
    5: 'Five digits to go.',
    6: 'Six digits to go.',
    7: 'Seven digits to go.',
    other: '# digits to go.',
  })}`;
  return (
    <Trans>
      Born {date}. {toGo}
    </Trans>
  );
}
