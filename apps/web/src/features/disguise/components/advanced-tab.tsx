import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Switch } from '../../../components/ui/choice.tsx';
import { Section } from '../../../components/ui/page-title.tsx';
import { changeDisguise, type DisguiseSettings, disguiseStore, panicShortcut } from '../../../lib/disguise.ts';
import { useStore } from '../../../lib/store.ts';
import { type CodeKind, CodeSheet } from './code-sheet.tsx';
import { CoverSwitches } from './cover-switches.tsx';
import { SafetyContactRow } from './safety-contact-row.tsx';

type Flag = 'panicByShortcut' | 'panicByBack' | 'panicEndsSession' | 'duressEndsSession';

/** What covers the app beside a disguise, what starts panic and what it ends, the codes, and what no page can do. */
export function AdvancedTab({ turnIncognito }: { turnIncognito(on: boolean): void }) {
  const settings = useStore(disguiseStore);
  const [sheet, setSheet] = useState<CodeKind | null>(null);
  return (
    <div className="max-w-[620px]">
      <CoverSwitches turnIncognito={turnIncognito} />
      <Section title={<Trans>Panic</Trans>}>
        <Toggle
          flag="panicByShortcut"
          label={<Trans>Panic shortcut</Trans>}
          description={<Trans>{panicShortcut} on any screen, while panic mode is on</Trans>}
        />
        <Toggle
          flag="panicByBack"
          label={<Trans>Double-tap back</Trans>}
          description={<Trans>Not while a sheet is open: there Back only closes it</Trans>}
        />
        <Toggle
          flag="panicEndsSession"
          label={<Trans>Panic ends the session</Trans>}
          description={<Trans>You sign in again afterwards. Without a network it ends once there is one</Trans>}
        />
      </Section>
      <Section title={<Trans>Codes</Trans>}>
        <CodeRow kind="code" onSet={setSheet} label={<Trans>Code to return</Trans>}>
          <Trans>Four to twelve digits. After three wrong ones there is a wait, which grows to 15 minutes.</Trans>
        </CodeRow>
        <CodeRow kind="duressCode" onSet={setSheet} label={<Trans>Duress code</Trans>}>
          {settings.code ? (
            <Trans>
              If you are made to type a code, type this one: the disguise stays, as if that were all there is.
            </Trans>
          ) : (
            <Trans>Set the code to return first: without one, no code is asked for</Trans>
          )}
        </CodeRow>
        <Toggle
          flag="duressEndsSession"
          disabled={settings.duressCode === null}
          label={<Trans>The duress code ends the session</Trans>}
        />
        <SafetyContactRow />
        <p className="mt-2 text-faint text-meta">
          <Trans>
            Codes stay on this device, scrambled. If you forget the code, delete this site's data in your browser; that
            signs you out.
          </Trans>
        </p>
      </Section>
      <Section title={<Trans>What a page cannot do</Trans>}>
        <ul className="grid max-w-[60ch] list-disc gap-2 pl-5 text-muted">
          <li>
            <Trans>An installed app keeps its icon and name on the home screen.</Trans>
          </li>
          <li>
            <Trans>
              The address stays in the browser's bar and history. Use a private window, or clear the history.
            </Trans>
          </li>
          <li>
            <Trans>It hides the app from eyes. It does not encrypt the phone, and does not deceive an expert.</Trans>
          </li>
        </ul>
      </Section>
      {sheet ? <CodeSheet kind={sheet} onClose={() => setSheet(null)} /> : null}
    </div>
  );
}

function Toggle(props: { flag: Flag; label: ReactNode; description?: ReactNode; disabled?: boolean }) {
  const { flag, label, description, disabled } = props;
  const settings = useStore(disguiseStore);
  return (
    <Switch
      className="border-line border-t"
      checked={settings[flag]}
      disabled={disabled ?? !settings.isEnabled}
      onChange={(on) => changeDisguise({ [flag]: on } as Partial<DisguiseSettings>)}
      label={label}
      description={description}
    />
  );
}

const noDuress = { duressCode: null, duressEndsSession: false, duressNotifiesContact: false };

function CodeRow(props: { kind: CodeKind; label: ReactNode; children: ReactNode; onSet(kind: CodeKind): void }) {
  const { kind, label, children, onSet } = props;
  const settings = useStore(disguiseStore);
  const isSet = settings[kind] !== null;
  // Without the code to return none is asked for, so a duress code would do nothing.
  const removed = kind === 'code' ? { code: null, ...noDuress } : noDuress;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-semibold">{label}</p>
        <p className="mt-0.5 text-muted text-sm">{children}</p>
      </div>
      <div className="flex gap-2">
        {isSet ? (
          <Button size="sm" variant="ghost" onClick={() => changeDisguise(removed)}>
            <Trans>Remove</Trans>
          </Button>
        ) : null}
        <Button size="sm" disabled={kind === 'duressCode' && !settings.code} onClick={() => onSet(kind)}>
          {isSet ? <Trans>Change</Trans> : <Trans>Set</Trans>}
        </Button>
      </div>
    </div>
  );
}
