import type { DiscoveryPart } from '@vlam/contract/realtime';
import { widgetPollIntervalMs } from '@vlam/contract/rules/discovery';
import { useEffect, useRef } from 'react';
import { onSocketOpen, useLiveEvent, usePollInterval } from '../../lib/realtime.ts';

/** Topic of discovery events. */
const topic = 'discovery';

export type PollRate = keyof typeof widgetPollIntervalMs;

/**
 * Refetches a widget when the server publishes a change of its part and after each reconnect; polls at the
 * specification's interval without a socket. A hidden tab fetches nothing and catches up when shown.
 */
export function useRefetchOnChange(part: DiscoveryPart, rate: PollRate, refetch: () => unknown): void {
  const latest = useRef(refetch);
  const hasMissed = useRef(false);
  const throttleTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    latest.current = refetch;
  });
  const everyMs = usePollInterval(widgetPollIntervalMs[rate]);
  // A busy evening changes things many times a second; refetch no faster than this.
  const throttleMs = widgetPollIntervalMs[rate] / 5;
  const request = () => {
    hasMissed.current = document.hidden || throttleTimer.current !== undefined;
    if (hasMissed.current) return;
    latest.current();
    throttleTimer.current = setTimeout(() => {
      throttleTimer.current = undefined;
      if (hasMissed.current) request();
    }, throttleMs);
  };
  const requestedAt = useRef(request);
  useEffect(() => {
    requestedAt.current = request;
  });
  useLiveEvent('discovery.changed', ({ parts }) => parts.includes(part) && requestedAt.current(), topic);
  useEffect(() => onSocketOpen(() => requestedAt.current()), []);
  useEffect(() => {
    const catchUp = () => !document.hidden && hasMissed.current && requestedAt.current();
    document.addEventListener('visibilitychange', catchUp);
    return () => {
      document.removeEventListener('visibilitychange', catchUp);
      clearTimeout(throttleTimer.current);
    };
  }, []);
  useEffect(() => {
    if (everyMs === false) return;
    const timer = setInterval(() => document.hidden || latest.current(), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
}
