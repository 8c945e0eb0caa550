import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import Info from 'lucide-react/icons/info';
import OctagonAlert from 'lucide-react/icons/octagon-alert';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Wifi from 'lucide-react/icons/wifi';
import WifiOff from 'lucide-react/icons/wifi-off';
import X from 'lucide-react/icons/x';
import { Banner } from '../../components/ui/banner.tsx';
import { Button } from '../../components/ui/button.tsx';
import { IconButton } from '../../components/ui/icon-button.tsx';
import { Mark } from '../../components/ui/marks.tsx';
import { queryOf } from '../../lib/api.ts';
import { dismissInstall, install, installStore } from '../../lib/install.ts';
import { connectionStore } from '../../lib/online.ts';
import { isStaff, useStaffUser } from '../../lib/session.ts';
import { useStore } from '../../lib/store.ts';
import { updateLater, updateNow, updateStore } from '../../lib/updates.ts';

/** Connection, update and install messages. */
export function BannerStack() {
  const connection = useStore(connectionStore);
  const update = useStore(updateStore);
  const settings = useQuery(queryOf('publicSettings')).data;
  const user = useStaffUser();
  const { isPromptDue: asking } = useStore(installStore);
  return (
    <>
      {connection === 'offline' ? (
        <Banner
          tone="warning"
          icon={<WifiOff size={20} />}
          title={<Trans>You're offline</Trans>}
          text={<Trans>Some features may be limited</Trans>}
        />
      ) : null}
      {connection === 'back' ? (
        <Banner
          tone="online"
          icon={<Wifi size={20} />}
          title={<Trans>Back online</Trans>}
          text={<Trans>All features available</Trans>}
        />
      ) : null}
      {update ? (
        <Banner
          tone="neutral"
          icon={<RefreshCw size={20} />}
          title={<Trans>A new version is ready</Trans>}
          actions={
            <>
              <Button size="sm" variant="ghost" onClick={updateLater}>
                <Trans>Later</Trans>
              </Button>
              <Button size="sm" variant="bone" onClick={updateNow}>
                <Trans>Update Now</Trans>
              </Button>
            </>
          }
        />
      ) : null}
      {settings?.notice ? <Banner tone="neutral" icon={<Info size={20} />} title={settings.notice} /> : null}
      {settings?.livesAndCallsStopped && isStaff(user) ? (
        <Banner
          tone="danger"
          icon={<OctagonAlert size={20} />}
          title={<Trans>Live shows and calls are stopped</Trans>}
          text={<Trans>Nobody can start or join one until an admin lifts the stop.</Trans>}
        />
      ) : null}
      {asking ? <InstallCard /> : null}
    </>
  );
}

function InstallCard() {
  const { t } = useLingui();
  return (
    <section
      aria-label={t`Install Vlam`}
      className="rise fixed inset-x-4 bottom-[calc(var(--bar-bottom)+env(safe-area-inset-bottom)+16px)] z-40 flex flex-wrap items-center gap-3 rounded-[24px] bg-surface-3 p-4 shadow-pop inset-ring inset-ring-line lg:right-6 lg:left-auto lg:w-[420px]"
    >
      <span className="flex size-12 shrink-0 items-center justify-center rounded-field bg-ember">
        <Mark size={28} className="fill-on-ember" />
      </span>
      <div className="min-w-28 flex-1">
        <h2 className="font-sans font-semibold text-sm">
          <Trans>Install Vlam</Trans>
        </h2>
        <p className="text-meta text-muted">
          <Trans>Opens faster, in its own window</Trans>
        </p>
      </div>
      <div className="flex items-center gap-1">
        <Button size="sm" variant="ghost" onClick={dismissInstall}>
          <Trans>Later</Trans>
        </Button>
        <Button size="sm" variant="primary" onClick={() => void install()}>
          <Trans>Install</Trans>
        </Button>
        <IconButton label={t`Close`} onClick={dismissInstall} className="-mr-2">
          <X size={20} />
        </IconButton>
      </div>
    </section>
  );
}
