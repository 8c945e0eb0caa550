import { Trans, useLingui } from '@lingui/react/macro';
import Phone from 'lucide-react/icons/phone';
import PhoneOff from 'lucide-react/icons/phone-off';
import { useEffect, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { api } from '../../../lib/api.ts';
import { earnedRand } from '../../../lib/credit-value.ts';
import { go } from '../../../lib/router.tsx';
import { useCreatorShare } from '../../../lib/share.ts';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { type CallView, joinCall, leaveCall, useCurrentCall, usePutCall } from '../api.ts';
import { startRinging } from '../ring-tone.ts';
import { AddressNote } from './address-note.tsx';
import { FullScreen } from './full-screen.tsx';
import { PortraitStage } from './portrait-stage.tsx';

/** Incoming call: caller, pay per minute, accept or decline; above every screen. Closes when the ringing ends. */
export function IncomingCall({ onOver }: { onOver(): void }) {
  const call = useCurrentCall();
  const ringingCall = call?.state === 'ringing' && call.role === 'partner' ? call : null;
  const [seen, setSeen] = useState(false);
  if (ringingCall && !seen) setSeen(true);
  const isOver = call !== undefined && !ringingCall;
  useEffect(() => {
    if (isOver) onOver();
  }, [isOver, onOver]);
  return ringingCall ? <IncomingCallDialog key={ringingCall.id} call={ringingCall} /> : null;
}

function IncomingCallDialog({ call }: { call: CallView }) {
  const { t } = useLingui();
  const fail = useFailure();
  const put = usePutCall();
  const [busy, setBusy] = useState<'accept' | 'decline' | null>(null);
  useEffect(startRinging, []);
  const { id, creditsPerMinute } = call;
  const { displayName, age, portraitUrl } = call.other;
  const creatorCredits = useCreatorShare()()?.of(creditsPerMinute);
  const answer = async (how: 'accept' | 'decline') => {
    setBusy(how);
    // Joined before the response, because the event may arrive first and this tab is the one in the call.
    const joined = how === 'accept' ? joinCall(id) : null;
    try {
      const answeredCall = await (how === 'accept' ? api.acceptCall : api.declineCall)({ params: { id } });
      put(answeredCall);
      if (how === 'accept') go({ to: '/video-chat' });
    } catch (error) {
      if (joined) leaveCall(joined);
      if (how === 'accept') fail(error);
      else toast({ tone: 'info', title: t`It stopped ringing` });
    } finally {
      setBusy(null);
    }
  };
  return (
    <FullScreen label={t`${displayName} is calling`}>
      <PortraitStage src={portraitUrl}>
        <p role="alert" className="text-lead">
          <Trans>Video call</Trans>
          <span className="sr-only"> {displayName}</span>
        </p>
        <h2 className="d2 mt-1">{age === null ? displayName : `${displayName}, ${age}`}</h2>
        <p className="mt-2 text-on-picture-2 text-sm">
          {creatorCredits === undefined ? null : <Trans>{earnedRand(creatorCredits)} a minute for you</Trans>}
        </p>
        <AddressNote relayed={call.relayed} className="mt-1 text-on-picture-2" />
        <div className="mt-6 grid grid-cols-2 gap-3">
          <Button
            variant="danger"
            size="lg"
            className="px-3!"
            icon={<PhoneOff size={20} />}
            busy={busy === 'decline'}
            disabled={busy === 'accept'}
            onClick={() => void answer('decline')}
          >
            <Trans comment="Does not take a call">Decline</Trans>
          </Button>
          <Button
            size="lg"
            className="bg-[#52d69d]! px-3! text-[#07170f]! hover:bg-[#6be3af]!"
            icon={<Phone size={20} />}
            busy={busy === 'accept'}
            disabled={busy === 'decline'}
            onClick={() => void answer('accept')}
          >
            <Trans comment="Takes a call">Accept</Trans>
          </Button>
        </div>
      </PortraitStage>
    </FullScreen>
  );
}
