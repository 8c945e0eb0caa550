import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { messageOf, queryOf } from '../../../lib/api.ts';
import { readLocal, writeLocal } from '../../../lib/device.ts';
import { useStore } from '../../../lib/store.ts';
import { toast, toastError } from '../../../lib/toast.ts';
import { PushDenied, permissionStore, pushSupport, usePush, useSendPushText } from '../push.ts';

const answeredKey = 'push-offer-answered';

/** Offers pushes once per device, above the list of notifications. */
export function PushOffer() {
  const { t } = useLingui();
  const { data } = useQuery(queryOf('notificationPreferences'));
  const permission = useStore(permissionStore);
  const [done, setDone] = useState(() => readLocal(answeredKey) !== null);
  const push = usePush();
  useSendPushText();
  if (done || !data || data.push.thisDevice || permission !== 'default' || pushSupport() !== 'yes') return null;
  const answer = () => {
    writeLocal(answeredKey, 'yes');
    setDone(true);
  };
  const accept = () =>
    push.mutate(
      { on: true, publicKey: data.push.publicKey },
      {
        onSuccess: () => toast({ title: t`Notifications are on for this device` }),
        onError: (error) => {
          if (!(error instanceof PushDenied))
            toastError(
              t`That did not work`,
              messageOf(error) ?? t`Your browser couldn't be reached for it. Try again.`,
            );
        },
        onSettled: answer,
      },
    );
  return (
    <section aria-label={t`Notifications on this device`} className="mt-5 rounded-card bg-surface-1 p-4">
      <h2 className="d4">
        <Trans>Hear of it while Vlam is closed?</Trans>
      </h2>
      <p className="mt-1 text-muted text-sm">
        <Trans>
          This device then says that there is something new, and nothing else: no names, no pictures, no words. Never
          while you are here, and never in your quiet hours.
        </Trans>
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="sm" variant="bone" busy={push.isPending} busyLabel={<Trans>Turning on</Trans>} onClick={accept}>
          <Trans>Turn on</Trans>
        </Button>
        <Button size="sm" variant="ghost" onClick={answer}>
          <Trans>No, thanks</Trans>
        </Button>
      </div>
    </section>
  );
}
