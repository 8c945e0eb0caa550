import { Trans, useLingui } from '@lingui/react/macro';
import Calculator from 'lucide-react/icons/calculator';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Trash2 from 'lucide-react/icons/trash-2';
import Zap from 'lucide-react/icons/zap';
import { type ReactNode, useState } from 'react';
import { Switch } from '../../../components/ui/choice.tsx';
import { canActivate, canPanic, disguiseStore, panic, toggleDisguise } from '../../../lib/disguise.ts';
import { disguises } from '../../../lib/disguise-list.ts';
import { changeIncognito, incognitoStore } from '../../../lib/incognito.ts';
import { Link } from '../../../lib/router.tsx';
import { useStore } from '../../../lib/store.ts';
import { ClearSheet } from './clear-sheet.tsx';

const tile =
  'press flex min-h-28 flex-col justify-between rounded-card bg-surface-1 p-4 text-left font-semibold hover:bg-surface-2 disabled:text-faint disabled:hover:bg-surface-1 [&_svg]:[stroke-width:1.75]';

interface EmergencyProps {
  /** Deletes everything on the device. */
  onClear(): Promise<void>;
}

/** What one does in a hurry, and the keys that do it. */
export function Emergency({ onClear }: EmergencyProps) {
  const { t, i18n } = useLingui();
  const settings = useStore(disguiseStore);
  const [clearing, setClearing] = useState(false);
  const { selectedDisguise, customName } = settings;
  const name = customName.trim() || (selectedDisguise ? i18n._(disguises[selectedDisguise].name) : '');
  const panicReady = canPanic(settings);
  return (
    <>
      <p className="text-muted text-sm">
        <Trans>Panic Mode acts at once. Clearing data asks first.</Trans>
      </p>
      <button
        type="button"
        disabled={!panicReady}
        onClick={panic}
        className="press mt-4 flex min-h-22 w-full items-center gap-4 rounded-card bg-danger-fill px-4.5 py-4 text-left text-on-danger disabled:bg-surface-2 disabled:text-faint"
      >
        <Zap size={24} strokeWidth={1.75} aria-hidden className="shrink-0" />
        <span>
          <span className="block font-semibold">
            <Trans>Panic Mode</Trans>
          </span>
          <span className="mt-0.5 block text-meta">
            {panicReady ? t`Vlam becomes ${name} at once` : t`Choose a disguise and switch panic mode on first`}
          </span>
        </span>
      </button>
      <div className="mt-2 grid grid-cols-2 gap-2">
        <button type="button" className={tile} onClick={() => setClearing(true)}>
          <Trash2 size={20} aria-hidden />
          <Trans>Clear All Data</Trans>
        </button>
        <button type="button" className={tile} disabled={!canActivate(settings)} onClick={toggleDisguise}>
          <Calculator size={20} aria-hidden />
          <Trans>Toggle Disguise</Trans>
        </button>
        <button type="button" className={`${tile} col-span-2 min-h-20!`} onClick={() => location.reload()}>
          <RefreshCw size={20} aria-hidden />
          <Trans>Quick Refresh</Trans>
        </button>
      </div>
      {canActivate(settings) ? null : (
        <p className="mt-3 text-muted text-sm">
          <Link to="/disguise" className="font-semibold text-ember-text underline">
            <Trans>Set up a disguise</Trans>
          </Link>
        </p>
      )}
      <Shortcuts />
      <ClearSheet open={clearing} onClose={() => setClearing(false)} onClear={onClear} />
    </>
  );
}

const cap = 'rounded-xs bg-surface-2 px-2 py-0.5 font-sans font-semibold text-micro inset-ring inset-ring-line-strong';

function Shortcuts() {
  const { shortcuts } = useStore(incognitoStore);
  const { panicByBack } = useStore(disguiseStore);
  const rows: [ReactNode, ReactNode, boolean][] = [
    [<Trans key="text">Activate disguise</Trans>, <Trans key="keys">double-tap back</Trans>, panicByBack],
    [<Trans key="text">Incognito on or off</Trans>, 'Ctrl Shift D', shortcuts],
    [<Trans key="text">Clear session data</Trans>, 'Ctrl Shift X', shortcuts],
  ];
  return (
    <>
      <dl className="mt-4">
        {rows.map(([what, keys, on], index) => (
          <div
            key={['back', 'd', 'x'][index]}
            className="flex min-h-12 items-center justify-between gap-3 border-line border-t py-2 text-sm"
          >
            <dt className={on ? 'text-muted' : 'text-faint line-through'}>{what}</dt>
            <dd className="flex min-w-0 flex-wrap justify-end gap-1.5">
              {(typeof keys === 'string' ? keys.split(' ') : [keys]).map((key) => (
                <kbd key={typeof key === 'string' ? key : 'back'} className={cap}>
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <Switch
        className="border-line border-t"
        checked={shortcuts}
        onChange={(on) => changeIncognito({ shortcuts: on })}
        label={<Trans>Shortcuts with Ctrl and Shift</Trans>}
        description={<Trans>They work at every screen. Double-tap back is set under App Disguise.</Trans>}
      />
    </>
  );
}
