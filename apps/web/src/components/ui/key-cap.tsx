import { clsx } from 'clsx';

/** The key that does the same, drawn on its button; only where there is likely a keyboard. */
export const KeyCap = ({ children, wide = false }: { children: string; wide?: boolean }) => (
  <kbd
    aria-hidden
    className={clsx(
      'ml-2 hidden h-6 place-items-center rounded-xs font-sans text-micro inset-ring inset-ring-current/40 lg:inline-grid',
      wide ? 'px-1.5' : 'w-6',
    )}
  >
    {children}
  </kbd>
);
