import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';

export interface IconButtonProps extends ComponentProps<'button'> {
  /** Accessible name. */
  label: string;
  /** `glass` lies over pictures. */
  variant?: 'plain' | 'filled' | 'glass';
  children: ReactNode;
}

/** Round 44 px button with one icon. */
export function IconButton({
  label,
  variant = 'plain',
  className,
  children,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      data-slot="icon-button"
      type={type}
      aria-label={label}
      className={clsx(
        'press relative inline-flex size-11 shrink-0 items-center justify-center rounded-pill',
        variant === 'plain' && 'text-ink hover:bg-surface-2',
        variant === 'filled' && 'bg-surface-2 text-ink hover:bg-surface-3',
        variant === 'glass' && 'bg-picture-disc text-on-picture hover:bg-picture-lock',
        className,
      )}
    >
      {children}
    </button>
  );
}

/** Count on the corner of an icon; hidden at zero, 99+ from a hundred. */
export function CountBadge({ count, className }: { count: number; className?: string }) {
  if (count <= 0) return null;
  return (
    <span
      aria-hidden
      className={clsx(
        'min-w-[18px] rounded-pill bg-ember px-[5px] text-center font-bold text-[min(0.75rem,16px)]/[1.5em] text-on-ember tabular-nums',
        className,
      )}
    >
      {count > 99 ? '99+' : count}
    </span>
  );
}
