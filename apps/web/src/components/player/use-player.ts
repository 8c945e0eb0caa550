import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { saveData } from '../../lib/device.ts';
import { readDraft, saveDraft } from '../../lib/draft.ts';
import type { StreamView } from './api.ts';
import { type AttachedStream, attachStream } from './attach-stream.ts';

/** The quality that saves data. */
export const saver = 'saver';
const savePlaceMs = 3_000;
/** Nearer to the end, it begins again. */
const endSeconds = 5;

export type PlayerTrouble = 'stopped' | 'unsupported' | null;

/** Plays a stream in an element, from where this tab left it. */
export function usePlayer(
  element: RefObject<HTMLMediaElement | null>,
  stream: StreamView,
  { contentId, onRefused }: { contentId: string; onRefused(): void },
) {
  // A member who saves data begins with the smallest; everyone may choose.
  const [quality, setQuality] = useState<string | null>(() => (saveData() ? saver : null));
  const [playing, setPlaying] = useState('');
  const [bytes, setBytes] = useState(0);
  const [trouble, setTrouble] = useState<PlayerTrouble>(null);
  const attached = useRef<AttachedStream | null>(null);
  const refuse = useEffectEvent(onRefused);
  const begin = useEffectEvent((media: HTMLMediaElement) =>
    attachStream(media, stream.url, quality, {
      onLoaded(more) {
        setTrouble(null);
        setBytes((was) => was + more);
      },
      onQuality: setPlaying,
      onRefused: () => refuse(),
      onStopped: () => setTrouble('stopped'),
      onUnsupported: () => setTrouble('unsupported'),
    }),
  );
  const isFree = stream.freeSeconds !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a purchase the whole replaces the free start.
  useEffect(() => {
    const media = element.current;
    if (!media) return;
    attached.current = begin(media);
    const name = `watch:${contentId}`;
    const { place } = readDraft(name, { place: 0 });
    const goOn = () => {
      if (place > 0 && place < media.duration - endSeconds) media.currentTime = place;
    };
    media.addEventListener('loadedmetadata', goOn, { once: true });
    const timer = setInterval(() => {
      if (!media.paused) saveDraft(name, { place: media.currentTime });
    }, savePlaceMs);
    return () => {
      clearInterval(timer);
      media.removeEventListener('loadedmetadata', goOn);
      if (media.currentTime > 0) saveDraft(name, { place: media.currentTime });
      attached.current?.stop();
    };
  }, [element, contentId, isFree]);
  useEffect(() => attached.current?.renew(stream.url), [stream.url]);
  return {
    quality,
    playing,
    bytes,
    trouble,
    choose(name: string | null) {
      setQuality(name);
      attached.current?.choose(name);
    },
  };
}
