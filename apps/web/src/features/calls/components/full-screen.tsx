import { clsx } from 'clsx';
import { type ReactNode, useEffect, useRef } from 'react';
import { showModal } from '../../../lib/modals.ts';

interface FullScreenProps {
  label: string;
  children: ReactNode;
  className?: string;
}

/** A dialog over everything that only its own buttons close: Esc must not hang up. */
export function FullScreen({ label, children, className }: FullScreenProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const leave = showModal(element);
    // Not the first button: a member who types when it rings must not answer with the next key.
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
        // Chromium closes on a second Esc, whatever became of the first. Sheets over it have their own.
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
