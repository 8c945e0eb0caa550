import { Trans, useLingui } from '@lingui/react/macro';
import PhoneOff from 'lucide-react/icons/phone-off';
import { useEffect, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { type CallView, endCall, type Joined, usePutCall } from '../api.ts';
import { FullScreen } from './full-screen.tsx';
import { PortraitStage } from './portrait-stage.tsx';

/** Ringing or connecting; nothing is charged yet. */
export function Ringing({ call, joined }: { call: CallView; joined: Joined }) {
  const { t } = useLingui();
  const put = usePutCall();
  const [stopping, setStopping] = useState(false);
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    const read = () => setLeft(Math.min(30, Math.max(0, Math.ceil((Date.parse(call.ringsUntil) - Date.now()) / 1000))));
    const timer = setInterval(read, 1000);
    return () => clearInterval(timer);
  }, [call.ringsUntil]);
  const stop = async () => {
    setStopping(true);
    const ended = await endCall(joined);
    if (ended) put(ended);
    setStopping(false);
  };
  const { displayName, portraitUrl, age } = call.other;
  return (
    <FullScreen label={t`Calling ${displayName}`}>
      <PortraitStage src={portraitUrl}>
        <h2 className="d2">{age === null ? displayName : `${displayName}, ${age}`}</h2>
        <p role="status" className="mt-2 text-lead">
          <Trans>Ringing</Trans>
        </p>
        <p className="mt-1 text-on-picture-2 text-sm tabular-nums" aria-hidden>
          {left === null ? ' ' : t`${left} s left to answer`}
        </p>
        <p className="mt-4 text-on-picture-2 text-sm">
          <Trans>Nothing is charged before you are both connected.</Trans>
        </p>
        <Button
          variant="danger"
          size="lg"
          full
          className="mt-6"
          icon={<PhoneOff size={20} />}
          busy={stopping}
          busyLabel={<Trans>Stopping</Trans>}
          onClick={() => void stop()}
        >
          <Trans>Stop calling</Trans>
        </Button>
      </PortraitStage>
    </FullScreen>
  );
}
