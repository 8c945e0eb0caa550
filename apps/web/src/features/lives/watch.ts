import { watchDirect } from './direct-watch.ts';
import { playStream, type StreamHandlers } from './stream.ts';

export interface WatchHandlers extends StreamHandlers {
  /** Seconds from the server to this screen; null while not measured, and for segments. */
  onDelay(seconds: number | null): void;
}

/** Segments are shown when the SFU has brought no picture so soon; it replaces them when it does. */
const patienceMs = 3_000;
const againMs = 30_000;

/** Plays a show from the SFU where there is one, and from its segments whenever that brings no picture. */
export function watchLive(
  video: HTMLVideoElement,
  show: { id: string; isDirect: boolean; playlistUrl: string },
  handlers: WatchHandlers,
): () => void {
  const { onPlaying, onLoaded, onDelay } = handlers;
  let stopSegments: (() => void) | null = null;
  let stopDirect = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;

  function playSegments(): void {
    if (stopSegments) return;
    video.srcObject = null;
    video.dataset.way = 'segments';
    stopSegments = playStream(video, show.playlistUrl, handlers);
  }

  function playDirect(stream: MediaStream): void {
    clearTimeout(timer);
    stopSegments?.();
    stopSegments = null;
    video.dataset.way = 'direct';
    video.srcObject = stream;
  }

  function tryDirect(): void {
    timer = setTimeout(playSegments, patienceMs);
    stopDirect = watchDirect(show.id, {
      onStream: playDirect,
      onLoaded,
      onDelay,
      onLost() {
        clearTimeout(timer);
        playSegments();
        timer = setTimeout(tryDirect, againMs);
      },
    });
  }

  // Not `onPlaying` itself: the player of segments removes that when it stops.
  const onPlays = () => onPlaying();
  video.addEventListener('playing', onPlays);
  if (show.isDirect) tryDirect();
  else playSegments();
  return () => {
    clearTimeout(timer);
    video.removeEventListener('playing', onPlays);
    stopDirect();
    stopSegments?.();
    video.srcObject = null;
  };
}
