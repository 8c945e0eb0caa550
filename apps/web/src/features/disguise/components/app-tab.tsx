import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, Suspense } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Switch } from '../../../components/ui/choice.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import {
  activateDisguise,
  canActivate,
  canPanic,
  changeDisguise,
  deactivateDisguise,
  disguiseStore,
  panic,
  panicShortcut,
} from '../../../lib/disguise.ts';
import {
  type DisguiseCategory,
  type DisguiseId,
  disguiseCategories,
  disguiseIds,
  disguises,
} from '../../../lib/disguise-list.ts';
import { useStore } from '../../../lib/store.ts';
import { lazyPart } from '../../../lib/styles.ts';
import { OutsideSwitch } from './outside-switch.tsx';

// Until a drawing has loaded its tile has the disguise's colour.
const Miniature = lazyPart(() => import('./miniature.tsx').then((module) => module.Miniature));

/** Longest custom name; a tab shows no more. */
const maxNameLength = 30;

/** The disguises by category, and how and when one is put on. */
export function AppTab() {
  const settings = useStore(disguiseStore);
  const { isEnabled } = settings;
  return (
    <div className="gap-12 lg:grid lg:grid-cols-[minmax(0,1fr)_320px]">
      <Presets />
      <div className="mt-7 lg:mt-6">
        <Field label={<Trans>Custom name</Trans>} aside={<Trans>optional</Trans>}>
          <TextInput
            value={settings.customName}
            disabled={!isEnabled}
            maxLength={maxNameLength}
            autoComplete="off"
            onChange={(event) => changeDisguise({ customName: event.target.value })}
          />
        </Field>
        <Switch
          className="mt-3"
          checked={settings.autoActivateDisguise}
          disabled={!isEnabled}
          onChange={(on) => changeDisguise({ autoActivateDisguise: on })}
          label={<Trans>Auto-activate on launch</Trans>}
          description={<Trans>Vlam opens as the disguise</Trans>}
        />
        <Switch
          className="border-line border-t"
          checked={settings.panicModeEnabled}
          disabled={!isEnabled}
          onChange={(on) => changeDisguise({ panicModeEnabled: on })}
          label={<Trans>Panic mode</Trans>}
          description={<Trans>Double-tap back, {panicShortcut}, or the button below</Trans>}
        />
        <OutsideSwitch />
        <div className="mt-4 grid grid-cols-2 gap-2 max-xs:grid-cols-1">
          <Button disabled={!canPanic(settings)} onClick={panic}>
            <Trans>Panic Mode</Trans>
          </Button>
          {settings.active ? (
            <Button variant="primary" onClick={deactivateDisguise}>
              <Trans>Show Real App</Trans>
            </Button>
          ) : (
            <Button variant="primary" disabled={!canActivate(settings)} onClick={() => activateDisguise()}>
              <Trans>Activate</Trans>
            </Button>
          )}
        </div>
        <p className="mt-4 text-faint text-meta">
          <WayBack />{' '}
          <Trans>
            It changes the page, its title and icon. The names of files you save about yourself never carry ours.
          </Trans>{' '}
          <strong className="font-semibold">
            <Trans>
              No disguise reaches the address a mail comes from, what a mail or file says once opened, a safety alert,
              or the line on your bank statement.
            </Trans>
          </strong>
        </p>
      </div>
    </div>
  );
}

/** How this member returns from the disguise they chose. */
function WayBack(): ReactNode {
  const { code, selectedDisguise } = useStore(disguiseStore);
  if (selectedDisguise === 'calculator')
    return code ? (
      <Trans>To return: type your code and hold the equals key.</Trans>
    ) : (
      <Trans>To return: hold the equals key. Anyone who knows that can do it: set a code under Advanced.</Trans>
    );
  return code ? (
    <Trans>To return: hold the title for a second, then type your code.</Trans>
  ) : (
    <Trans>To return: hold the title for a second. Anyone who knows that can do it: set a code under Advanced.</Trans>
  );
}

function Presets() {
  const { t } = useLingui();
  const { isEnabled } = useStore(disguiseStore);
  const names: Record<DisguiseCategory, string> = {
    utility: t`Utility`,
    productivity: t`Productivity`,
    lifestyle: t`Lifestyle`,
  };
  return (
    <div>
      {disguiseCategories.map((category) => (
        <fieldset key={category} className="mt-6 min-w-0">
          <legend className="d4">{names[category]}</legend>
          <div
            tabIndex={isEnabled ? undefined : 0}
            className="bleed no-scrollbar mt-2 flex gap-2.5 overflow-x-auto py-1 lg:grid lg:grid-cols-3 lg:gap-3.5"
          >
            {disguiseIds
              .filter((id) => disguises[id].category === category)
              .map((id) => (
                <Tile key={id} id={id} />
              ))}
          </div>
        </fieldset>
      ))}
    </div>
  );
}

function Tile({ id }: { id: DisguiseId }) {
  const { i18n } = useLingui();
  const { isEnabled, selectedDisguise } = useStore(disguiseStore);
  const { name, description, colour } = disguises[id];
  return (
    <label className="relative block w-38 shrink-0 lg:w-auto">
      <input
        type="radio"
        name="disguise"
        value={id}
        checked={selectedDisguise === id}
        disabled={!isEnabled}
        onChange={() => changeDisguise({ selectedDisguise: id })}
        className="peer sr-only"
      />
      <span
        className="block aspect-square overflow-hidden rounded-card outline-offset-2 inset-ring inset-ring-line peer-checked:outline-2 peer-checked:outline-ink peer-focus-visible:outline-3 peer-focus-visible:outline-(--focus) peer-disabled:opacity-60"
        style={{ background: colour }}
      >
        <Suspense fallback={null}>
          <Miniature id={id} />
        </Suspense>
      </span>
      <span className="mt-2 block font-semibold">{i18n._(name)}</span>
      <span className="block text-faint text-meta">{i18n._(description)}</span>
    </label>
  );
}
