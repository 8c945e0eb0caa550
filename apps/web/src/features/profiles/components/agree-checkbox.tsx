import type { ReactNode } from 'react';

interface AgreeCheckboxProps {
  checked: boolean;
  onChange(checked: boolean): void;
  children: ReactNode;
}

/** A checkbox with the sentence that the member agrees to. */
export function AgreeCheckbox({ checked, onChange, children }: AgreeCheckboxProps) {
  return (
    <label className="mt-4 flex min-h-11 cursor-pointer items-start gap-3 py-2">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
        className="mt-0.5 size-5 shrink-0 accent-(--text)"
      />
      <span>{children}</span>
    </label>
  );
}
