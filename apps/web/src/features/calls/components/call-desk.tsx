import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { ErrorBoundary } from '../../../components/ui/error-state.tsx';
import { keyOf } from '../../../lib/api.ts';
import { lazyPart } from '../../../lib/styles.ts';
import { type CallPartner, type CallView, endCall, isJoined, join, onTakenOver } from '../api.ts';
import { createOwnMedia } from '../media.ts';
import { ActiveCall } from './active-call.tsx';
import { BeforeCall } from './before-call.tsx';
import { Ringing } from './ringing.tsx';

const ReceiptSheet = lazyPart(() => import('./receipt-sheet.tsx').then((module) => module.ReceiptSheet));
const TipSheet = lazyPart(() =>
  import('../../../components/ui/credit-tip-sheet.tsx').then((module) => module.CreditTipSheet),
);

interface CallDeskProps {
  /** Whom one is about to call. */
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
  const { t } = useLingui();
  const client = useQueryClient();
  const [, draw] = useState(0);
  const joined = call !== null && isJoined(call.id);
  const [endedId, setEndedId] = useState<string | null>(null);
  const [tipping, setTipping] = useState(false);
  const last = useRef<string | null>(null);
  useEffect(() => {
    if (joined) last.current = call.id;
    else if (last.current && call?.id !== last.current) {
      setEndedId(last.current);
      last.current = null;
      // Whoever one talked to is free again.
      void client.invalidateQueries({ queryKey: keyOf('listCallPartners') });
    }
  }, [joined, call?.id, client]);

  useEffect(
    () =>
      onTakenOver(() => {
        last.current = null;
        draw((n) => n + 1);
      }),
    [],
  );
  // Whoever leaves the screen hangs up; a page that is loaded again goes on.
  useEffect(
    () => () => {
      if (last.current) void endCall(last.current);
    },
    [],
  );

  const taken = joined && call.state !== 'ringing';
  const media = useOwnMedia(endedId === null && (partner !== null || taken || (joined && call.role === 'caller')));
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
  if (call && !joined && call.state !== 'ringing')
    return (
      <div role="status" className="mt-4 rounded-card bg-surface-1 px-5 py-4">
        <p className="font-semibold">{t`You are in a call with ${call.other.displayName} on another page`}</p>
        <Button
          size="sm"
          variant="bone"
          className="mt-3"
          onClick={() => {
            join(call.id);
            draw((n) => n + 1);
          }}
        >
          <Trans>Go on here</Trans>
        </Button>
      </div>
    );
  if (!media) return null;
  if (call && joined && call.state === 'ringing') return <Ringing call={call} />;
  if (call && taken)
    return (
      <>
        <ActiveCall
          call={call}
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
