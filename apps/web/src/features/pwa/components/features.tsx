import { Trans } from '@lingui/react/macro';
import BellRing from 'lucide-react/icons/bell-ring';
import Download from 'lucide-react/icons/download';
import Maximize from 'lucide-react/icons/maximize';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Rocket from 'lucide-react/icons/rocket';
import WifiOff from 'lucide-react/icons/wifi-off';
import type { ReactNode } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { install, installStore } from '../../../lib/install.ts';
import { useStore } from '../../../lib/store.ts';

/** What the installed app offers beyond the website. */
export function Features() {
  const { installable } = useStore(installStore);
  return (
    <>
      <ul className="mt-2">
        <Feature icon={<Maximize size={20} />} name={<Trans>A window of its own</Trans>}>
          <Trans>Installed, Vlam opens from the home screen without an address bar.</Trans>
        </Feature>
        <Feature icon={<Rocket size={20} />} name={<Trans>Opens at once</Trans>}>
          <Trans>The app is kept on this device. A second visit loads only what is new.</Trans>
        </Feature>
        <Feature icon={<WifiOff size={20} />} name={<Trans>Opens without a connection</Trans>}>
          <Trans>
            The conversations you opened last are here, and what you write goes out when the connection is back.
          </Trans>
        </Feature>
        <Feature icon={<BellRing size={20} />} name={<Trans>Tells you when it is closed</Trans>}>
          <Trans>If you want that. It says that there is something new and nothing of what it is.</Trans>
        </Feature>
        <Feature icon={<RefreshCw size={20} />} name={<Trans>Stays up to date</Trans>}>
          <Trans>A new version is offered, and taken over when you say so.</Trans>
        </Feature>
      </ul>
      {installable ? (
        <Button
          variant="bone"
          className="mt-3 max-sm:w-full"
          icon={<Download size={18} />}
          onClick={() => void install()}
        >
          <Trans>Install App</Trans>
        </Button>
      ) : null}
    </>
  );
}

function Feature({ icon, name, children }: { icon: ReactNode; name: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-4 border-line border-t py-4 first:border-t-0">
      <span className="mt-0.5 shrink-0 text-muted">{icon}</span>
      <div className="min-w-0">
        <h2 className="font-sans font-semibold">{name}</h2>
        <p className="text-muted text-sm">{children}</p>
      </div>
    </li>
  );
}
