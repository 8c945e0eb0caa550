import { Trans, useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import Play from 'lucide-react/icons/play';
import { Suspense, useState } from 'react';
import { importWithRetry } from '../../lib/import-retry.ts';
import { lazyPart } from '../../lib/styles.ts';
import { toastError } from '../../lib/toast.ts';
import { Skeleton } from './skeleton.tsx';
import { WifiGate } from './wifi-gate.tsx';

const loadFile = () => importWithRetry(() => import('../player/clip-file.tsx')).then((module) => module.ClipFile);
const loadStream = () =>
  importWithRetry(() => import('../player/media-player.tsx')).then((module) => module.MediaPlayer);
const ClipFile = lazyPart(loadFile);
const MediaPlayer = lazyPart(loadStream);

interface ClipPlayerProps {
  /** Media id, to renew an expired URL. */
  mediaId: string;
  src: string;
  poster?: string | undefined;
  label: string;
  muted?: boolean;
  className: string;
}

/** Plays a clip after a press: one file, or a stream when this viewer gets a copy that is marked for them. */
export function ClipPlayer(props: ClipPlayerProps) {
  const { className, poster, mediaId } = props;
  return (
    <WifiGate
      key={mediaId}
      className={clsx('relative min-h-40', className)}
      poster={poster ? <img src={poster} alt="" loading="lazy" className="absolute inset-0 size-full" /> : null}
    >
      {(isAllowed) => <Clip {...props} playAtOnce={isAllowed} />}
    </WifiGate>
  );
}

/** Loads neither a player nor the clip before it is played. */
function Clip({ playAtOnce, ...clip }: ClipPlayerProps & { playAtOnce: boolean }) {
  const { mediaId, src, poster, label, muted = false, className } = clip;
  const { t } = useLingui();
  const [isPlaying, setPlaying] = useState(playAtOnce);
  const isStream = src.includes('/index.m3u8');
  const load: () => Promise<unknown> = isStream ? loadStream : loadFile;
  const play = () =>
    load().then(
      () => setPlaying(true),
      () => toastError(t`Error`, t`The connection dropped. Try again.`),
    );
  if (!isPlaying)
    return (
      <button
        type="button"
        onClick={() => void play()}
        // Ahead, because browsers let sound begin only soon after a press.
        onPointerDown={() => void load().catch(() => undefined)}
        aria-label={t`Play: ${label}`}
        className={clsx('press relative block min-h-40 overflow-hidden bg-[#0a0706]', className)}
      >
        {poster ? (
          <img src={poster} alt="" loading="lazy" className="absolute inset-0 size-full object-contain" />
        ) : null}
        <span className="absolute inset-0 grid place-items-center">
          <span className="inline-flex min-h-12 items-center gap-2 rounded-pill bg-picture-tag px-5 font-semibold text-on-picture">
            <Play size={20} />
            <Trans>Play</Trans>
          </span>
        </span>
      </button>
    );
  return (
    <Suspense fallback={<Skeleton className={clsx('min-h-40', className)} />}>
      {isStream ? (
        <MediaPlayer mediaId={mediaId} title={label} poster={poster} className={className} muted={muted} playAtOnce />
      ) : (
        <ClipFile {...clip} className={clsx('min-h-40', className)} />
      )}
    </Suspense>
  );
}
