import { Trans, useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import Flag from 'lucide-react/icons/flag';
import Gift from 'lucide-react/icons/gift';
import HandCoins from 'lucide-react/icons/hand-coins';
import UserRound from 'lucide-react/icons/user-round';
import { type ReactNode, Suspense, useState } from 'react';
import { Portrait } from '../../../components/ui/avatar.tsx';
import { Button, buttonStyle } from '../../../components/ui/button.tsx';
import { useEarnedLabel } from '../../../components/ui/earned-label.ts';
import { ErrorBoundary } from '../../../components/ui/error-state.tsx';
import { LiveVideo } from '../../../components/ui/live-video.tsx';
import { NameAndAge } from '../../../components/ui/name-and-age.tsx';
import { useBalance } from '../../../lib/balance.ts';
import type { OwnMedia } from '../../../lib/own-media.ts';
import { useLiveEvent } from '../../../lib/realtime.ts';
import { useStore } from '../../../lib/store.ts';
import { lazyPart } from '../../../lib/styles.ts';
import { toast } from '../../../lib/toast.ts';
import type { CallView, Joined } from '../api.ts';
import { clockOf, problemTexts } from '../labels.ts';
import { useCallSeconds, useCallSession } from '../use-session.ts';
import { CallControls } from './call-controls.tsx';
import { CostBox, CostPanel, MinuteAnnouncer } from './call-figures.tsx';
import { FullScreen } from './full-screen.tsx';
import { LineNote } from './line-note.tsx';

const ReportSheet = lazyPart(() =>
  import('../../../components/ui/report-sheet.tsx').then((module) => module.ReportSheet),
);
const CallSettings = lazyPart(() => import('./call-settings.tsx').then((module) => module.CallSettings));

interface ActiveCallProps {
  call: CallView;
  joined: Joined;
  media: OwnMedia;
  /** Gift panel for wide screens; absent for the creator. */
  gifts?: ReactNode;
  /** Card of the caller for wide screens; the creator's alone. */
  fan?: ReactNode;
  onTip(): void;
  onGift(): void;
  /** Opens that card on phones. */
  onFan(): void;
}

/** A running call: both videos, the duration, and the cost reported by the server. */
export function ActiveCall({ call, joined, media, gifts, fan, onTip, onGift, onFan }: ActiveCallProps) {
  const { t, i18n } = useLingui();
  const { session, state, hangUp } = useCallSession(call, joined, media);
  const { stream, camera, audioProblem } = useStore(media);
  const [settings, setSettings] = useState<boolean | null>(null);
  const [reporting, setReporting] = useState(false);
  const ownBalance = useBalance();
  const tick = state?.tick ?? null;
  const seconds = useCallSeconds(tick, call.startTime);
  const isCaller = call.role === 'caller';
  const balance = isCaller ? (ownBalance ?? tick?.balance ?? null) : null;
  const minutes = tick?.minutes ?? call.startedMinutes;
  const figures = {
    call,
    seconds,
    minutes,
    credits: tick?.credits ?? call.totalCost,
    given: tick?.given ?? call.given,
    earned: tick ? tick.earned : call.earned,
    earnedHeld: (tick ?? call).earnedHeld,
    balance,
    isLast: minutes > 0 && (balance === null ? (tick?.isLast ?? false) : balance < call.creditsPerMinute),
  };
  const { displayName, portraitUrl } = call.other;
  const earnedLabel = useEarnedLabel();
  // Gifts notify by themselves; a tip is a message of a thread that is not open here.
  useLiveEvent('message.created', ({ profileId, message }) => {
    if (profileId === call.other.id && message?.tip && message.senderId === profileId)
      toast({
        title: message.earned
          ? t`${displayName} tipped you: ${earnedLabel.full(message.earned)}`
          : t`${displayName} tipped you`,
        ...(message.content ? { text: message.content } : {}),
      });
  });
  const soundOnly = state?.audioOnly != null;
  const pictured = state?.remote && state.remoteMoves && !soundOnly;
  return (
    <FullScreen label={t`Video call with ${displayName}`}>
      <div data-slot="remote" data-moves={state?.remoteMoves ?? false} className="absolute inset-0 lg:right-[340px]">
        <Portrait src={portraitUrl} width={3} height={4} eager className="absolute inset-0 size-full bg-transparent!" />
        <LiveVideo
          stream={state?.remote ?? null}
          label={t`Picture of ${displayName}`}
          className={clsx('absolute inset-0 size-full', !pictured && 'opacity-0')}
        />
        <div
          aria-hidden
          className="absolute inset-0 bg-[linear-gradient(rgb(10_6_6/.66),rgb(10_6_6/0)_22%,rgb(10_6_6/0)_56%,rgb(10_6_6/.86))]"
        />
      </div>

      <div className="absolute inset-x-4 top-[max(14px,env(safe-area-inset-top))] z-2 flex items-start justify-between gap-3 lg:top-6 lg:right-[364px] lg:left-7">
        <div className="min-w-0">
          <p className="wrap-anywhere font-semibold">
            <NameAndAge person={call.other} badgeSize={18} />
          </p>
          <p role="timer" aria-live="off" className="num mt-1.5 text-[min(2.75rem,15vw)] tracking-[-.04em]">
            {clockOf(seconds ?? 0)}
          </p>
          <LineNote state={state} session={session} />
          {audioProblem ? (
            <p role="status" className="mt-1 max-w-[300px] text-[#ffc46b] text-meta">
              {i18n._(problemTexts.audio[audioProblem])}
            </p>
          ) : null}
        </div>
        <CostBox {...figures} />
      </div>

      {camera && !soundOnly ? (
        <div
          className={clsx(
            'absolute right-4 z-2 h-32 w-24 overflow-hidden rounded-[18px] bg-[#171112] shadow-[0_8px_24px_rgb(0_0_0/.5)] lg:right-[364px] lg:bottom-7 lg:h-44 lg:w-33',
            figures.isLast ? 'bottom-[280px]' : 'bottom-[212px]',
          )}
        >
          <LiveVideo stream={stream} label={t`How they see you`} muted mirrored className="size-full" />
        </div>
      ) : null}

      <div className="absolute inset-x-4 bottom-[max(22px,env(safe-area-inset-bottom))] z-2 [--focus:var(--color-on-picture)] lg:right-auto lg:bottom-7 lg:left-7">
        {figures.isLast ? <LastMinute isCaller={isCaller} /> : null}
        <div className="flex flex-wrap gap-2">
          {isCaller ? (
            <>
              <Button size="sm" className={overPicture} icon={<HandCoins size={18} />} onClick={onTip}>
                <Trans>Send Tip</Trans>
              </Button>
              <Button size="sm" className={overPicture} icon={<Gift size={18} />} onClick={onGift}>
                <Trans>Send Gift</Trans>
              </Button>
            </>
          ) : (
            <Button size="sm" className={overPicture} icon={<UserRound size={18} />} onClick={onFan}>
              <Trans>Fan card</Trans>
            </Button>
          )}
          <Button size="sm" className={plainOverPicture} icon={<Flag size={18} />} onClick={() => setReporting(true)}>
            <Trans>Report</Trans>
          </Button>
        </div>
        <CallControls
          media={media}
          otherId={call.other.id}
          soundOnly={soundOnly}
          onSettings={() => setSettings(true)}
          onEnd={hangUp}
        />
      </div>

      <aside className="absolute inset-y-0 right-0 hidden w-[340px] flex-col overflow-y-auto border-line border-l bg-bg p-6 text-ink lg:flex">
        <CostPanel {...figures} />
        {isCaller ? (
          <>
            {gifts}
            <div className="flex-1" />
            <Button variant="gold" size="lg" full className="mt-6" icon={<HandCoins size={20} />} onClick={onTip}>
              <Trans>Send Tip</Trans>
            </Button>
          </>
        ) : (
          <div className="mt-6 border-line border-t pt-6 empty:hidden">{fan}</div>
        )}
      </aside>

      <MinuteAnnouncer call={call} minutes={minutes} credits={figures.credits} given={figures.given} />
      {settings === null ? null : (
        <ErrorBoundary onFailure={() => setSettings(null)}>
          <Suspense fallback={null}>
            <CallSettings
              call={call}
              open={settings}
              media={media}
              session={session}
              state={state}
              onClose={() => setSettings(false)}
            />
          </Suspense>
        </ErrorBoundary>
      )}
      {reporting ? (
        <ErrorBoundary onFailure={() => setReporting(false)}>
          <Suspense fallback={null}>
            <ReportSheet
              target={{ type: 'call', id: call.id }}
              title={<Trans>Report this call</Trans>}
              onClose={() => setReporting(false)}
            />
          </Suspense>
        </ErrorBoundary>
      ) : null}
    </FullScreen>
  );
}

const plainOverPicture = 'px-3! bg-[rgb(46_37_34/.86)]! text-on-picture! hover:bg-[rgb(60_49_45/.92)]! lg:mb-3';
const overPicture = 'lg:hidden bg-[rgb(46_36_19/.92)]! text-[#f0c35e]! hover:bg-[rgb(62_50_26/.95)]!';

/** Warns both members before the caller's credits run out. */
function LastMinute({ isCaller }: { isCaller: boolean }) {
  return (
    <div
      role="alert"
      data-slot="toast-free"
      className="mb-3 flex max-w-[420px] flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-[20px] bg-[#33240f] px-4 py-3 text-sm"
    >
      <p className="text-[#ffc46b]">
        {isCaller ? (
          <Trans>This is the last minute your credits pay for.</Trans>
        ) : (
          <Trans>This may be the last minute: their credits run out.</Trans>
        )}
      </p>
      {isCaller ? (
        <a
          href="/credits"
          target="_blank"
          rel="noreferrer"
          className={buttonStyle({ size: 'sm', className: 'bg-[#faf3ee]! text-[#0f0b0b]!' })}
        >
          <Trans>Buy Credits</Trans>
        </a>
      ) : null}
    </div>
  );
}
