/** What is left of a case's time, as it is drawn. */
export interface TimeLeft {
  /** `23:12`, `2 d 4 h`; a late one begins with a plus. */
  text: string;
  state: 'running' | 'soon' | 'late';
  /** Share of the time that has passed, 0 to 1. */
  passed: number;
}

const minuteMs = 60_000;
const soonShare = 0.75;

function textOf(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  return `${String(hours).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

/** Time of a case from `from` to `due`, in milliseconds; `soon` in the last quarter. */
export function timeLeft({ from, due, now }: { from: number; due: number; now: number }): TimeLeft {
  const left = due - now;
  const passed = Math.min(1, Math.max(0, (now - from) / Math.max(1, due - from)));
  if (left < 0) return { text: `+${textOf(Math.floor(-left / minuteMs))}`, state: 'late', passed: 1 };
  return { text: textOf(Math.floor(left / minuteMs)), state: passed >= soonShare ? 'soon' : 'running', passed };
}
