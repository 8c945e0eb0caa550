import { type RefObject, useEffect, useState } from 'react';

export interface MediaState {
  isPaused: boolean;
  isMuted: boolean;
  /** It is to play, and has nothing to play yet. */
  isWaiting: boolean;
  /** Seconds; the length is 0 while it is not known. */
  place: number;
  duration: number;
  /** Seconds that have arrived without a gap from the place on. */
  loadedTo: number;
}

const nothing: MediaState = { isPaused: true, isMuted: false, isWaiting: false, place: 0, duration: 0, loadedTo: 0 };
const changes = [
  ...['play', 'playing', 'pause', 'ended', 'waiting', 'timeupdate', 'seeking', 'seeked', 'progress'],
  ...['loadedmetadata', 'durationchange', 'volumechange', 'emptied'],
];

function loadedTo({ buffered, currentTime }: HTMLMediaElement): number {
  for (let range = 0; range < (buffered?.length ?? 0); range += 1)
    if (buffered.start(range) <= currentTime && buffered.end(range) >= currentTime) return buffered.end(range);
  return currentTime;
}

const readState = (media: HTMLMediaElement): MediaState => ({
  isPaused: media.paused,
  isMuted: media.muted,
  isWaiting: !media.paused && !media.ended && media.readyState < HTMLMediaElement.HAVE_FUTURE_DATA,
  place: media.currentTime,
  duration: Number.isFinite(media.duration) ? media.duration : 0,
  loadedTo: loadedTo(media),
});

/** What an element plays now, for its controls. */
export function useMediaState(element: RefObject<HTMLMediaElement | null>): MediaState {
  const [state, setState] = useState(nothing);
  useEffect(() => {
    const media = element.current;
    if (!media) return;
    const read = () => setState(readState(media));
    read();
    for (const change of changes) media.addEventListener(change, read);
    return () => {
      for (const change of changes) media.removeEventListener(change, read);
    };
  }, [element]);
  return state;
}
