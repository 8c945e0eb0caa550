import { clsx } from 'clsx';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react';
import { variants } from '../../lib/variants.ts';

/** Classes of a button, for links that look like one: `<Link className={buttonStyle({ variant: 'bone' })}>`. */
export const buttonStyle = variants(
  'press inline-flex items-center justify-center rounded-pill font-semibold text-center no-underline select-none [&_svg]:shrink-0',
  {
    variant: {
      primary: 'bg-ember text-on-ember hover:bg-ember-hover active:bg-ember-press',
      bone: 'bg-ink text-bg hover:bg-muted',
      quiet: 'bg-surface-2 text-ink hover:bg-surface-3',
      outline: 'text-ink inset-ring inset-ring-line-strong hover:bg-surface-2',
      connect: 'bg-ember-soft text-on-ember-soft hover:inset-ring hover:inset-ring-ember-line',
      gold: 'bg-gold-soft text-gold hover:inset-ring hover:inset-ring-gold',
      danger: 'bg-danger-fill text-on-danger hover:inset-ring-2 hover:inset-ring-danger',
      ghost: 'text-ink hover:bg-surface-2',
    },
    size: {
      lg: 'min-h-14 px-7 py-2 text-lead leading-tight gap-2 max-xs:px-4 max-xs:text-button',
      md: 'min-h-12 px-5 py-2 max-xs:px-4 text-button leading-tight gap-2',
      sm: 'min-h-11 px-4 py-1.5 max-xs:px-3 text-sm leading-tight gap-1.5',
    },
    full: { true: 'w-full' },
  },
  { variant: 'quiet', size: 'md' },
);

export type ButtonVariant = NonNullable<NonNullable<Parameters<typeof buttonStyle>[0]>['variant']>;
export type ButtonSize = NonNullable<NonNullable<Parameters<typeof buttonStyle>[0]>['size']>;

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'ref'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  full?: boolean;
  /** Drawn before the label, 18 px. */
  icon?: ReactNode;
  /** While busy the button keeps its width and ignores presses. */
  busy?: boolean;
  /** The -ing form shown while busy: "Unlocking". */
  busyLabel?: ReactNode;
}

/** The label names the effect and the cost. */
export function Button({
  variant = 'quiet',
  size = 'md',
  full = false,
  icon,
  busy = false,
  busyLabel,
  disabled,
  className,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  const element = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  // A disabled control loses focus, and keyboard users would start at the top of the page.
  useLayoutEffect(() => {
    if (busy) hadFocus.current = document.activeElement === element.current;
    else if (hadFocus.current) {
      hadFocus.current = false;
      if (document.activeElement === document.body) element.current?.focus({ preventScroll: true });
    }
  }, [busy]);
  const disabledStyle = disabled && !busy ? 'bg-surface-2! text-faint! inset-ring-0! hover:bg-surface-2!' : '';
  return (
    <button
      {...rest}
      ref={element}
      data-slot="button"
      type={type}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={clsx(buttonStyle({ variant, size, full }), disabledStyle, className)}
    >
      <span className="grid items-center justify-items-center *:col-start-1 *:row-start-1">
        <span className={clsx('inline-flex items-center gap-2', busy && 'invisible')} aria-hidden={busy || undefined}>
          {icon}
          {children}
        </span>
        {busy ? (
          <span className="inline-flex items-center gap-2">
            <RefreshCw size={18} className="animate-[turn_1s_linear_infinite] motion-reduce:animate-none" />
            {busyLabel ?? children}
          </span>
        ) : null}
      </span>
    </button>
  );
}
