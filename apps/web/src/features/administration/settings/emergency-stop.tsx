import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import OctagonX from 'lucide-react/icons/octagon-x';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { useWhen } from '../users/when.ts';
import { settingsQuery, useChangeSettings } from './api.ts';

/** Ends every live show and call with one press and a confirmation, and lets them begin again. */
export function EmergencyStop() {
  const { t } = useLingui();
  const when = useWhen();
  const { data } = useQuery(settingsQuery);
  const [asking, setAsking] = useState(false);
  const change = useChangeSettings(() => setAsking(false));
  const setting = data?.settings.find(({ name }) => name === 'livesAndCallsStopped');
  if (!setting) return null;
  const isOn = setting.value === true;
  const since = setting.changedAt ? when(setting.changedAt) : '';
  const who = setting.changedBy?.name ?? '';
  const confirm = () => change.mutate([{ name: setting.name, version: setting.version, value: !isOn }]);
  return (
    <section
      aria-label={t`Emergency stop`}
      className={`mt-6 max-w-[640px] rounded-card p-5 ${isOn ? 'bg-danger-soft' : 'bg-surface-1'}`}
    >
      <h2 className="d4 flex items-center gap-2">
        <OctagonX size={20} aria-hidden className="shrink-0 text-danger" />
        {isOn ? <Trans>Live shows and calls are stopped</Trans> : <Trans>Emergency stop</Trans>}
      </h2>
      <p className="mt-1 text-muted">
        {isOn ? (
          <Trans>
            By {who}, {since}. Nobody can start or join one.
          </Trans>
        ) : (
          <Trans>Ends every running live show and call within seconds, and refuses new ones until you lift it.</Trans>
        )}
      </p>
      <Button variant={isOn ? 'bone' : 'danger'} className="mt-4" onClick={() => setAsking(true)}>
        {isOn ? <Trans>Let them begin again</Trans> : <Trans>Stop all live shows and calls</Trans>}
      </Button>
      {asking ? (
        <FormSheet
          onClose={() => setAsking(false)}
          title={isOn ? <Trans>Let shows and calls begin again?</Trans> : <Trans>Stop all live shows and calls?</Trans>}
          intro={
            isOn ? (
              <Trans>What was ended stays ended. Creators and members start anew.</Trans>
            ) : (
              <Trans>
                Every one of them ends now. Tickets go back by the rules of a stopped show, minutes by those of a
                dropped call. It is recorded who did it.
              </Trans>
            )
          }
          action={isOn ? <Trans>Lift the stop</Trans> : <Trans>Stop them now</Trans>}
          busyLabel={isOn ? <Trans>Lifting</Trans> : <Trans>Stopping</Trans>}
          busy={change.isPending}
          variant={isOn ? 'primary' : 'danger'}
          onSubmit={confirm}
        />
      ) : null}
    </section>
  );
}
