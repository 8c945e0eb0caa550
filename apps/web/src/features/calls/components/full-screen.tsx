import { clsx } from 'clsx';
import { type ReactNode, useEffect, useRef } from 'react';
import { showModal } from '../../../lib/modals.ts';

interface FullScreenProps {
  label: string;
  children: ReactNode;
  className?: string;
}

/** A full-screen dialog that only its own buttons close: Esc must not hang up. */
export function FullScreen({ label, children, className }: FullScreenProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const leave = showModal(element);
    // Focus the dialog, not its first button: a member who is typing must not answer the call by accident.
    element.focus();
    document.documentElement.classList.add('overflow-hidden');
    return () => {
      document.documentElement.classList.remove('overflow-hidden');
      leave();
      element.close();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      data-slot="call"
      aria-label={label}
      tabIndex={-1}
      onCancel={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        // Chromium closes a dialog on the second Esc even if the first was prevented. Sheets above handle their own
        // Esc.
        const inner = event.target instanceof Element && event.target.closest('dialog');
        if (event.key === 'Escape' && inner === dialog.current) event.preventDefault();
      }}
      className={clsx(
        'fixed inset-0 m-0 h-dvh max-h-none w-full max-w-none overflow-hidden border-0 bg-[#0a0706] p-0 text-on-picture outline-none',
        className,
      )}
    >
      {children}
    </dialog>
  );
}
