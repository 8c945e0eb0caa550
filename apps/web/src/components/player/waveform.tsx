import { type RefObject, useEffect, useState } from 'react';

interface WaveformProps {
  media: RefObject<HTMLMediaElement | null>;
  /** Loudest sample of each part, 0 to 255. */
  peaks: readonly number[];
  /** Seconds. */
  duration: number;
}

const minHeight = 3;

/** The loudness of a sound over its length; a tap plays from there. The controls below do the same by keyboard. */
export function Waveform({ media, peaks, duration }: WaveformProps) {
  const [place, setPlace] = useState(0);
  useEffect(() => {
    const element = media.current;
    if (!element) return;
    const update = () => setPlace(element.currentTime);
    element.addEventListener('timeupdate', update);
    return () => element.removeEventListener('timeupdate', update);
  }, [media]);
  const loudest = Math.max(1, ...peaks);
  const played = duration > 0 ? place / duration : 0;
  return (
    // A second way for pointers: the controls below have the keyboard.
    <div
      aria-hidden
      onClick={({ clientX, currentTarget }) => {
        const { left, width } = currentTarget.getBoundingClientRect();
        if (media.current) media.current.currentTime = ((clientX - left) / width) * duration;
      }}
      className="cursor-pointer px-4 pt-16 pb-6"
    >
      <svg
        aria-hidden
        viewBox={`0 0 ${Math.max(1, peaks.length) * 3} 100`}
        preserveAspectRatio="none"
        className="h-36 w-full"
      >
        {peaks.map((peak, index) => {
          const height = Math.max(minHeight, (peak / loudest) * 100);
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sound never change places.
              key={index}
              x={index * 3}
              y={(100 - height) / 2}
              width={2}
              height={height}
              className={index / peaks.length < played ? 'fill-on-picture' : 'fill-on-picture/35'}
            />
          );
        })}
      </svg>
    </div>
  );
}
