import { clsx } from 'clsx';
import { type ReactNode, useId, useRef, useState } from 'react';

export interface PopoverProps {
  /** The button's accessible name. */
  label: string;
  /** What the button shows. */
  trigger: ReactNode;
  triggerClassName?: string;
  /** Gets a function that closes it. */
  children: (close: () => void) => ReactNode;
  className?: string;
}

/**
 * A panel below a button, or above it if there is more room, in the top layer. Esc and an outside tap close it, and
 * focus returns.
 */
export function Popover({ label, trigger, triggerClassName, children, className }: PopoverProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-expanded={open}
        aria-haspopup="dialog"
        popoverTarget={id}
        className={triggerClassName}
      >
        {trigger}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        onBeforeToggle={(event) => {
          const anchor = button.current?.getBoundingClientRect();
          if (event.newState !== 'open' || !anchor || !panel.current) return;
          const [spaceAbove, spaceBelow] = [anchor.top - 16, innerHeight - anchor.bottom - 16];
          const isAbove = spaceBelow < 260 && spaceAbove > spaceBelow;
          panel.current.style.top = isAbove ? 'auto' : `${anchor.bottom + 8}px`;
          panel.current.style.bottom = isAbove ? `${innerHeight - anchor.top + 8}px` : 'auto';
          panel.current.style.maxHeight = `${isAbove ? spaceAbove : spaceBelow}px`;
          const { clientWidth } = document.documentElement;
          // It has no size before it is shown.
          panel.current.style.display = 'block';
          const widest = clientWidth - panel.current.offsetWidth - 8;
          panel.current.style.display = '';
          panel.current.style.right = `${Math.max(8, Math.min(clientWidth - anchor.right, widest))}px`;
        }}
        onToggle={(event) => setOpen(event.newState === 'open')}
        className={clsx(
          'fixed inset-auto m-0 max-w-[calc(100vw-16px)] overflow-y-auto rounded-card border-0 bg-surface-1 p-2 text-ink shadow-pop inset-ring inset-ring-line open:rise',
          className,
        )}
      >
        {open ? children(() => panel.current?.hidePopover()) : null}
      </div>
    </>
  );
}
