import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Field } from '../ui/field.tsx';
import { CreditToken } from '../ui/marks.tsx';
import { TextInput, type TextInputProps } from '../ui/text-input.tsx';

/** Parses whole credits; 0 when invalid. Large numbers are returned, so that the form can show its maximum. */
export const creditsOf = (text: string): number => (/^\d+$/.test(text.trim()) ? Number(text) : 0);

interface CreditFieldProps {
  name: string;
  label: ReactNode;
  range: { min: number; max: number };
  /** Raw text. */
  value: string;
  onChange(text: string): void;
  help?: ReactNode;
  error?: ReactNode;
  placeholder?: string;
  /** Large type, where the amount is the main input. */
  large?: boolean;
  className?: string;
}

/** A field for an amount of credits. */
export function CreditField({ name, label, range, value, onChange, large = false, ...rest }: CreditFieldProps) {
  const { placeholder, ...field } = rest;
  return (
    <Field label={label} aside={<Trans>credits</Trans>} {...field}>
      <TextInput
        name={name}
        type="number"
        min={range.min}
        max={range.max}
        step={1}
        inputMode="numeric"
        autoComplete="off"
        before={<CreditToken size={18} />}
        {...(placeholder === undefined ? {} : { placeholder })}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        className={large ? 'num pl-11! text-[1.375rem]!' : 'pl-11!'}
      />
    </Field>
  );
}

/** Input for a price in whole credits, for use in a `Field`. */
export function CreditInput(input: TextInputProps) {
  return (
    <TextInput
      before={<CreditToken size={18} className="text-gold" />}
      inputMode="numeric"
      maxLength={5}
      autoComplete="off"
      className="tabular-nums"
      {...input}
    />
  );
}
