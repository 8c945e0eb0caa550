import type { DiscoveryPart } from '@vlam/contract/realtime';
import { refreshEveryMs } from '@vlam/contract/rules/discovery';
import { useEffect, useRef } from 'react';
import { onSocketOpen, useLiveEvent, usePollInterval } from '../../lib/realtime.ts';

/** Topic of discovery events. */
const topic = 'discovery';

export type PollRate = keyof typeof refreshEveryMs;

/**
 * Refetches a widget when the server publishes a change of its part and after each reconnect; polls at the
 * specification's interval without a socket. A hidden tab fetches nothing and catches up when shown.
 */
export function useRefetchOnChange(part: DiscoveryPart, pace: PollRate, read: () => unknown): void {
  const latest = useRef(read);
  const missed = useRef(false);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    latest.current = read;
  });
  const everyMs = usePollInterval(refreshEveryMs[pace]);
  // A busy evening changes things many times a second; refetch no faster than this.
  const pauseMs = refreshEveryMs[pace] / 5;
  const request = () => {
    missed.current = document.hidden || rest.current !== undefined;
    if (missed.current) return;
    latest.current();
    rest.current = setTimeout(() => {
      rest.current = undefined;
      if (missed.current) request();
    }, pauseMs);
  };
  const requestedAt = useRef(request);
  useEffect(() => {
    requestedAt.current = request;
  });
  useLiveEvent('discovery.changed', ({ parts }) => parts.includes(part) && requestedAt.current(), topic);
  useEffect(() => onSocketOpen(() => requestedAt.current()), []);
  useEffect(() => {
    const catchUp = () => !document.hidden && missed.current && requestedAt.current();
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
