import { Trans, useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import Calculator from 'lucide-react/icons/calculator';
import EyeOff from 'lucide-react/icons/eye-off';
import Fingerprint from 'lucide-react/icons/fingerprint-pattern';
import Ghost from 'lucide-react/icons/ghost';
import Trash2 from 'lucide-react/icons/trash-2';
import type { ReactNode } from 'react';
import { lockStore } from '../../../lib/device-lock.ts';
import { disguiseStore } from '../../../lib/disguise.ts';
import { incognitoStore, inEffect } from '../../../lib/incognito.ts';
import { useStore } from '../../../lib/store.ts';

/** What covers the member on this device, each on or off. */
export function Cells() {
  const { t } = useLingui();
  const { clearOnExit, incognito, stealth } = inEffect(useStore(incognitoStore));
  const cells: [string, boolean, ReactNode][] = [
    [t`Disguise`, useStore(disguiseStore).isEnabled, <Calculator key="icon" />],
    [t`Biometric`, useStore(lockStore).isEnabled, <Fingerprint key="icon" />],
    [t`Incognito`, incognito, <EyeOff key="icon" />],
    [t`Auto-clear`, clearOnExit, <Trash2 key="icon" />],
    [t`Stealth`, stealth, <Ghost key="icon" />],
  ];
  return (
    <dl className="mt-6 grid grid-cols-[repeat(auto-fit,minmax(5rem,1fr))] xs:grid-cols-[repeat(auto-fit,minmax(4rem,1fr))] gap-1.5">
      {cells.map(([label, on, icon]) => (
        <div key={label} className="min-w-0 rounded-md bg-surface-1 px-1 py-3 text-center text-micro">
          <dt className={on ? 'text-ink' : 'text-faint'}>
            <span
              aria-hidden
              className={clsx(
                'mb-2 flex justify-center [&_svg]:size-[22px] [&_svg]:[stroke-width:1.75]',
                on && 'text-online',
              )}
            >
              {icon}
            </span>
            {label}
          </dt>
          <dd className="mt-0.5 text-faint">{on ? <Trans>On</Trans> : <Trans>Off</Trans>}</dd>
        </div>
      ))}
    </dl>
  );
}
