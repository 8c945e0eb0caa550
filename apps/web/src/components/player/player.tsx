import { Trans, useLingui } from '@lingui/react/macro';
import type { ContentView } from '@vlam/contract/content';
import { clsx } from 'clsx';
import Captions from 'lucide-react/icons/captions';
import CaptionsOff from 'lucide-react/icons/captions-off';
import Gauge from 'lucide-react/icons/gauge';
import Maximize from 'lucide-react/icons/maximize';
import Minimize from 'lucide-react/icons/minimize';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { importWithRetry } from '../../lib/import-retry.ts';
import { lazyPart } from '../../lib/styles.ts';
import { Segment } from '../ui/choice.tsx';
import { ErrorBoundary } from '../ui/error-state.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { RatingTag } from '../ui/rating-tag.tsx';
import { Sheet } from '../ui/sheet.tsx';
import type { StreamView } from './api.ts';
import { CaptionList } from './caption-list.tsx';
import { CaptionText } from './caption-text.tsx';
import { formatMegabytes, labelOf } from './labels.ts';
import { QualityList } from './quality-list.tsx';
import { useCaptions } from './use-captions.ts';
import { useFullScreen } from './use-full-screen.ts';
import { usePlayer } from './use-player.ts';
import { usePlayerKeys } from './use-player-keys.ts';
import { Waveform } from './waveform.tsx';

const PlayerBar = lazyPart(() => importWithRetry(() => import('./player-bar.tsx')).then((module) => module.PlayerBar));

interface PlayerProps {
  item: ContentView;
  stream: StreamView;
  /** The address was refused: ask for another, or show that the right has ended. */
  onRefused(): void;
  /** Under the qualities, beside the picture on a wide screen. */
  aside: ReactNode;
  children: ReactNode;
}

const speeds = ['0.75', '1', '1.25', '1.5', '2'] as const;

/** A video or sound with its rating, qualities and what they cost. */
export function Player({ item, stream, onRefused, aside, children }: PlayerProps) {
  const { t } = useLingui();
  const frame = useRef<HTMLDivElement>(null);
  const media = useRef<HTMLVideoElement>(null);
  const { quality, playing, bytes, trouble, choose } = usePlayer(media, stream, { contentId: item.id, onRefused });
  const captions = useCaptions(media, stream, stream.url.split('?')[0] ?? '');
  const button = useRef<HTMLButtonElement>(null);
  const { isFilling, toggle: toggleFullScreen, leave } = useFullScreen(frame, media, button);
  usePlayerKeys(media, { toggleFullScreen, toggleCaptions: captions.toggle });
  const hasCaptions = captions.languages.length > 0;
  const [isOpen, setOpen] = useState(false);
  const [speed, setSpeed] = useState('1');
  const isVideo = stream.kind === 'video';
  const shown = stream.qualities.find(({ name }) => name === (quality ?? playing));
  const used = formatMegabytes(bytes / 1_000_000);
  const setRate = (next: string) => {
    setSpeed(next);
    if (media.current) media.current.playbackRate = Number(next);
  };
  const settings = (
    <>
      {isVideo ? (
        <QualityList qualities={stream.qualities} value={quality} playing={playing} onChange={choose} />
      ) : null}
      {hasCaptions ? (
        <>
          <h3 className="mt-4 font-semibold">
            <Trans>Captions</Trans>
          </h3>
          <CaptionList captions={captions} />
        </>
      ) : null}
      <h3 className="mt-4 mb-2 font-semibold">
        <Trans>Speed</Trans>
      </h3>
      <Segment
        label={t`Speed`}
        options={speeds.map((value) => ({ value, label: `${value}×` }))}
        value={speed}
        onChange={setRate}
      />
      <p className="mt-4 text-faint text-meta">
        <Trans>{used} MB used so far</Trans>
      </p>
    </>
  );
  return (
    <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_300px] lg:gap-10">
      <div className="min-w-0">
        <div
          ref={frame}
          data-slot="player"
          {...(isFilling ? { role: 'dialog', 'aria-modal': true, 'aria-label': item.title } : {})}
          className={clsx(
            '@container overflow-hidden bg-[#0a0706] text-on-picture [--focus:var(--color-on-picture)]',
            isFilling ? 'fixed inset-0 z-50' : 'relative isolate -mx-4 lg:mx-0 lg:rounded-card',
            isVideo && 'flex items-center',
          )}
        >
          {isVideo ? null : <Waveform media={media} peaks={stream.peaks ?? []} duration={stream.duration} />}
          {/* biome-ignore lint/a11y/useMediaCaption: captions lie over it on their own ground, whichever player plays. */}
          <video
            ref={media}
            data-slot="stream"
            poster={isVideo ? item.sources.at(-1)?.webp : undefined}
            disablePictureInPicture
            disableRemotePlayback
            playsInline
            className={clsx(
              !isVideo && 'hidden',
              isVideo && 'w-full bg-[#0a0706] object-contain',
              isVideo && (isFilling ? 'h-full pb-[env(safe-area-inset-bottom)]' : 'max-h-[76dvh] lg:max-h-[70dvh]'),
            )}
            style={
              isVideo && !isFilling && item.width && item.height
                ? { aspectRatio: `${item.width} / ${item.height}` }
                : undefined
            }
          />
          <ErrorBoundary onFailure={() => undefined}>
            <Suspense fallback={null}>
              <PlayerBar
                media={media}
                frame={frame}
                isSound={!isVideo}
                fullScreen={null}
                className={isFilling ? 'pb-[max(4px,env(safe-area-inset-bottom))]' : 'lg:px-3'}
              />
            </Suspense>
          </ErrorBoundary>
          {isFilling ? (
            <IconButton
              autoFocus
              variant="glass"
              label={t`Leave full screen`}
              onClick={leave}
              className="absolute! top-[calc(env(safe-area-inset-top)+60px)] right-[max(12px,env(safe-area-inset-right))]"
            >
              <Minimize size={20} />
            </IconButton>
          ) : null}
          <RatingTag
            item={item}
            className={clsx(
              'pointer-events-none absolute bg-picture-lock text-on-picture',
              isFilling
                ? 'top-[calc(env(safe-area-inset-top)+68px)] left-[max(16px,env(safe-area-inset-left))]'
                : isVideo
                  ? 'top-17 left-4 lg:top-3.5'
                  : 'top-4 left-16 lg:top-3.5 lg:left-4',
            )}
          />
          <CaptionText
            lines={captions.lines}
            language={captions.language}
            className={isVideo ? 'bottom-[max(5.5rem,12%)]' : 'bottom-24'}
          />
          {trouble ? (
            <p role="status" className="absolute inset-x-4 top-1/3 rounded-card bg-picture-lock p-4 text-center">
              {trouble === 'unsupported' ? (
                <Trans>This browser cannot play it. Try a newer one.</Trans>
              ) : (
                <Trans>The connection is lost. It goes on by itself.</Trans>
              )}
            </p>
          ) : null}
        </div>
        <div className="mt-3 flex items-center gap-2">
          {isVideo ? (
            <button
              type="button"
              onClick={() => setOpen(true)}
              className="press inline-flex min-h-12 items-center gap-2 rounded-pill bg-surface-2 px-5 font-semibold hover:bg-surface-3 lg:hidden"
            >
              <span className="sr-only">{t`Quality`}</span>
              {shown ? labelOf(shown) : <Trans>Auto</Trans>}
              {shown ? (
                <span className="font-normal text-muted text-sm">
                  <Trans>{formatMegabytes(shown.megabytesPerMinute)} MB a min</Trans>
                </span>
              ) : null}
            </button>
          ) : (
            <button
              type="button"
              onClick={() => setOpen(true)}
              className="press inline-flex min-h-12 items-center gap-2 rounded-pill bg-surface-2 px-5 font-semibold hover:bg-surface-3 lg:hidden"
            >
              <Gauge size={18} aria-hidden />
              <Trans>Speed</Trans>
            </button>
          )}
          {captions.isBroken ? (
            <p role="status" className="min-w-0 text-muted text-sm">
              <Trans>The captions did not load.</Trans>
            </p>
          ) : null}
          <span className="flex-1" />
          {hasCaptions ? (
            <IconButton
              variant="filled"
              label={t`Captions`}
              aria-pressed={captions.language !== null}
              aria-keyshortcuts="c"
              onClick={captions.toggle}
              className="aria-pressed:bg-ink aria-pressed:text-bg"
            >
              {captions.language === null ? <CaptionsOff size={20} /> : <Captions size={20} />}
            </IconButton>
          ) : null}
          {isVideo ? (
            <IconButton ref={button} variant="filled" label={t`Full screen`} onClick={toggleFullScreen}>
              <Maximize size={20} />
            </IconButton>
          ) : null}
        </div>
        {children}
      </div>
      <aside className="hidden lg:block" aria-label={t`Quality and speed`}>
        {aside}
        {isVideo ? (
          <h2 className="d4 mt-5 mb-1">
            <Trans>Quality</Trans>
          </h2>
        ) : null}
        {settings}
      </aside>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={isVideo ? t`Quality` : t`Speed`}>
        {settings}
      </Sheet>
    </div>
  );
}
