import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { controlStyle, useFieldWiring } from './field.tsx';

export interface TextInputProps extends ComponentProps<'input'> {
  /** Inside the left edge: `R` or an icon. */
  before?: ReactNode;
  after?: ReactNode;
}

/** A single-line input. A `Field` around it gives label and description. */
export function TextInput({ before, after, className, type = 'text', ...rest }: TextInputProps) {
  const wiring = useFieldWiring();
  return (
    <span className="relative block">
      {before ? (
        <span className="pointer-events-none absolute inset-y-0 left-4 flex items-center font-semibold text-faint">
          {before}
        </span>
      ) : null}
      <input
        {...wiring}
        {...rest}
        data-slot="input"
        type={type}
        className={clsx(controlStyle, 'h-[52px]', before && 'pl-10', after && 'pr-13', className)}
      />
      {after ? <span className="absolute inset-y-0 right-1 flex items-center">{after}</span> : null}
    </span>
  );
}

/** A multi-line input. */
export function TextArea({ className, rows = 4, ...rest }: ComponentProps<'textarea'>) {
  const wiring = useFieldWiring();
  return (
    <textarea
      {...wiring}
      {...rest}
      data-slot="textarea"
      rows={rows}
      className={clsx(controlStyle, 'block min-h-24 resize-y py-[13px] leading-[1.45]', className)}
    />
  );
}
