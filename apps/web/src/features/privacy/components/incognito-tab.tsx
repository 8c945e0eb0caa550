import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { autoDeleteRange } from '@vlam/contract/rules/messaging';
import { useState } from 'react';
import { ScreenshotSwitch, StealthNotificationsSwitch } from '../../../components/incognito-switches.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Switch } from '../../../components/ui/choice.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { queryOf } from '../../../lib/api.ts';
import { changeIncognito, durationOf, incognitoStore } from '../../../lib/incognito.ts';
import { useStore } from '../../../lib/store.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { savePrivacy, switchIncognito } from '../switch-incognito.ts';

const row = 'border-line border-b';

/** Said at each switch that waits: its place is what was chosen, not what happens. */
const NotAtWork = () => <Trans>Not at work now: Incognito is off.</Trans>;

/** The five settings; each says what it can and cannot do. */
export function IncognitoTab() {
  const client = useQueryClient();
  const fail = useFailure();
  const { isEnabled, clearDataOnExit } = useStore(incognitoStore);

  const { data: onServer } = useQuery(queryOf('privacySettings'));
  const turn = (on: boolean) => switchIncognito(client, on).catch(fail);
  return (
    <>
      <Switch
        className={row}
        checked={isEnabled}
        onChange={(on) => void turn(on)}
        label={<Trans>Incognito</Trans>}
        description={
          <Trans>
            Only people you sent a flame or wrote to see you, everywhere in Vlam. On this device it also switches on
            what you choose below.
          </Trans>
        }
      />
      {onServer && onServer.incognito !== isEnabled ? (
        <div role="status" className="my-3 rounded-md bg-surface-2 px-4 py-3">
          <p className="text-sm">
            {onServer.incognito ? (
              <Trans>Your account is incognito already. This device is not.</Trans>
            ) : (
              <Trans>This device is incognito, and your account is not: people can see you.</Trans>
            )}
          </p>
          <Button size="sm" className="mt-2" onClick={() => void turn(true)}>
            <Trans>Switch on for both</Trans>
          </Button>
        </div>
      ) : null}
      <Switch
        className={row}
        disabled={!isEnabled}
        checked={clearDataOnExit}
        onChange={(on) => changeIncognito({ clearDataOnExit: on })}
        label={<Trans>Clear data on exit</Trans>}
        description={
          <>
            <Trans>
              When you leave Vlam, or switch to something else, drafts and what this device kept are wiped and the
              address goes back to the first page. What waits to be sent is sent first, and stays until it is. You stay
              logged in.
            </Trans>{' '}
            {isEnabled ? null : <NotAtWork />}
          </>
        }
      />
      <ScreenshotSwitch
        label={<Trans>Block screenshots</Trans>}
        description={
          <>
            <Trans>
              The page blurs when you look away, and the usual keys and the right-click menu are blocked. This deters;
              no web page can prevent a screenshot or a camera.
            </Trans>{' '}
            {isEnabled ? null : <NotAtWork />}
          </>
        }
      />
      <StealthNotificationsSwitch note={isEnabled ? null : <NotAtWork />} />
      <AutoDelete />
      {isEnabled ? null : (
        <p className="mt-3 text-faint text-sm">
          <Trans>The three above work while Incognito is on. Switch it on to change them.</Trans>
        </p>
      )}
    </>
  );
}

/** The server deletes new messages for both sides, whatever this device is set to. */
function AutoDelete() {
  const { t } = useLingui();
  const client = useQueryClient();
  const fail = useFailure();
  const { autoDeleteMessages, autoDeleteDuration } = useStore(incognitoStore);
  const { data, isPending } = useQuery(queryOf('privacySettings'));
  const [busy, setBusy] = useState(false);
  const [typed, setTyped] = useState<string>();
  const minutes = data?.autoDelete ?? autoDeleteDuration;
  const on = data ? data.autoDelete !== null : autoDeleteMessages;
  const save = async (autoDelete: number | null) => {
    setBusy(true);
    try {
      await savePrivacy(client, { autoDelete });
      changeIncognito({
        autoDeleteMessages: autoDelete !== null,
        ...(autoDelete === null ? {} : { autoDeleteDuration: autoDelete }),
      });
      setTyped(undefined);
    } catch (error) {
      fail(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={row}>
      <Switch
        disabled={isPending || busy}
        checked={on}
        onChange={(next) => void save(next ? autoDeleteDuration : null)}
        label={<Trans>Auto-delete messages</Trans>}
        description={
          on
            ? t`New messages are deleted for both of you after ${minutes} minutes. What somebody copied stays with them.`
            : t`Off. When on, new messages are gone after ${minutes} minutes, for both of you.`
        }
      />
      {on ? (
        <form
          className="flex flex-wrap items-end gap-3 pb-4"
          onSubmit={(event) => {
            event.preventDefault();
            void save(durationOf(typed ?? minutes));
          }}
        >
          <Field label={<Trans>Minutes</Trans>} help={t`From ${autoDeleteRange.min} to ${autoDeleteRange.max}`}>
            <TextInput
              name="minutes"
              inputMode="numeric"
              value={typed ?? String(minutes)}
              onChange={(event) => setTyped(event.currentTarget.value)}
              className="max-w-40"
            />
          </Field>
          <Button
            type="submit"
            disabled={typed === undefined || typed === String(minutes)}
            busy={busy}
            busyLabel={<Trans>Saving</Trans>}
            className="mb-6"
          >
            <Trans>Save</Trans>
          </Button>
        </form>
      ) : null}
    </div>
  );
}
