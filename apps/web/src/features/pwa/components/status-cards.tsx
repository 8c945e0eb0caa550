import { Trans } from '@lingui/react/macro';
import { clsx } from 'clsx';
import CircleCheck from 'lucide-react/icons/circle-check';
import Download from 'lucide-react/icons/download';
import Wifi from 'lucide-react/icons/wifi';
import WifiOff from 'lucide-react/icons/wifi-off';
import type { ReactNode } from 'react';
import { installStore } from '../../../lib/install.ts';
import { connectionStore } from '../../../lib/online.ts';
import { useStore } from '../../../lib/store.ts';

/** Whether the app can be installed, is installed, and is online. */
export function StatusCards() {
  const { installable, installed } = useStore(installStore);
  const isOnline = useStore(connectionStore) !== 'offline';
  return (
    <ul className="mt-5 grid grid-cols-3 rounded-card bg-surface-1">
      <Card icon={<Download size={20} />} good={installable} name={<Trans>Installable</Trans>}>
        {installable ? <Trans>Yes</Trans> : installed ? <Trans>Done</Trans> : <Trans>Not from here</Trans>}
      </Card>
      <Card icon={<CircleCheck size={20} />} good={installed} name={<Trans>Installed</Trans>}>
        {installed ? <Trans>Yes</Trans> : <Trans>No</Trans>}
      </Card>
      <Card
        icon={isOnline ? <Wifi size={20} /> : <WifiOff size={20} />}
        good={isOnline}
        name={isOnline ? <Trans>Online</Trans> : <Trans>Offline</Trans>}
      >
        {isOnline ? <Trans>Connected</Trans> : <Trans>No connection</Trans>}
      </Card>
    </ul>
  );
}

function Card({
  icon,
  good,
  name,
  children,
}: {
  icon: ReactNode;
  good: boolean;
  name: ReactNode;
  children: ReactNode;
}) {
  return (
    <li className="my-3.5 border-line-strong border-l px-3.5 first:border-l-0 max-[359px]:px-2.5">
      <span className={clsx('block', good ? 'text-online' : 'text-faint')}>{icon}</span>
      <span className="mt-2 block font-semibold text-sm wrap-anywhere">{name}</span>
      <span className="block wrap-anywhere text-meta text-muted">{children}</span>
    </li>
  );
}
