import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { clockText } from './clock-text.ts';
import { beep } from './sound.ts';
import { ToolPage, ToolTitle } from './tool-frame.tsx';

const presets = [1, 3, 5, 10, 15, 25];
const length = 2 * Math.PI * 112;
const button = 'min-h-12 rounded-[999px] px-6 font-semibold';

/** The time of a clock that runs from `since` and has run `before`; drawn ten times a second. */
function useRunning() {
  const [since, setSince] = useState<number | null>(null);
  const [before, setBefore] = useState(0);
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (since === null) return;
    const timer = setInterval(() => setNow(performance.now()), 100);
    return () => clearInterval(timer);
  }, [since]);
  const elapsed = before + (since === null ? 0 : Math.max(0, now - since));
  return {
    elapsed,
    isRunning: since !== null,
    start() {
      setNow(performance.now());
      setSince(performance.now());
    },
    stop() {
      if (since !== null) setBefore(before + performance.now() - since);
      setSince(null);
    },
    reset() {
      setSince(null);
      setBefore(0);
    },
  };
}

/** A countdown and a stopwatch with laps. */
export function Timer() {
  const { t } = useLingui();
  const [minutes, setMinutes] = useState(5);
  const [laps, setLaps] = useState<readonly number[]>([]);
  const [mode, setMode] = useState<'down' | 'up'>('down');
  const clock = useRunning();
  const left = minutes * 60_000 - clock.elapsed;
  const isOver = mode === 'down' && clock.isRunning && left <= 0;
  const { reset } = clock;
  useEffect(() => {
    if (isOver) beep();
  }, [isOver]);
  useEffect(() => {
    if (isOver) reset();
  });
  const choose = (next: 'down' | 'up') => {
    clock.reset();
    setLaps([]);
    setMode(next);
  };
  const share = mode === 'down' ? Math.max(0, left) / (minutes * 60_000) : (clock.elapsed % 60_000) / 60_000;
  // A countdown shows the second that has begun.
  const shown = mode === 'down' ? clockText(Math.ceil(left / 1000) * 1000) : clockText(clock.elapsed);
  return (
    <ToolPage style={{ background: '#0E1013', color: '#F0F2F4' }}>
      <div className="mx-auto flex max-w-[420px] flex-col items-center px-5 py-6">
        <ToolTitle className="self-start text-[18px] font-semibold" />
        <div className="mt-4 flex flex-wrap gap-2 self-stretch">
          {(['down', 'up'] as const).map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={mode === each}
              onClick={() => choose(each)}
              className={`min-h-11 flex-1 rounded-[999px] ${mode === each ? 'bg-[#E9EBEE] text-[#0E1013]' : 'bg-[#22262C]'}`}
            >
              {each === 'down' ? <Trans>Countdown</Trans> : <Trans>Stopwatch</Trans>}
            </button>
          ))}
        </div>
        <div className="relative mt-8 grid size-64 place-items-center">
          <svg viewBox="0 0 240 240" className="absolute inset-0 -rotate-90" aria-hidden>
            <circle cx="120" cy="120" r="112" fill="none" stroke="#2B2F36" strokeWidth="10" />
            <circle
              cx="120"
              cy="120"
              r="112"
              fill="none"
              stroke="#E9EBEE"
              strokeWidth="10"
              strokeLinecap="round"
              strokeDasharray={`${share * length} ${length}`}
            />
          </svg>
          <span role="timer" className="text-[52px] tabular-nums font-light">
            {shown}
          </span>
        </div>
        {mode === 'down' && !clock.isRunning && clock.elapsed === 0 ? (
          <div className="mt-8 flex flex-wrap justify-center gap-2">
            {presets.map((each) => (
              <button
                key={each}
                type="button"
                aria-pressed={minutes === each}
                onClick={() => setMinutes(each)}
                className={`min-h-11 min-w-16 rounded-[999px] px-3 ${minutes === each ? 'bg-[#E9EBEE] text-[#0E1013]' : 'bg-[#22262C]'}`}
              >
                <Trans>{each} min</Trans>
              </button>
            ))}
            <label className="flex min-h-11 items-center gap-2 rounded-[999px] bg-[#22262C] px-4">
              <Trans>Minutes</Trans>
              <input
                type="number"
                inputMode="numeric"
                min={1}
                max={180}
                value={minutes}
                onChange={(event) =>
                  setMinutes(Math.min(180, Math.max(1, Math.floor(Number(event.target.value)) || 1)))
                }
                className="w-14 bg-transparent text-right text-base"
              />
            </label>
          </div>
        ) : null}
        <div className="mt-8 flex gap-3">
          <button
            type="button"
            className={`${button} bg-[#E9EBEE] text-[#0E1013]`}
            onClick={() => (clock.isRunning ? clock.stop() : clock.start())}
          >
            {clock.isRunning ? <Trans>Stop</Trans> : <Trans>Start</Trans>}
          </button>
          {mode === 'up' && clock.isRunning ? (
            <button
              type="button"
              className={`${button} bg-[#22262C]`}
              onClick={() => setLaps((before) => [clock.elapsed, ...before])}
            >
              <Trans>Lap</Trans>
            </button>
          ) : (
            <button type="button" className={`${button} bg-[#22262C]`} onClick={() => choose(mode)}>
              <Trans>Reset</Trans>
            </button>
          )}
        </div>
        {laps.length > 0 ? (
          <ol reversed aria-label={t`Laps`} className="mt-6 w-full tabular-nums">
            {laps.map((lap, index) => (
              <li key={lap} className="flex min-h-11 items-center justify-between border-[#ffffff26] border-t">
                <span>{laps.length - index}</span>
                <span>{clockText(lap)}</span>
              </li>
            ))}
          </ol>
        ) : null}
      </div>
    </ToolPage>
  );
}
