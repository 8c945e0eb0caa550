import { useEffect, useState } from 'react';
import { readLocal, writeLocal } from '../../lib/device.ts';
import { gentleViewStore } from '../../lib/gentle-view.ts';
import { useStore } from '../../lib/store.ts';
import { goOnWorking, isBreakDue, type WorkTime } from '../../lib/work-time.ts';

const storageKey = 'workTime';
const tickMs = 20_000;
const laterMs = 15 * 60_000;

function readTime(): WorkTime | null {
  try {
    const stored = JSON.parse(readLocal(storageKey) ?? 'null') as Partial<WorkTime> | null;
    const { since, last } = stored ?? {};
    return Number.isFinite(since) && Number.isFinite(last) ? { since: since as number, last: last as number } : null;
  } catch {
    return null;
  }
}

/** Counts the minutes that a person spends on such screens, in all tabs of this device, while one is in sight. */
export function useWorkTime() {
  const { breakMinutes } = useStore(gentleViewStore);
  const [time, setTime] = useState<WorkTime>(() => goOnWorking(readTime(), Date.now()));
  const [laterUntil, setLaterUntil] = useState(0);
  useEffect(() => {
    const tick = () => {
      if (document.visibilityState !== 'visible') return;
      const next = goOnWorking(readTime(), Date.now());
      writeLocal(storageKey, JSON.stringify(next));
      setTime(next);
    };
    tick();
    const timer = setInterval(tick, tickMs);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, []);
  return {
    isDue: isBreakDue(time, breakMinutes, laterUntil),
    minutes: Math.floor((time.last - time.since) / 60_000),
    later: () => setLaterUntil(Date.now() + laterMs),
    /** After a break: the next stretch begins. */
    rest() {
      const now = Date.now();
      const next = { since: now, last: now };
      writeLocal(storageKey, JSON.stringify(next));
      setTime(next);
    },
  };
}
