import { useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import OctagonAlert from 'lucide-react/icons/octagon-alert';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import X from 'lucide-react/icons/x';
import { type PointerEvent, useCallback, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { openModals } from '../../lib/modals.ts';
import { useStore } from '../../lib/store.ts';
import { dismissToast, type ToastItem, type ToastTone } from '../../lib/toast.ts';
import { IconButton } from './icon-button.tsx';
import { positionToast } from './position-toast.ts';

const icons: Record<ToastTone, { Icon: typeof Info; colour: string }> = {
  success: { Icon: CircleCheck, colour: 'text-online' },
  error: { Icon: OctagonAlert, colour: 'text-danger' },
  info: { Icon: Info, colour: 'text-info' },
  warning: { Icon: TriangleAlert, colour: 'text-warning' },
};
/** How long a toast is shown unless it is an error, in milliseconds. */
const durationMs = 5000;
/** Minimum swipe to the right that dismisses, in pixels. */
const swipePx = 50;

/** Shows one toast at a time; F8 focuses it. */
export function ToastView({ queue }: { queue: readonly ToastItem[] }) {
  const { t } = useLingui();
  const region = useRef<HTMLElement>(null);
  const item = queue[0];
  const modals = useStore(openModals);
  const [host] = useState(() => Object.assign(document.createElement('div'), { className: 'contents' }));
  useEffect(() => {
    const focusHere = (event: KeyboardEvent) => {
      // Focus the button inside, not the box: focus within keeps the toast open, and Esc there dismisses it.
      if (event.key === 'F8') region.current?.querySelector('button')?.focus();
    };
    addEventListener('keydown', focusHere);
    return () => removeEventListener('keydown', focusHere);
  }, []);
  useEffect(() => {
    const element = region.current;
    if (!element) return;
    // Outside of a modal dialog everything is inert, so toasts are rendered inside the topmost one, in the top layer:
    // nothing covers them, and positions refer to the window.
    // A dialog that closes with this toast is still in the list.
    const place = modals.findLast((each) => each.open && each.isConnected) ?? document.body;
    if (host.parentElement !== place) place.append(host);
    if (element.matches(':popover-open')) element.hidePopover();
    if (!item) return;
    element.showPopover();
    positionToast(element);
    // A resize comes from the window, which is no node.
    const reposition = ({ target }: Event) => {
      if (!(target instanceof Node && element.contains(target))) positionToast(element);
    };
    // An opened sheet or a new focus changes what must stay uncovered.
    document.addEventListener('focusin', reposition);
    addEventListener('resize', reposition);
    return () => {
      document.removeEventListener('focusin', reposition);
      removeEventListener('resize', reposition);
    };
  }, [item, modals, host]);
  useEffect(() => () => host.remove(), [host]);
  return createPortal(
    <section
      ref={region}
      popover="manual"
      tabIndex={-1}
      aria-label={t`Notifications (F8)`}
      className="fixed inset-auto inset-x-4 bottom-[calc(var(--bar-bottom)+env(safe-area-inset-bottom)+16px)] m-0 w-auto overflow-visible border-0 bg-transparent p-0 text-ink lg:right-6 lg:bottom-6 lg:left-auto lg:w-[380px]"
    >
      <div role="status" aria-live="polite" aria-atomic>
        {item && item.tone !== 'error' ? <Toast key={item.id} item={item} /> : null}
      </div>
      <div role="alert" aria-atomic>
        {item?.tone === 'error' ? <Toast key={item.id} item={item} /> : null}
      </div>
    </section>,
    host,
  );
}

function Toast({ item }: { item: ToastItem }) {
  const { t } = useLingui();
  const { Icon, colour } = icons[item.tone];
  const [held, setHeld] = useState(false);
  const [moved, setMoved] = useState(0);
  const start = useRef<number | null>(null);
  const { id, tone, stayMs = durationMs } = item;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const startTimer = useCallback(() => {
    clearTimeout(timer.current);
    if (tone !== 'error') timer.current = setTimeout(() => dismissToast(id), stayMs);
  }, [id, tone, stayMs]);
  useEffect(() => {
    if (held) return;
    startTimer();
    return () => clearTimeout(timer.current);
  }, [held, startTimer]);

  const release = (event: PointerEvent) => {
    const distance = start.current === null ? 0 : event.clientX - start.current;
    start.current = null;
    if (distance >= swipePx) dismissToast(id);
    else setMoved(0);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointer, focus and swipe only hold or dismiss; the buttons do the rest.
    <div
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // Esc must not close the dialog around it too.
        event.preventDefault();
        dismissToast(id);
      }}
      onPointerDown={(event) => {
        if (!(event.target as Element).closest('button')) start.current = event.clientX;
      }}
      onPointerMove={(event) => {
        // A pointer already there does not keep the toast open; one that moves restarts its time.
        if (!held && (event.movementX !== 0 || event.movementY !== 0)) startTimer();
        if (start.current !== null) setMoved(Math.max(0, event.clientX - start.current));
      }}
      onPointerUp={release}
      onPointerCancel={release}
      style={moved ? { translate: `${moved}px 0`, opacity: Math.max(0.3, 1 - moved / 300) } : {}}
      className="rise flex touch-pan-y select-none items-center gap-3 rounded-md bg-surface-3 py-3 pr-2 pl-3.5 shadow-pop inset-ring inset-ring-line"
    >
      <Icon size={20} className={clsx('shrink-0', colour)} />
      <div className="min-w-0 flex-1">
        <p className="font-semibold text-sm">{item.title}</p>
        {item.text ? <p className="text-muted text-sm">{item.text}</p> : null}
      </div>
      {item.action ? (
        <button
          type="button"
          onClick={() => {
            dismissToast(id);
            item.action?.act();
          }}
          className="press h-11 shrink-0 rounded-pill px-3 font-semibold text-sm hover:bg-surface-4"
        >
          {item.action.label}
        </button>
      ) : null}
      <IconButton label={t`Dismiss`} onClick={() => dismissToast(id)}>
        <X size={20} />
      </IconButton>
    </div>
  );
}
