import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useForm } from '../../lib/form.ts';
import type { ButtonVariant } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { FormSheet } from '../ui/form-sheet.tsx';
import { TextArea } from '../ui/text-input.tsx';

/** Names shown before the rest is only counted. */
const maxNames = 6;

export interface BulkSheetProps {
  title: ReactNode;
  intro: ReactNode;
  action: ReactNode;
  variant?: ButtonVariant;
  rows: readonly { id: string; name: ReactNode; more?: ReactNode }[];
  /** The text that goes with it; absent where none is asked for. */
  text?: { label: ReactNode; aside?: ReactNode; min: number; missing: string };
  /** Other fields, before the text. */
  children?: ReactNode;
  busy: boolean;
  /** `text` is trimmed; empty where none is asked for. */
  onConfirm(text: string): void;
  onClose(): void;
}

/** Names what a bulk action is about, and asks for its one reason. */
export function BulkSheet(props: BulkSheetProps) {
  const { rows, text, onConfirm } = props;
  const form = useForm(
    { reason: '' },
    ({ reason }): Record<string, string> => (text && reason.trim().length < text.min ? { reason: text.missing } : {}),
  );
  const rest = rows.length - maxNames;
  return (
    <FormSheet
      onClose={props.onClose}
      title={props.title}
      intro={props.intro}
      formRef={form.ref}
      action={props.action}
      busyLabel={<Trans>Working</Trans>}
      busy={props.busy}
      variant={props.variant ?? 'primary'}
      onSubmit={() => {
        if (form.validate()) onConfirm(form.values.reason.trim());
      }}
    >
      <ul className="text-sm">
        {rows.slice(0, maxNames).map(({ id, name, more }) => (
          <li key={id} className="wrap-anywhere py-1">
            {name} <span className="text-faint">{more}</span>
          </li>
        ))}
        {rest > 0 ? (
          <li className="py-1 text-muted">
            <Trans>and {rest} more</Trans>
          </li>
        ) : null}
      </ul>
      {props.children}
      {text ? (
        <Field label={text.label} aside={text.aside} error={form.errors.reason}>
          <TextArea {...form.field('reason')} rows={3} maxLength={500} />
        </Field>
      ) : null}
    </FormSheet>
  );
}
