import { type ChangeEvent, type FocusEvent, type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

export type FieldErrors = Record<string, string>;
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export interface FormState<Values> {
  values: Values;
  errors: FieldErrors;
  /** How many fields were wrong at the last try to send; for those who hear the form rather than see it. */
  wrong: number;
  /** Goes on the `form` element, so that the first wrong field can be found. */
  ref: RefObject<HTMLFormElement | null>;
  set<Name extends keyof Values & string>(name: Name, value: Values[Name]): void;
  /** As `set` for several fields at once. */
  change(values: Partial<Values>): void;
  /** What a text control or select needs. */
  field(name: keyof Values & string): {
    name: string;
    value: string;
    onChange(event: ChangeEvent<Control>): void;
    onBlur(event: FocusEvent<Control>): void;
  };
  /** Checks everything; shows what is wrong and puts the cursor there. True when it may be sent. */
  validate(): boolean;
  /** Shows the server's messages by field. True when any of them belongs to this form. */
  refuse(fields: FieldErrors): boolean;
}

/**
 * Values and messages of a form. A message appears when its field is left or the form is sent, and goes as soon as the
 * field is right again. A field that was left empty says nothing until the form is sent.
 */
export function useForm<Values extends object>(
  initial: Values | (() => Values),
  check: (values: Values) => FieldErrors,
): FormState<Values> {
  const [values, setValues] = useState(initial);
  const [own, setOwn] = useState<FieldErrors>({});
  const [refused, setRefused] = useState<FieldErrors>({});
  const [wrong, setWrong] = useState(0);
  const ref = useRef<HTMLFormElement>(null);

  const showAll = (found: FieldErrors, show: (errors: FieldErrors) => void) => {
    flushSync(() => {
      show(found);
      setWrong(Object.keys(found).length);
    });
    const first = ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    first?.focus();
    // Focus brings the control into view; what is wrong stands under it.
    first?.closest('[data-slot="field"]')?.scrollIntoView({ block: 'nearest' });
  };

  const change: FormState<Values>['change'] = (changed) => {
    const next = { ...values, ...changed };
    const found = check(next);
    setValues(next);
    // Another message than the one shown would nag at somebody in the middle of a word.
    setOwn((shown) => Object.fromEntries(Object.entries(shown).filter(([field, message]) => found[field] === message)));
    setRefused((shown) =>
      Object.fromEntries(Object.entries(shown).filter(([field]) => !Object.hasOwn(changed, field))),
    );
    setWrong(0);
  };
  const set: FormState<Values>['set'] = (name, value) => change({ [name]: value } as unknown as Partial<Values>);

  return {
    values,
    errors: { ...own, ...refused },
    wrong,
    ref,
    set,
    change,
    field: (name) => ({
      name,
      value: String(values[name]),
      onChange: (event) => set(name, event.target.value as Values[typeof name]),
      onBlur: (event) => {
        // A message that appears between press and release would move the button away from under the finger.
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
