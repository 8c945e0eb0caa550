import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { type Playing, playSound, type SoundId, soundIds } from './sound.ts';
import { ToolPage, ToolTitle } from './tool-frame.tsx';

/** Quiet sounds that the device makes itself. */
export function Music() {
  const { t } = useLingui();
  const names: Record<SoundId, string> = {
    rain: t`Steady rain`,
    wind: t`Wind at night`,
    chimes: t`Chimes`,
    hum: t`Low hum`,
  };
  const [current, setCurrent] = useState<SoundId>('rain');
  const [isPlaying, setPlaying] = useState(false);
  const [volume, setVolume] = useState(40);
  const playing = useRef<Playing>(undefined);
  const stop = () => {
    playing.current?.stop();
    playing.current = undefined;
    setPlaying(false);
  };
  useEffect(() => () => playing.current?.stop(), []);
  const play = (id: SoundId) => {
    stop();
    setCurrent(id);
    playing.current = playSound(id, volume / 100);
    setPlaying(true);
  };
  return (
    <ToolPage style={{ background: 'linear-gradient(#1D2B36, #12191F) fixed', color: '#F1F5F7' }}>
      <div className="mx-auto max-w-[480px] px-5 py-6">
        <ToolTitle className="text-[18px] font-semibold" />
        <div
          aria-hidden
          className="mt-6 aspect-square max-w-70 rounded-[24px] bg-linear-to-br from-[#6E9F97] to-[#2C4B52]"
        />
        <p className="mt-6 text-[24px] font-semibold">{names[current]}</p>
        <p className="mt-1 text-[#B9C6CC]">
          <Trans>Made on this device, without a network</Trans>
        </p>
        <div className="mt-5 flex items-center gap-5">
          <button
            type="button"
            aria-label={isPlaying ? t`Pause` : t`Play`}
            onClick={() => (isPlaying ? stop() : play(current))}
            className="grid size-16 shrink-0 place-items-center rounded-[999px] bg-[#9FD6C9] text-[#0E1A1C]"
          >
            <svg viewBox="0 0 24 24" className="size-7" fill="currentColor" aria-hidden>
              <path d={isPlaying ? 'M7 5h3v14H7zM14 5h3v14h-3z' : 'M8 5v14l11-7z'} />
            </svg>
          </button>
          <label className="flex-1 text-sm">
            <Trans>Volume</Trans>
            <input
              type="range"
              min={0}
              max={100}
              value={volume}
              onChange={(event) => {
                const next = Number(event.target.value);
                setVolume(next);
                playing.current?.setVolume(next / 100);
              }}
              className="mt-1 block h-11 w-full accent-[#9FD6C9]"
            />
          </label>
        </div>
        <ul className="mt-6">
          {soundIds.map((id) => (
            <li key={id} className="border-[#ffffff26] border-t">
              <button
                type="button"
                aria-pressed={isPlaying && id === current}
                onClick={() => play(id)}
                className={`flex min-h-14 w-full items-center text-left ${id === current ? 'font-semibold text-[#9FD6C9]' : ''}`}
              >
                {names[id]}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </ToolPage>
  );
}
