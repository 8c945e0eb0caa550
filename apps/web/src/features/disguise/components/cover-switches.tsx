import { Trans, useLingui } from '@lingui/react/macro';
import { ScreenshotSwitch, StealthNotificationsSwitch } from '../../../components/incognito-switches.tsx';
import { Switch } from '../../../components/ui/choice.tsx';
import { canPanic, changeDisguise, disguiseStore } from '../../../lib/disguise.ts';
import { incognitoStore } from '../../../lib/incognito.ts';
import { useStore } from '../../../lib/store.ts';

const row = 'border-line border-b';

/** The four switches of the specification. Three are settings that the privacy center shows too. */
export function CoverSwitches({ turnIncognito }: { turnIncognito(on: boolean): void }) {
  const { t } = useLingui();
  const { isEnabled } = useStore(incognitoStore);
  const disguise = useStore(disguiseStore);
  return (
    <div className="mt-2">
      <ScreenshotSwitch
        label={<Trans>Screen recording protection</Trans>}
        description={
          <>
            <Trans>
              The page blurs when you look away, and the usual keys of a screenshot are blocked. A browser tells no page
              of a recording, so it deters one and cannot prevent it.
            </Trans>{' '}
            {isEnabled ? null : <OnlyIncognito />}
          </>
        }
      />
      <Switch
        className={row}
        checked={isEnabled}
        onChange={turnIncognito}
        label={<Trans>Incognito</Trans>}
        description={<Trans>Only people you sent a flame or wrote to see you, everywhere in Vlam.</Trans>}
      />
      <StealthNotificationsSwitch note={isEnabled ? null : <OnlyIncognito />} />
      <Switch
        className={row}
        disabled={!disguise.isEnabled}
        checked={disguise.panicOnLeave}
        onChange={(on) => changeDisguise({ panicOnLeave: on })}
        label={<Trans>Quick exit</Trans>}
        description={
          canPanic(disguise)
            ? t`The disguise is on as soon as another app or tab is in front.`
            : t`The disguise is on as soon as another app or tab is in front. First choose a disguise and switch panic mode on.`
        }
      />
    </div>
  );
}

const OnlyIncognito = () => <Trans>It works while Incognito is on.</Trans>;
