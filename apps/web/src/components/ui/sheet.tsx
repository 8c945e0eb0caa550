import { useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import X from 'lucide-react/icons/x';
import { type PointerEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { restoreFocus } from '../../lib/focus.ts';
import { showModal } from '../../lib/modals.ts';
import { useBackCloses } from '../../lib/use-back-closes.ts';
import { IconButton } from './icon-button.tsx';

export interface SheetProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** Under the title, before the content. */
  intro?: ReactNode;
  children?: ReactNode;
  /** Fixed at the foot: Cancel at the left, one primary button. */
  actions?: ReactNode;
  /** Disables Esc, scrim and close button while sending. */
  locked?: boolean;
  /** URL shown while open, for a sheet that can be shared. */
  address?: string | undefined;
}

/** Minimum downward swipe that closes, in pixels. */
const swipeToClose = 90;

/**
 * A bottom sheet on phones, a centred dialog from 768 px. Uses the native dialog: focus stays inside and returns after.
 * Esc, scrim, close button, a downward swipe and Back close it.
 */
export function Sheet({ open, onClose, title, intro, children, actions, locked = false, address }: SheetProps) {
  const { t } = useLingui();
  const dialog = useRef<HTMLDialogElement>(null);
  const opener = useRef<Element | null>(null);
  const startY = useRef<number | null>(null);
  const id = useId();

  useEffect(() => {
    const element = dialog.current;
    if (!open || !element) return;
    if (!element.open) opener.current = document.activeElement;
    return showModal(element);
  }, [open]);
  // Close before unmounting: the browser returns focus only for a closed dialog.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!open || !element) return;
    return () => {
      if (!element.open) return;
      element.close();
      restoreFocus(opener.current);
    };
  }, [open]);
  useEffect(() => {
    document.documentElement.classList.toggle('overflow-hidden', open);
    return () => document.documentElement.classList.remove('overflow-hidden');
  }, [open]);

  useBackCloses(open, onClose, locked, address);

  const close = () => {
    if (!locked) onClose();
  };
  const drag = (event: PointerEvent, ended: boolean) => {
    const element = dialog.current;
    if (startY.current === null || !element) return;
    const down = Math.max(0, event.clientY - startY.current);
    element.style.translate = ended ? '' : `0 ${down}px`;
    if (!ended) return;
    startY.current = null;
    if (down > swipeToClose) close();
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes with Esc, which the dialog turns into `cancel`.
    <dialog
      ref={dialog}
      data-slot="sheet"
      aria-labelledby={`${id}-title`}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClick={(event) => event.target === dialog.current && close()}
      className="sheet rounded-t-sheet bg-surface-1 text-ink shadow-sheet md:rounded-sheet md:shadow-pop"
    >
      {open ? (
        <div className="flex max-h-[inherit] flex-col px-5 pt-2.5 pb-[max(24px,env(safe-area-inset-bottom))] md:px-7 md:pt-6 md:pb-7">
          <div
            data-slot="sheet-head"
            className="shrink-0 touch-none md:touch-auto"
            onPointerDown={(event) => {
              if (innerWidth < 768 && !(event.target as Element).closest('button')) {
                startY.current = event.clientY;
                event.currentTarget.setPointerCapture(event.pointerId);
              }
            }}
            onPointerMove={(event) => drag(event, false)}
            onPointerUp={(event) => drag(event, true)}
            onPointerCancel={(event) => drag(event, true)}
          >
            <div aria-hidden className="mx-auto mb-2 h-1 w-9 rounded-pill bg-surface-4 md:hidden" />
            <div className="flex items-start justify-between gap-3">
              <h2 id={`${id}-title`} className="d3 pt-2">
                {title}
              </h2>
              <IconButton label={t`Close`} onClick={close} disabled={locked} className="-mr-2.5">
                <X size={20} />
              </IconButton>
            </div>
          </div>
          {intro ? <p className="mt-2 text-muted">{intro}</p> : null}
          <div className={clsx('min-h-0 overflow-y-auto overscroll-contain', children ? '-mx-1 mt-4 px-1 pb-1' : '')}>
            {children}
          </div>
          {actions ? (
            <div
              data-slot="sheet-actions"
              className="mt-6 flex shrink-0 flex-wrap gap-2 [&>:last-child]:flex-1 max-xs:[&>*]:flex-auto max-xs:[&>:last-child]:flex-auto"
            >
              {actions}
            </div>
          ) : null}
        </div>
      ) : null}
    </dialog>
  );
}
