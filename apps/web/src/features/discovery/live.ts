import type { DiscoveryPart } from '@vlam/contract/realtime';
import { refreshEveryMs } from '@vlam/contract/rules/discovery';
import { useEffect, useRef } from 'react';
import { onSocketOpen, useLiveEvent, usePollInterval } from '../../lib/realtime.ts';

/** The room in which the server says that something of discovery is different. */
const room = 'discovery';

export type Pace = keyof typeof refreshEveryMs;

/**
 * Keeps a widget fresh: reads again when the server says that its part is different, after every gap, and at the
 * specification's pace while there is no socket. A hidden page reads nothing, and catches up when it is shown.
 */
export function useFresh(part: DiscoveryPart, pace: Pace, read: () => unknown): void {
  const latest = useRef(read);
  const missed = useRef(false);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    latest.current = read;
  });
  const everyMs = usePollInterval(refreshEveryMs[pace]);
  // A busy evening changes things many times a second; nobody reads faster than this.
  const pauseMs = refreshEveryMs[pace] / 5;
  const ask = () => {
    missed.current = document.hidden || rest.current !== undefined;
    if (missed.current) return;
    latest.current();
    rest.current = setTimeout(() => {
      rest.current = undefined;
      if (missed.current) ask();
    }, pauseMs);
  };
  const asked = useRef(ask);
  useEffect(() => {
    asked.current = ask;
  });
  useLiveEvent('discovery.changed', ({ parts }) => parts.includes(part) && asked.current(), room);
  useEffect(() => onSocketOpen(() => asked.current()), []);
  useEffect(() => {
    const catchUp = () => !document.hidden && missed.current && asked.current();
    document.addEventListener('visibilitychange', catchUp);
    return () => {
      document.removeEventListener('visibilitychange', catchUp);
      clearTimeout(rest.current);
    };
  }, []);
  useEffect(() => {
    if (everyMs === false) return;
    const timer = setInterval(() => document.hidden || latest.current(), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
}
