import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import Mic from 'lucide-react/icons/mic';
import MicOff from 'lucide-react/icons/mic-off';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Signal from 'lucide-react/icons/signal';
import Square from 'lucide-react/icons/square';
import { type RefObject, useEffect, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { Tag } from '../../../components/ui/tag.tsx';
import { api } from '../../../lib/api.ts';
import { earnedRand } from '../../../lib/credit-value.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import type { OwnMedia } from '../../../lib/own-media.ts';
import { useStore } from '../../../lib/store.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { type LiveDetails, type LiveMessage, putLive, useLiveMessages } from '../api.ts';
import { type Broadcast, type BroadcastPhase, type IngestAccess, startBroadcast } from '../broadcaster.ts';
import { sendDirect } from '../direct-send.ts';
import { Goal } from './goal.tsx';
import { ChatField, ChatList } from './live-chat.tsx';
import { StateTag, WatchingTag } from './live-tags.tsx';

interface StudioProps {
  live: LiveDetails;
  access: IngestAccess & { id: string };
  media: OwnMedia;
  /** Plays the own camera. */
  video: RefObject<HTMLVideoElement | null>;
  /** Another tab sends the show: asks for a new key. */
  onContinue(): void;
}

/** The creator's side of a show: what it brings, the chat, the controls. */
export function Studio({ live, access, media, video, onContinue }: StudioProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const fail = useFailure();
  const [broadcast, setBroadcast] = useState<Broadcast | null>(null);
  const [person, setPerson] = useState<LiveMessage | null>(null);
  const { microphone, devices } = useStore(media);
  const { messages, add } = useLiveMessages(live.id, live.state !== 'over');
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    let started: Broadcast | null = null;
    // The size of the picture is known once it plays.
    const begin = () => {
      started ??= startBroadcast(access, { video: element, sound: () => media.track('audio') });
      setBroadcast(started);
    };
    if (element.videoWidth > 0) begin();
    else element.addEventListener('playing', begin, { once: true });
    return () => {
      element.removeEventListener('playing', begin);
      started?.stop();
    };
  }, [access, media, video]);
  const { isDirect } = live;
  useEffect(() => {
    if (broadcast && isDirect) return sendDirect(access, media);
  }, [broadcast, isDirect, access, media]);
  const end = useMutation({
    mutationFn: () => api.endLive({ params: { id: live.id } }),
    onSuccess: (ended) => putLive(client, ended),
    onError: fail,
  });
  const cameras = devices.filter(({ kind }) => kind === 'videoinput').length;
  const own = live.own;
  return (
    <>
      <div className="on-dark absolute inset-x-4 top-[max(10px,env(safe-area-inset-top))] z-2 lg:inset-x-7 lg:top-6 lg:right-97">
        <div className="flex flex-wrap items-center gap-2">
          <StateTag live={live} timed />
          <WatchingTag watching={live.watching} />
          <span className="ml-auto">{broadcast ? <Line broadcast={broadcast} onContinue={onContinue} /> : null}</span>
        </div>
        {own ? (
          <p className="mt-3">
            <span data-slot="earned" className="num block text-[2.5rem] text-picture-gold leading-none">
              {earnedRand(own.earned.credits)}
            </span>
            <span className="mt-1 block text-meta text-on-picture-2">
              <Trans>
                your part of <Plural value={own.tickets - own.returned} one="# ticket" other="# tickets" /> and{' '}
                {formatNumber(live.tips)} in tips and gifts
              </Trans>
            </span>
          </p>
        ) : null}
      </div>
      <section
        aria-label={t`Chat and controls`}
        className="on-dark absolute inset-x-4 bottom-0 z-2 flex max-h-[52dvh] flex-col gap-3 pb-[max(20px,env(safe-area-inset-bottom))] lg:inset-x-auto lg:inset-y-0 lg:right-0 lg:max-h-none lg:w-90 lg:border-line lg:border-l lg:bg-[#0f0b0b] lg:p-6"
      >
        {own ? (
          <dl className="hidden justify-between gap-4 lg:flex">
            <div>
              <dd className="num text-[1.5rem]">{formatNumber(live.watching)}</dd>
              <dt className="text-meta text-on-picture-2">
                <Trans>watching, {own.peak} at the peak</Trans>
              </dt>
            </div>
            <div className="text-right">
              <dd className="num text-[1.5rem]">{formatNumber(own.tippers)}</dd>
              <dt className="text-meta text-on-picture-2">
                <Trans>tipped or gave</Trans>
              </dt>
            </div>
          </dl>
        ) : null}
        <Goal live={live} />
        <ChatList messages={messages} fades onPerson={setPerson} className="min-h-14 flex-1" />
        <ChatField liveId={live.id} placeholder={t`Answer everyone`} onSent={add} />
        <div className="flex flex-wrap gap-2">
          <IconButton
            label={microphone ? t`Turn the microphone off` : t`Turn the microphone on`}
            variant="glass"
            aria-pressed={!microphone}
            className="size-14! bg-[rgb(250_243_238/.16)]!"
            onClick={() => media.setMicrophone(!microphone)}
          >
            {microphone ? <Mic size={20} /> : <MicOff size={20} />}
          </IconButton>
          {cameras > 1 ? (
            <IconButton
              label={t`Next camera`}
              variant="glass"
              className="size-14! bg-[rgb(250_243_238/.16)]!"
              onClick={() => void media.nextCamera()}
            >
              <RefreshCw size={20} />
            </IconButton>
          ) : null}
          <Button
            variant="danger"
            size="lg"
            icon={<Square size={18} />}
            busy={end.isPending}
            busyLabel={<Trans>Ending</Trans>}
            onClick={() => end.mutate()}
            className="flex-1"
          >
            <Trans>End show</Trans>
          </Button>
        </div>
      </section>
      {person ? <RemoveSheet live={live} person={person} onClose={() => setPerson(null)} /> : null}
    </>
  );
}

function Line({ broadcast, onContinue }: { broadcast: Broadcast; onContinue(): void }) {
  const { phase, hasSound } = useStore(broadcast);
  const labels: Record<BroadcastPhase, React.ReactNode> = {
    starting: <Trans>Connecting</Trans>,
    steady: hasSound ? <Trans>Steady</Trans> : <Trans>Steady, without sound</Trans>,
    reconnecting: <Trans>Reconnecting</Trans>,
    lost: <Trans>Sent from elsewhere</Trans>,
    over: <Trans>Not sending</Trans>,
    unsupported: <Trans>This browser cannot send</Trans>,
  };
  return (
    <span role="status" data-slot="line" data-phase={phase} className="flex flex-wrap items-center justify-end gap-2">
      <Tag tone="glass" icon={<Signal aria-hidden className={phase === 'steady' ? 'text-picture-green' : ''} />}>
        {labels[phase]}
      </Tag>
      {phase === 'lost' ? (
        <Button size="sm" variant="bone" onClick={onContinue}>
          <Trans>Continue here</Trans>
        </Button>
      ) : null}
    </span>
  );
}

function RemoveSheet({ live, person, onClose }: { live: LiveDetails; person: LiveMessage; onClose(): void }) {
  const fail = useFailure();
  const { profileId, displayName } = person;
  const remove = useMutation({
    mutationFn: () => api.removeFromLive({ params: { id: live.id }, body: { profileId } }),
    onSuccess: onClose,
    onError: fail,
  });
  return (
    <FormSheet
      title={<Trans>Remove {displayName}?</Trans>}
      intro={<Trans>They leave this show for good, and get their ticket back.</Trans>}
      onClose={onClose}
      variant="danger"
      busy={remove.isPending}
      busyLabel={<Trans>Removing</Trans>}
      action={<Trans>Remove</Trans>}
      onSubmit={() => remove.mutate()}
    />
  );
}
