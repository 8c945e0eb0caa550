import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';

export interface ChipProps extends ComponentProps<'button'> {
  pressed?: boolean;
  count?: ReactNode;
}

/** A filter that is on or off. */
export function Chip({ pressed = false, count, className, children, ...rest }: ChipProps) {
  return (
    <button
      {...rest}
      type="button"
      data-slot="chip"
      aria-pressed={pressed}
      className={clsx(
        'press inline-flex h-11 shrink-0 items-center gap-[7px] whitespace-nowrap rounded-pill px-4 text-sm',
        pressed ? 'bg-ink font-semibold text-bg' : 'bg-surface-2 font-medium text-muted hover:bg-surface-3',
        className,
      )}
    >
      {children}
      {count === undefined ? null : (
        <span className={clsx('tabular-nums', pressed ? 'opacity-75' : 'text-faint')}>{count}</span>
      )}
    </button>
  );
}

/** A row of chips: scrolls on phones, wraps from 1024 px. */
export function ChipRow({ label, children, className }: { label: string; children: ReactNode; className?: string }) {
  return (
    <fieldset
      aria-label={label}
      className={clsx(
        'bleed no-scrollbar flex min-w-0 gap-2 overflow-x-auto border-0 py-0.5 lg:mx-0 lg:flex-wrap lg:px-0',
        className,
      )}
    >
      {children}
    </fieldset>
  );
}
