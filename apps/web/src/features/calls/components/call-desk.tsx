import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { ErrorBoundary } from '../../../components/ui/error-state.tsx';
import { keyOf } from '../../../lib/api.ts';
import { useStore } from '../../../lib/store.ts';
import { lazyPart } from '../../../lib/styles.ts';
import { type CallPartner, type CallView, endCall, type Joined, joinedStore, keepApart, leave } from '../api.ts';
import { createOwnMedia } from '../media.ts';
import { ActiveCall } from './active-call.tsx';
import { BeforeCall } from './before-call.tsx';
import { GoOnHere } from './go-on-here.tsx';
import { Ringing } from './ringing.tsx';

const ReceiptSheet = lazyPart(() => import('./receipt-sheet.tsx').then((module) => module.ReceiptSheet));
const TipSheet = lazyPart(() =>
  import('../../../components/ui/credit-tip-sheet.tsx').then((module) => module.CreditTipSheet),
);

interface CallDeskProps {
  /** The person about to be called. */
  partner: CallPartner | null;
  /** The call one is in. */
  call: CallView | null;
  /** The gifts of the panel on a wide screen, for the one who is called. */
  gifts(to: CallView['other']): ReactNode;
  /** Opens the gifts on a phone. */
  onGift(to: CallView['other']): void;
  onClosed(): void;
}

/** Everything of one call in its order: the look in the mirror, the ringing, the talk, the receipt. */
export function CallDesk({ partner, call, gifts, onGift, onClosed }: CallDeskProps) {
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
    // It goes on elsewhere: nothing of it is left here, nor the one who was to be called.
    if (id === before.id) return onClosed();
    setEndedId(before.id);
    leave(before);
    // The other person is free again.
    void client.invalidateQueries({ queryKey: keyOf('listCallPartners') });
    void client.invalidateQueries({ queryKey: keyOf('listCalls') });
  }, [joined, id, client, onClosed]);

  useEffect(keepApart, []);
  // Leaving the screen hangs up; a reload does not.
  useEffect(
    () => () => {
      if (last.current) void endCall(last.current);
    },
    [],
  );

  const elsewhere = call !== null && !joined && call.state !== 'ringing';
  const inCall = joined !== null && (call?.state !== 'ringing' || call.role === 'caller');
  const media = useOwnMedia(endedId === null && !elsewhere && (partner !== null || inCall));
  if (endedId) {
    const done = () => {
      setEndedId(null);
      onClosed();
    };
    return (
      <Over onFailure={done}>
        <ReceiptSheet id={endedId} onClose={done} />
      </Over>
    );
  }
  if (elsewhere) return <GoOnHere call={call} />;
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
          onGift={() => onGift(call.other)}
          onTip={() => setTipping(true)}
        />
        {tipping ? (
          <Over onFailure={() => setTipping(false)}>
            <TipSheet to={call.other} onClose={() => setTipping(false)} />
          </Over>
        ) : null}
      </>
    );
  return partner ? <BeforeCall partner={partner} media={media} onClose={onClosed} /> : null;
}

/** What loads when it is first opened; without its code the call goes on. */
function Over({ onFailure, children }: { onFailure(): void; children: ReactNode }) {
  return (
    <ErrorBoundary onFailure={onFailure}>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  );
}

/** The own microphone and camera while they are wanted; given back after. */
function useOwnMedia(wanted: boolean) {
  const [media, setMedia] = useState<ReturnType<typeof createOwnMedia> | null>(null);
  useEffect(() => {
    if (!wanted) return;
    const made = createOwnMedia();
    setMedia(made);
    void made.open();
    return () => {
      made.close();
      setMedia(null);
    };
  }, [wanted]);
  return media;
}
