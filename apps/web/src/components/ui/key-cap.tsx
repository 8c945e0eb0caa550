import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface KeyCapProps {
  children: string;
  wide?: boolean;
  /** The space before it. */
  className?: string;
}

/** The key that does the same, drawn on its button; only where there is likely a keyboard. */
export const KeyCap = ({ children, wide = false, className = 'ml-2' }: KeyCapProps) => (
  <kbd
    aria-hidden
    className={clsx(
      'hidden h-6 place-items-center rounded-xs font-sans text-micro inset-ring inset-ring-current/40 lg:inline-grid',
      wide ? 'px-1.5' : 'w-6',
      className,
    )}
  >
    {children}
  </kbd>
);

/** A label with the key that chooses it. */
export const WithKey = ({ cap, children }: { cap: string; children: ReactNode }) => (
  <>
    {children}
    <KeyCap>{cap}</KeyCap>
  </>
);
