import { type ChangeEvent, type FocusEvent, type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

export type FieldErrors = Record<string, string>;
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export interface FormState<Values> {
  values: Values;
  errors: FieldErrors;
  /** Number of invalid fields at the last attempt to submit, for screen readers. */
  invalidCount: number;
  /** For the `form` element, to find the first invalid field. */
  ref: RefObject<HTMLFormElement | null>;
  set<Name extends keyof Values & string>(name: Name, value: Values[Name]): void;
  /** Like `set`, for several fields at once. */
  change(values: Partial<Values>): void;
  /** Props for a text control or select. */
  field(name: keyof Values & string): {
    name: string;
    value: string;
    onChange(event: ChangeEvent<Control>): void;
    onBlur(event: FocusEvent<Control>): void;
  };
  /** Validates all fields, shows the errors and focuses the first. Returns true when the form may be submitted. */
  validate(): boolean;
  /** Shows the server's errors by field. Returns true when at least one field belongs to this form. */
  refuse(fields: FieldErrors): boolean;
}

/**
 * Values and errors of a form. An error appears when its field loses focus or the form is submitted, and disappears
 * once the field is valid. A field left empty shows no error before submission.
 */
export function useForm<Values extends object>(
  initial: Values | (() => Values),
  check: (values: Values) => FieldErrors,
): FormState<Values> {
  const [values, setValues] = useState(initial);
  const [own, setOwn] = useState<FieldErrors>({});
  const [refused, setRefused] = useState<FieldErrors>({});
  const [invalidCount, setInvalidCount] = useState(0);
  const ref = useRef<HTMLFormElement>(null);

  const showAll = (found: FieldErrors, show: (errors: FieldErrors) => void) => {
    flushSync(() => {
      show(found);
      setInvalidCount(Object.keys(found).length);
    });
    const first = ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    first?.focus();
    // Focus scrolls the control into view, but not the error under it.
    first?.closest('[data-slot="field"]')?.scrollIntoView({ block: 'nearest' });
  };

  const change: FormState<Values>['change'] = (changed) => {
    const next = { ...values, ...changed };
    const found = check(next);
    setValues(next);
    // Keep only the error already shown: a different one would distract while typing.
    setOwn((shown) => Object.fromEntries(Object.entries(shown).filter(([field, message]) => found[field] === message)));
    setRefused((shown) =>
      Object.fromEntries(Object.entries(shown).filter(([field]) => !Object.hasOwn(changed, field))),
    );
    setInvalidCount(0);
  };
  const set: FormState<Values>['set'] = (name, value) => change({ [name]: value } as unknown as Partial<Values>);

  return {
    values,
    errors: { ...own, ...refused },
    invalidCount: invalidCount,
    ref,
    set,
    change,
    field: (name) => ({
      name,
      value: String(values[name]),
      onChange: (event) => set(name, event.target.value as Values[typeof name]),
      onBlur: (event) => {
        // An error that appears between press and release would move the button away from the pointer.
        if (!event.target.value || event.relatedTarget instanceof HTMLButtonElement) return;
        const message = check(values)[name];
        if (message) setOwn((shown) => ({ ...shown, [name]: message }));
      },
    }),
    validate() {
      const found = check(values);
      showAll(found, setOwn);
      return Object.keys(found).length === 0;
    },
    refuse(fields) {
      const mine = Object.fromEntries(Object.entries(fields).filter(([field]) => field in values));
      if (Object.keys(mine).length === 0) return false;
      showAll(mine, setRefused);
      return true;
    },
  };
}
