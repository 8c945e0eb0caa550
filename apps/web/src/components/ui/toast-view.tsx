import { useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import OctagonAlert from 'lucide-react/icons/octagon-alert';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import X from 'lucide-react/icons/x';
import { Toast } from 'radix-ui';
import { dismissToast, type ToastItem, type ToastTone } from '../../lib/toast.ts';
import { IconButton } from './icon-button.tsx';

const icons: Record<ToastTone, { Icon: typeof Info; colour: string }> = {
  success: { Icon: CircleCheck, colour: 'text-online' },
  error: { Icon: OctagonAlert, colour: 'text-danger' },
  info: { Icon: Info, colour: 'text-info' },
  warning: { Icon: TriangleAlert, colour: 'text-warning' },
};
/** Errors stay until they are dismissed; `Infinity` turns the clock off. */
const durationOf = (tone: ToastTone) => (tone === 'error' ? Number.POSITIVE_INFINITY : 5000);

/** One message at a time; 5 s, swipe 50 px, F8 moves focus here. */
export function ToastView({ queue }: { queue: readonly ToastItem[] }) {
  const { t } = useLingui();
  return (
    <Toast.Provider duration={5000} swipeThreshold={50} swipeDirection="right" label={t`Notification`}>
      {queue.slice(0, 1).map((item) => {
        const { Icon, colour } = icons[item.tone];
        return (
          <Toast.Root
            key={item.id}
            type={item.tone === 'error' ? 'foreground' : 'background'}
            duration={durationOf(item.tone)}
            onOpenChange={(open) => {
              if (!open) dismissToast(item.id);
            }}
            className="toast flex items-center gap-3 rounded-md bg-surface-3 py-3 pr-2 pl-3.5 shadow-pop inset-ring inset-ring-line"
          >
            <Icon size={20} className={clsx('shrink-0', colour)} />
            <div className="min-w-0 flex-1">
              <Toast.Title className="font-semibold text-sm">{item.title}</Toast.Title>
              {item.text ? <Toast.Description className="text-muted text-sm">{item.text}</Toast.Description> : null}
            </div>
            {item.action ? (
              <Toast.Action asChild altText={item.action.label}>
                <button
                  type="button"
                  onClick={item.action.act}
                  className="press h-11 shrink-0 rounded-pill px-3 font-semibold text-sm hover:bg-surface-4"
                >
                  {item.action.label}
                </button>
              </Toast.Action>
            ) : null}
            <Toast.Close asChild>
              <IconButton label={t`Dismiss`}>
                <X size={20} />
              </IconButton>
            </Toast.Close>
          </Toast.Root>
        );
      })}
      <Toast.Viewport
        hotkey={['F8']}
        label={t`Notifications (F8)`}
        className="fixed inset-x-4 bottom-[calc(var(--bar-bottom)+env(safe-area-inset-bottom)+16px)] z-50 lg:right-6 lg:bottom-6 lg:left-auto lg:w-[380px]"
      />
    </Toast.Provider>
  );
}
