import { Trans, useLingui } from '@lingui/react/macro';
import Trash2 from 'lucide-react/icons/trash-2';
import { useEffect, useState } from 'react';
import { clockText } from './clock-text.ts';
import { isRows, useToolData } from './tool-data.ts';
import { ToolPage, ToolTitle } from './tool-frame.tsx';

interface Workout {
  id: string;
  kind: string;
  /** When it ended. */
  at: string;
  seconds: number;
}
const hasTexts = isRows<Workout>('id', 'kind', 'at');
const isWorkouts = (stored: unknown): stored is Workout[] =>
  hasTexts(stored) && stored.every(({ seconds }) => Number.isFinite(seconds));
/** Minutes a week that the World Health Organization recommends to adults. */
const goalMinutes = 150;
const weekMs = 7 * 24 * 60 * 60_000;
const length = 2 * Math.PI * 84;
const dateOf = (time: string) =>
  new Intl.DateTimeFormat('en-ZA', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }).format(
    new Date(time),
  );

/** Times a workout and keeps a log; it counts no steps, because a page cannot. */
export function Fitness() {
  const { t } = useLingui();
  const kinds: Record<string, string> = { walk: t`Walk`, run: t`Run`, ride: t`Ride`, strength: t`Strength` };
  const [workouts, save] = useToolData<Workout[]>('fitness', [], isWorkouts);
  const [kind, setKind] = useState('walk');
  const [since, setSince] = useState<number | null>(null);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (since === null) return;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [since]);
  const seconds = workouts
    .filter(({ at }) => now - Date.parse(at) < weekMs)
    .reduce((sum, workout) => sum + workout.seconds, 0);
  const minutes = Math.floor(seconds / 60);
  const share = Math.min(1, minutes / goalMinutes);
  const stop = (started: number) => {
    const ended = new Date();
    const row = {
      id: crypto.randomUUID(),
      kind,
      at: ended.toISOString(),
      seconds: Math.round((ended.getTime() - started) / 1000),
    };
    save([row, ...workouts]);
    setNow(ended.getTime());
    setSince(null);
  };
  return (
    <ToolPage style={{ background: '#0F1613', color: '#EDF3EF' }}>
      <div className="mx-auto max-w-[460px] px-5 py-6">
        <ToolTitle className="text-[18px] font-semibold" />
        <div className="mt-6 flex flex-wrap items-center gap-6">
          <svg viewBox="0 0 190 190" className="size-44 -rotate-90" aria-hidden>
            <circle cx="95" cy="95" r="84" fill="none" stroke="#22322A" strokeWidth="18" />
            <circle
              cx="95"
              cy="95"
              r="84"
              fill="none"
              stroke="#79D391"
              strokeWidth="18"
              strokeLinecap="round"
              strokeDasharray={`${share * length} ${length}`}
            />
          </svg>
          <p>
            <span className="block text-[44px] leading-none font-semibold tabular-nums">{minutes}</span>
            <span className="text-[#B4C2BA]">
              <Trans>of {goalMinutes} minutes in seven days</Trans>
            </span>
          </p>
        </div>
        <div className="mt-7 flex flex-wrap gap-2">
          {Object.entries(kinds).map(([id, name]) => (
            <button
              key={id}
              type="button"
              aria-pressed={kind === id}
              disabled={since !== null}
              onClick={() => setKind(id)}
              className={`min-h-11 rounded-[999px] px-4 ${kind === id ? 'bg-[#79D391] text-[#0B1A11]' : 'bg-[#1D2A23]'}`}
            >
              {name}
            </button>
          ))}
        </div>
        <div className="mt-5 flex items-center gap-5">
          <button
            type="button"
            onClick={() => {
              if (since !== null) return stop(since);
              setNow(Date.now());
              setSince(Date.now());
            }}
            className="min-h-13 rounded-[999px] bg-[#79D391] px-7 font-semibold text-[#0B1A11]"
          >
            {since === null ? <Trans>Start</Trans> : <Trans>Stop</Trans>}
          </button>
          <span role="timer" className="text-[30px] tabular-nums">
            {clockText(since === null ? 0 : now - since)}
          </span>
        </div>
        <h2 className="mt-8 font-semibold">
          <Trans>Log</Trans>
        </h2>
        {workouts.length === 0 ? (
          <p className="mt-2 text-[#B4C2BA]">
            <Trans>Nothing yet. What you time here stays on this device; steps are not counted.</Trans>
          </p>
        ) : (
          <ul className="mt-1">
            {workouts.map((workout) => (
              <li key={workout.id} className="flex min-h-14 items-center gap-3 border-[#ffffff26] border-b">
                <span className="flex-1">
                  {kinds[workout.kind]}
                  <span className="block text-[#B4C2BA] text-sm">{dateOf(workout.at)}</span>
                </span>
                <span className="tabular-nums">{clockText(workout.seconds * 1000)}</span>
                <button
                  type="button"
                  aria-label={t`Delete ${kinds[workout.kind] ?? ''}, ${dateOf(workout.at)}`}
                  className="grid size-11 place-items-center"
                  onClick={() => save(workouts.filter(({ id }) => id !== workout.id))}
                >
                  <Trash2 size={18} aria-hidden />
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </ToolPage>
  );
}
