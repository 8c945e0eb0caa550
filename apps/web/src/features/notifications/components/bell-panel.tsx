import { Trans, useLingui } from '@lingui/react/macro';
import Settings from 'lucide-react/icons/settings';
import { buttonStyle } from '../../../components/ui/button.tsx';
import { Link } from '../../../lib/router.tsx';
import { MarkAllRead } from './mark-all-read.tsx';
import { NotificationList } from './notification-list.tsx';

/** Panel under the bell on wide screens: the newest notifications and a link to all. */
export function BellPanel({ close }: { close: () => void }) {
  const { t } = useLingui();
  return (
    <div className="px-3 pt-1 pb-2">
      <div className="flex min-h-12 items-center justify-between gap-3">
        <h2 className="d4">
          <Trans>Notifications</Trans>
        </h2>
        <div className="flex items-center">
          <MarkAllRead />
          <Link
            to="/notifications"
            search={{ tab: 'preferences' }}
            onClick={close}
            aria-label={t`Notification preferences`}
            className="press inline-flex size-11 items-center justify-center rounded-pill hover:bg-surface-2"
          >
            <Settings size={20} />
          </Link>
        </div>
      </div>
      <NotificationList short onOpen={close} />
      <Link to="/notifications" onClick={close} className={buttonStyle({ full: true, size: 'sm', className: 'mt-2' })}>
        <Trans>Show all</Trans>
      </Link>
    </div>
  );
}
