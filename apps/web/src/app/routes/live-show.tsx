import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { GiftId } from '@vlam/contract/gifts';
import { liveMegabytesPerMinute } from '@vlam/contract/rules/lives';
import Gauge from 'lucide-react/icons/gauge';
import Gift from 'lucide-react/icons/gift';
import HandCoins from 'lucide-react/icons/hand-coins';
import X from 'lucide-react/icons/x';
import { lazy, type ReactNode, useCallback, useState } from 'react';
import { Avatar } from '../../components/ui/avatar.tsx';
import { Button, buttonStyle } from '../../components/ui/button.tsx';
import { ErrorState } from '../../components/ui/error-state.tsx';
import { IconButton } from '../../components/ui/icon-button.tsx';
import { menuRow } from '../../components/ui/menu-row.ts';
import { NameAndAge } from '../../components/ui/name-and-age.tsx';
import { SafetyMenu } from '../../components/ui/safety-menu.tsx';
import { WifiGate } from '../../components/ui/wifi-gate.tsx';
import { type LiveDetails, useLive, useLiveMessages } from '../../features/lives/api.ts';
import { Goal } from '../../features/lives/components/goal.tsx';
import { ChatField, ChatList } from '../../features/lives/components/live-chat.tsx';
import { LiveOver } from '../../features/lives/components/live-over.tsx';
import { RatingTag, StateTag, WatchingTag } from '../../features/lives/components/live-tags.tsx';
import { Poster } from '../../features/lives/components/poster.tsx';
import { QuickGifts } from '../../features/lives/components/quick-gifts.tsx';
import { ReminderButton } from '../../features/lives/components/reminder-button.tsx';
import { usePlannedTime } from '../../features/lives/planned-time.ts';
import { useBalance } from '../../lib/balance.ts';
import { formatNumber } from '../../lib/numbers.ts';
import { go, Link, useParams } from '../../lib/router.tsx';
import { lazyPart } from '../../lib/styles.ts';
import { LazyBoundary } from '../shell/lazy-boundary.tsx';

const ReplayStage = lazy(() => import('../../features/lives/components/replay-stage.tsx'));
const LiveStage = lazy(() => import('../../features/lives/components/live-stage.tsx'));
const TicketSheet = lazyPart(() =>
  import('../../features/lives/components/ticket-sheet.tsx').then((module) => module.TicketSheet),
);
const PlanSheet = lazyPart(() => import('../plan-sheet.tsx').then((module) => module.PlanSheet));
const LiveTipSheet = lazyPart(() =>
  import('../../features/lives/components/live-tip-sheet.tsx').then((module) => module.LiveTipSheet),
);
const StopSheet = lazyPart(() =>
  import('../../features/lives/components/stop-sheet.tsx').then((module) => module.StopSheet),
);
const RemoveReplaySheet = lazyPart(() =>
  import('../../features/lives/components/remove-replay-sheet.tsx').then((module) => module.RemoveReplaySheet),
);
const GiftSheet = lazyPart(() => import('./gift-sheets.tsx').then((module) => module.GiftSheet));

type Open = 'ticket' | 'plan' | 'tip' | 'gift' | 'stop' | 'remove' | null;

/** A show from inside: picture, chat, goal. */
export function Route() {
  const { id } = useParams('/live/:id');
  const { data: live, error, refetch } = useLive(id);
  if (error && !live) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <div data-slot="live-show" className="fixed inset-0 bg-[#0a0706] text-on-picture [--focus:var(--color-on-picture)]">
      {live ? <Show key={live.id} live={live} onRefused={() => void refetch()} /> : null}
    </div>
  );
}

function Show({ live, onRefused }: { live: LiveDetails; onRefused(): void }) {
  const { t } = useLingui();
  const [open, setOpen] = useState<Open>(null);
  const [giftId, setGiftId] = useState<GiftId>();
  const [replays, setReplays] = useState(false);
  const [bytes, setBytes] = useState(0);
  const [delay, setDelay] = useState<number | null>(null);
  const balance = useBalance();
  const watches = live.playlistUrl !== null;
  const { messages, add } = useLiveMessages(live.id, watches);
  const close = () => setOpen(null);
  const give = (chosen?: GiftId) => {
    setGiftId(chosen);
    setOpen('gift');
  };
  const countBytes = useCallback((more: number) => setBytes((was) => was + more), []);
  const { creator } = live;
  const replay = replays ? live.replay : null;
  const delayMs = delay === null ? null : formatNumber(Math.max(1, Math.round(delay * 100)) * 10);
  const megabytes = formatNumber(Math.round(bytes / 1_000_000));
  const tip = live.isOwn ? null : (
    <Button variant="gold" icon={<HandCoins size={18} />} onClick={() => setOpen('tip')}>
      <Trans>Tip</Trans>
    </Button>
  );
  return (
    <>
      <div className={watches ? 'absolute inset-0 lg:right-90' : 'absolute inset-0'}>
        <h1 tabIndex={-1} className="sr-only">
          {live.title}
        </h1>
        {live.playlistUrl ? (
          <Gate live={live}>
            <LazyBoundary fallback={<Poster live={live} />}>
              <LiveStage
                live={live}
                src={live.playlistUrl}
                onLoaded={countBytes}
                onRefused={onRefused}
                onDelay={setDelay}
              />
            </LazyBoundary>
          </Gate>
        ) : replay ? (
          <Gate live={live}>
            <LazyBoundary fallback={<Poster live={live} />}>
              <ReplayStage live={live} src={replay.playlistUrl} onRefused={onRefused} />
            </LazyBoundary>
          </Gate>
        ) : (
          <Poster live={live} />
        )}
        {replay ? null : (
          <div
            aria-hidden
            className="pointer-events-none absolute inset-0 bg-[linear-gradient(rgb(10_6_6/.66),rgb(10_6_6/0)_20%,rgb(10_6_6/0)_50%,rgb(10_6_6/.9)_80%)] lg:bg-[linear-gradient(rgb(10_6_6/.66),rgb(10_6_6/0)_20%,rgb(10_6_6/0)_80%,rgb(10_6_6/.6))]"
          />
        )}
        <TopBar live={live} onStop={() => setOpen('stop')} />
        {watches || replay ? null : (
          <div className="on-dark absolute inset-x-4 bottom-[max(28px,env(safe-area-inset-bottom))] z-2">
            {live.state === 'over' ? (
              <LiveOver live={live} onReplay={() => setReplays(true)} onRemove={() => setOpen('remove')} />
            ) : (
              <Closed live={live} onTicket={() => setOpen('ticket')} onPlan={() => setOpen('plan')} />
            )}
          </div>
        )}
      </div>
      {watches ? (
        <section
          aria-label={t`Chat and tips`}
          className="on-dark absolute inset-x-4 bottom-0 z-2 flex max-h-[45dvh] flex-col gap-3 pb-[max(14px,env(safe-area-inset-bottom))] lg:inset-x-auto lg:inset-y-0 lg:right-0 lg:max-h-none lg:w-90 lg:border-line lg:border-l lg:bg-[#0f0b0b] lg:p-6 lg:pt-12"
        >
          <div className="order-2 lg:order-none">
            <Goal live={live} />
          </div>
          <ChatList messages={messages} fades className="order-1 min-h-16 flex-1 lg:order-none" />
          <div className="order-3">
            {live.isOwn ? null : <QuickGifts onChoose={give} />}
            <ChatField liveId={live.id} placeholder={live.isOwn ? t`Answer everyone` : t`Say something`} onSent={add}>
              {live.isOwn ? null : (
                <IconButton
                  label={t`Send a gift to ${creator.displayName}`}
                  variant="glass"
                  onClick={() => give()}
                  className="size-12!"
                >
                  <Gift size={20} />
                </IconButton>
              )}
              {tip}
            </ChatField>
            <p className="mt-3 flex flex-wrap justify-between gap-x-3 text-meta text-on-picture-2">
              <span className="inline-flex items-center gap-1.5">
                <Gauge size={16} aria-hidden />
                <Trans>about {liveMegabytesPerMinute} MB a minute</Trans>
              </span>
              {balance === undefined ? null : (
                <span className="hidden lg:inline">
                  <Plural value={balance} one="# credit left" other="# credits left" />
                </span>
              )}
              <span>
                <Trans>{megabytes} MB so far</Trans>
              </span>
              {delayMs === null ? null : (
                <span data-slot="delay">
                  <Trans>direct, {delayMs} ms from our server</Trans>
                </span>
              )}
            </p>
          </div>
        </section>
      ) : null}
      {open === 'ticket' ? (
        <LazyBoundary close={close}>
          <TicketSheet live={live} onBought={close} onPlan={() => setOpen('plan')} onClose={close} />
        </LazyBoundary>
      ) : null}
      {open === 'plan' ? (
        <LazyBoundary close={close}>
          <PlanSheet
            creatorId={creator.id}
            tier={live.fromTier}
            open
            onClose={() => {
              close();
              onRefused();
            }}
          />
        </LazyBoundary>
      ) : null}
      {open === 'tip' ? (
        <LazyBoundary close={close}>
          <LiveTipSheet live={live} onClose={close} />
        </LazyBoundary>
      ) : null}
      {open === 'gift' ? (
        <LazyBoundary close={close}>
          <GiftSheet to={creator} liveId={live.id} giftId={giftId} onClose={close} />
        </LazyBoundary>
      ) : null}
      {open === 'remove' ? (
        <LazyBoundary close={close}>
          <RemoveReplaySheet live={live} onClose={close} />
        </LazyBoundary>
      ) : null}
      {open === 'stop' ? (
        <LazyBoundary close={close}>
          <StopSheet live={live} onClose={close} />
        </LazyBoundary>
      ) : null}
    </>
  );
}

/** Keeps clear of the bar above it and, on a phone, of the chat below. */
function Gate({ live, children }: { live: LiveDetails; children: ReactNode }) {
  return (
    <WifiGate
      className="absolute inset-0 z-1 pt-18 max-lg:pb-[45dvh]"
      poster={<Poster live={live} />}
      cost={<Trans>about {liveMegabytesPerMinute} MB a minute</Trans>}
    >
      {children}
    </WifiGate>
  );
}

function TopBar({ live, onStop }: { live: LiveDetails; onStop(): void }) {
  const { t } = useLingui();
  const { creator, watching, canStop } = live;
  return (
    <div className="on-dark absolute inset-x-4 top-[max(10px,env(safe-area-inset-top))] z-3 flex items-center justify-end gap-2 lg:inset-x-7 lg:top-6">
      <Link to="/profile/:id" params={{ id: creator.id }} className="mr-auto flex min-w-0 items-center gap-2.5">
        <Avatar src={creator.avatarUrl} size={44} />
        <span className="min-w-0">
          <span className="wrap-anywhere block font-semibold">
            <NameAndAge person={creator} />
          </span>
          <span className="mt-1 flex flex-wrap items-center gap-1.5">
            <StateTag live={live} timed />
            <RatingTag live={live} />
            {live.state === 'over' || live.state === 'planned' ? null : <WatchingTag watching={watching} />}
          </span>
        </span>
      </Link>
      {live.isOwn ? null : (
        <SafetyMenu
          person={creator}
          target={{ type: 'live', id: live.id }}
          reportTitle={<Trans>Report this show</Trans>}
          variant="glass"
          onBlocked={() => go({ to: '/live' })}
        >
          {canStop
            ? (closeMenu) => (
                <button
                  type="button"
                  className={`${menuRow} text-danger`}
                  onClick={() => {
                    closeMenu();
                    onStop();
                  }}
                >
                  {live.state === 'over' ? <Trans>Remove the replay</Trans> : <Trans>Stop this show</Trans>}
                </button>
              )
            : undefined}
        </SafetyMenu>
      )}
      <IconButton label={t`Leave the show`} variant="glass" onClick={() => go({ to: '/live' })}>
        <X size={22} />
      </IconButton>
    </div>
  );
}

function PlannedFor({ live: { ticket, audience, isOwn }, at }: { live: LiveDetails; at: string }) {
  const { day, time } = usePlannedTime()(at);
  return (
    <p role="status" className="mt-2 max-w-100 text-on-picture-2">
      <Trans>
        {day} at {time}
      </Trans>
      {ticket === 'held' ? (
        <>
          {'. '}
          <Trans>You have a ticket, and are told when it begins.</Trans>
        </>
      ) : audience === 'private' && !isOwn ? (
        <>
          {'. '}
          <Trans>It is for you alone, and you are told when it begins.</Trans>
        </>
      ) : null}
    </p>
  );
}

/** Why the picture is closed to this viewer, and what opens it. */
function Closed({ live, onTicket, onPlan }: { live: LiveDetails; onTicket(): void; onPlan(): void }): ReactNode {
  const { title, creator, isSample, ticketCredits } = live;
  return (
    <>
      <p className="d3 wrap-anywhere">{title}</p>
      {live.plannedFor ? <PlannedFor live={live} at={live.plannedFor} /> : null}
      {isSample ? (
        <p className="mt-2 max-w-100 text-on-picture-2">
          <Trans>A sample of the demo: nobody broadcasts this show.</Trans>
        </p>
      ) : live.state === 'waiting' ? (
        <p role="status" className="mt-2 max-w-100 text-on-picture-2">
          <Trans>No picture has arrived yet.</Trans>
        </p>
      ) : null}
      <div className="mt-4 flex flex-wrap gap-2">
        {isSample || live.isOwn || live.ticket ? null : ticketCredits === null ? (
          live.audience === 'subscribers' && !live.isSubscribed ? (
            <Button variant="primary" size="lg" onClick={onPlan}>
              {live.tierName ? (
                <Trans>With {live.tierName}</Trans>
              ) : (
                <Trans>For subscribers of {creator.displayName}</Trans>
              )}
            </Button>
          ) : null
        ) : live.isSubscribed ? null : (
          <Button variant="primary" size="lg" onClick={onTicket}>
            {live.plannedFor ? (
              <Trans>Ticket for {ticketCredits} credits</Trans>
            ) : (
              <Trans>Watch for {ticketCredits} credits</Trans>
            )}
          </Button>
        )}
        {isSample ||
        live.isOwn ||
        live.ticket ||
        live.isSubscribed ||
        ticketCredits === null ||
        !live.tierName ? null : (
          <Button variant="bone" size="lg" onClick={onPlan}>
            <Trans>With {live.tierName}</Trans>
          </Button>
        )}
        {live.plannedFor && !live.isOwn && live.audience !== 'private' ? <ReminderButton live={live} wide /> : null}
        {isSample ? (
          <Link to="/live" className={buttonStyle({ variant: 'bone' })}>
            <Trans>Other shows</Trans>
          </Link>
        ) : null}
      </div>
    </>
  );
}
