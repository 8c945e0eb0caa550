import { useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import Maximize from 'lucide-react/icons/maximize';
import Minimize from 'lucide-react/icons/minimize';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import Volume2 from 'lucide-react/icons/volume-2';
import VolumeX from 'lucide-react/icons/volume-x';
import { type RefObject, useEffect, useRef } from 'react';
import { formatDuration } from '../../lib/format.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { togglePlaying, toggleSound } from './playing.ts';
import { useFrameKeys } from './use-frame-keys.ts';
import { type MediaState, useMediaState } from './use-media-state.ts';
import { useQuiet } from './use-quiet.ts';

interface PlayerBarProps {
  media: RefObject<HTMLMediaElement | null>;
  /** Around the picture and this bar; positioned. */
  frame: RefObject<HTMLElement | null>;
  /** Of sound: stands below its waveform and does not hide. */
  isSound?: boolean;
  /** After a press on "Play": its own button takes the focus. */
  takesFocus?: boolean | undefined;
  /** Null where another button is there for it. */
  fullScreen: { isFull: boolean; toggle(): void } | null;
  className?: string | undefined;
}

const button = 'text-on-picture! hover:bg-picture-disc!';

/** Play, place, sound and full screen. Over a picture it goes while nobody moves; a tap or a key brings it back. */
export function PlayerBar({ media, frame, isSound = false, takesFocus, fullScreen, className }: PlayerBarProps) {
  const { t } = useLingui();
  const state = useMediaState(media);
  const { isQuiet, wake } = useQuiet(frame, !state.isPaused && !isSound);
  const wasQuiet = useRef(false);
  const play = useRef<HTMLButtonElement>(null);
  useFrameKeys(frame, media, fullScreen?.toggle ?? null);
  useEffect(() => {
    if (takesFocus) play.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  const toggle = () => {
    if (media.current) togglePlaying(media.current);
  };
  return (
    <>
      {isSound ? null : (
        // A second way for pointers: the buttons below have the keyboard.
        <div
          aria-hidden
          className={clsx('absolute inset-0', isQuiet && 'cursor-none')}
          onPointerDown={() => {
            wasQuiet.current = isQuiet;
            wake();
          }}
          onClick={() => {
            if (!wasQuiet.current) toggle();
          }}
        >
          {state.isWaiting ? (
            <LoaderCircle
              size={32}
              className="absolute inset-0 m-auto animate-[turn_1s_linear_infinite] motion-reduce:animate-none"
            />
          ) : null}
        </div>
      )}
      <div
        data-slot="player-bar"
        onPointerDown={wake}
        className={clsx(
          'px-1 pb-1 transition-opacity duration-(--dur-2)',
          !isSound && 'absolute inset-x-0 bottom-0 bg-linear-to-t from-[rgb(10_6_6/.86)] to-transparent pt-6',
          isQuiet && 'pointer-events-none opacity-0',
          className,
        )}
      >
        <Place state={state} onSeek={(seconds) => seek(media.current, seconds)} />
        <div className="flex items-center">
          <IconButton
            ref={play}
            label={state.isPaused ? t`Play` : t`Pause`}
            aria-keyshortcuts="k"
            onClick={toggle}
            className={button}
          >
            {state.isPaused ? <Play size={20} /> : <Pause size={20} />}
          </IconButton>
          <span aria-hidden className="px-1 text-meta tabular-nums">
            {formatDuration(state.place)}
            <span className="text-on-picture-2"> / {formatDuration(state.duration)}</span>
          </span>
          <span className="flex-1" />
          <IconButton
            label={t`Mute`}
            aria-pressed={state.isMuted}
            aria-keyshortcuts="m"
            onClick={() => media.current && toggleSound(media.current)}
            className={button}
          >
            {state.isMuted ? <VolumeX size={20} /> : <Volume2 size={20} />}
          </IconButton>
          {fullScreen ? (
            <IconButton
              label={fullScreen.isFull ? t`Leave full screen` : t`Full screen`}
              aria-keyshortcuts="f"
              onClick={fullScreen.toggle}
              className={button}
            >
              {fullScreen.isFull ? <Minimize size={20} /> : <Maximize size={20} />}
            </IconButton>
          ) : null}
        </div>
      </div>
    </>
  );
}

function seek(media: HTMLMediaElement | null, seconds: number): void {
  if (media && Number.isFinite(seconds)) media.currentTime = seconds;
}

/** Where it is; its arrows move it by the keys of the frame. */
function Place({ state, onSeek }: { state: MediaState; onSeek(seconds: number): void }) {
  const { t } = useLingui();
  const { duration, loadedTo } = state;
  const place = Math.min(state.place, duration);
  const part = (seconds: number) => `${duration > 0 ? (Math.min(seconds, duration) / duration) * 100 : 0}%`;
  const [at, whole] = [formatDuration(place), formatDuration(duration)];
  return (
    <input
      type="range"
      aria-label={t`Position`}
      aria-valuetext={t`${at} of ${whole}`}
      min={0}
      max={duration || 1}
      step="any"
      value={place}
      disabled={duration === 0}
      onChange={({ currentTarget }) => onSeek(currentTarget.valueAsNumber)}
      style={
        {
          '--text': 'var(--color-on-picture)',
          '--track': `linear-gradient(90deg, var(--text) ${part(place)}, rgb(250 243 238 / .5) ${part(place)} ${part(loadedTo)}, rgb(250 243 238 / .28) ${part(loadedTo)})`,
        } as Record<string, string>
      }
      className="slider relative -mb-2.5 block h-11 w-full px-2 [&::-moz-range-thumb]:size-4.5 [&::-webkit-slider-thumb]:-mt-1.5 [&::-webkit-slider-thumb]:size-4.5"
    />
  );
}
