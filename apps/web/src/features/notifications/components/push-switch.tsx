import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../components/ui/button.tsx';
import { Switch } from '../../../components/ui/choice.tsx';
import { messageOf, queryOf } from '../../../lib/api.ts';
import { useStore } from '../../../lib/store.ts';
import { toast, toastError } from '../../../lib/toast.ts';
import { PushDenied, permissionStore, pushSupport, showTestNotification, usePush, useSendPushText } from '../push.ts';

/** Turns pushes to this device on or off, explains why they are unavailable, and sends a test. */
export function PushSwitch() {
  const { t } = useLingui();
  const { data } = useQuery(queryOf('notificationPreferences'));
  const permission = useStore(permissionStore);
  useSendPushText();
  const push = usePush();
  const support = pushSupport();
  const isOn = (data?.push.thisDevice ?? false) && permission === 'granted';
  const change = (on: boolean) =>
    push.mutate(
      { on, publicKey: data?.push.publicKey ?? '' },
      {
        onSuccess: () =>
          toast({ title: on ? t`Notifications are on for this device` : t`Notifications are off for this device` }),
        onError: (error) => {
          if (!(error instanceof PushDenied))
            toastError(
              t`That did not work`,
              messageOf(error) ?? t`Your browser couldn't be reached for it. Try again.`,
            );
        },
      },
    );
  if (support === 'install')
    return (
      <p className="text-muted">
        <Trans>On an iPhone or iPad, put Vlam on the home screen first. Then it can tell you when it is closed.</Trans>
      </p>
    );
  if (support === 'no')
    return (
      <p className="text-muted">
        <Trans>This browser cannot tell you of anything while Vlam is closed.</Trans>
      </p>
    );
  return (
    <div>
      <Switch
        checked={isOn}
        disabled={!data || push.isPending || permission === 'denied'}
        onChange={change}
        label={<Trans>Tell me on this device</Trans>}
        description={
          <Trans>
            When Vlam is closed. It only ever says that there is something new: no names, no pictures, no words.
          </Trans>
        }
      />
      {permission === 'denied' ? (
        <p role="status" className="mt-1 text-muted text-sm">
          <Trans>You blocked notifications in this browser. You can change that in its settings for this site.</Trans>
        </p>
      ) : null}
      {isOn ? (
        <Button
          size="sm"
          className="mt-2"
          onClick={() =>
            showTestNotification().catch(() =>
              toastError(t`That did not work`, t`Your browser showed nothing. Try again.`),
            )
          }
        >
          <Trans>Send a test</Trans>
        </Button>
      ) : null}
    </div>
  );
}
