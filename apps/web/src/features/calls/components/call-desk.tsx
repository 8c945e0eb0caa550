import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { ErrorBoundary } from '../../../components/ui/error-state.tsx';
import { keyOf } from '../../../lib/api.ts';
import { createOwnMedia } from '../../../lib/own-media.ts';
import { useStore } from '../../../lib/store.ts';
import { lazyPart } from '../../../lib/styles.ts';
import {
  type CallPartner,
  type CallView,
  endCall,
  type Joined,
  joinedStore,
  leaveCall,
  watchDuplicateTab,
} from '../api.ts';
import { ActiveCall } from './active-call.tsx';
import { BeforeCall } from './before-call.tsx';
import { MoveCallHere } from './move-call-here.tsx';
import { Ringing } from './ringing.tsx';

const ReceiptSheet = lazyPart(() => import('./receipt-sheet.tsx').then((module) => module.ReceiptSheet));
const TipSheet = lazyPart(() =>
  import('../../../components/ui/credit-tip-sheet.tsx').then((module) => module.CreditTipSheet),
);

interface CallDeskProps {
  /** The creator about to be called. */
  partner: CallPartner | null;
  /** The current call. */
  call: CallView | null;
  /** Gift panel for wide screens, for the member being called. */
  gifts(to: CallView['other']): ReactNode;
  /** Card of the caller for wide screens, for the creator. */
  fan(of: CallView['other']): ReactNode;
  /** Opens the gift sheet on phones. */
  onGift(to: CallView['other']): void;
  /** Opens that card on phones. */
  onFan(of: CallView['other']): void;
  onClosed(): void;
}

/** All stages of one call: preview, ringing, call, receipt. */
export function CallDesk({ partner, call, gifts, fan, onGift, onFan, onClosed }: CallDeskProps) {
  const client = useQueryClient();
  const own = useStore(joinedStore);
  const joined = call !== null && own?.id === call.id ? own : null;
  const [endedId, setEndedId] = useState<string | null>(null);
  const [tipping, setTipping] = useState(false);
  const last = useRef<Joined | null>(null);
  const id = call?.id;
  useEffect(() => {
    const before = last.current;
    last.current = joined;
    if (joined || !before) return;
    // The call moved to another tab: clear everything here, including the creator about to be called.
    if (id === before.id) return onClosed();
    setEndedId(before.id);
    leaveCall(before);
    // The other member can be called again.
    void client.invalidateQueries({ queryKey: keyOf('listCallPartners') });
    void client.invalidateQueries({ queryKey: keyOf('listCalls') });
  }, [joined, id, client, onClosed]);

  useEffect(watchDuplicateTab, []);
  // Leaving the screen hangs up; a reload does not.
  useEffect(
    () => () => {
      if (last.current) void endCall(last.current);
    },
    [],
  );

  const isElsewhere = call !== null && !joined && call.state !== 'ringing';
  const inCall = joined !== null && (call?.state !== 'ringing' || call.role === 'caller');
  const media = useOwnMedia(endedId === null && !isElsewhere && (partner !== null || inCall));
  if (endedId) {
    const done = () => {
      setEndedId(null);
      onClosed();
    };
    return (
      <LazyPart onFailure={done}>
        <ReceiptSheet id={endedId} onClose={done} />
      </LazyPart>
    );
  }
  if (isElsewhere) return <MoveCallHere call={call} />;
  if (!media) return null;
  if (call && joined && call.state === 'ringing') return <Ringing call={call} joined={joined} />;
  if (call && joined)
    return (
      <>
        <ActiveCall
          call={call}
          joined={joined}
          media={media}
          gifts={gifts(call.other)}
          fan={call.role === 'caller' ? null : fan(call.other)}
          onGift={() => onGift(call.other)}
          onFan={() => onFan(call.other)}
          onTip={() => setTipping(true)}
        />
        {tipping ? (
          <LazyPart onFailure={() => setTipping(false)}>
            <TipSheet to={call.other} onClose={() => setTipping(false)} />
          </LazyPart>
        ) : null}
      </>
    );
  return partner ? <BeforeCall partner={partner} media={media} onClose={onClosed} /> : null;
}

/** Error boundary of a lazy part; the call continues without it. */
function LazyPart({ onFailure, children }: { onFailure(): void; children: ReactNode }) {
  return (
    <ErrorBoundary onFailure={onFailure}>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  );
}

/** Opens the own microphone and camera while wanted, and releases them after. */
function useOwnMedia(isWanted: boolean) {
  const [media, setMedia] = useState<ReturnType<typeof createOwnMedia> | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    const ownMedia = createOwnMedia();
    setMedia(ownMedia);
    void ownMedia.open();
    return () => {
      ownMedia.close();
      setMedia(null);
    };
  }, [isWanted]);
  return media;
}
