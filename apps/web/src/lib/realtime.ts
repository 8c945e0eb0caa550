import type { ServerEvent, ServerPayload } from '@vlam/contract/realtime';
import { useEffect, useRef } from 'react';
import { saveData } from './device.ts';
import { createStore, useStore } from './store.ts';

type Handler = (payload: never) => void;

/** True while the socket is open, when polling is unnecessary. */
export const liveStore = createStore(false);

const handlers = new Map<string, Set<Handler>>();
const topicCounts = new Map<string, number>();

/** Topics that mounted components subscribe to; the socket's chunk joins them once it has loaded. */
export const topicStore = createStore<readonly string[]>([]);

function on(name: string, handler: Handler): () => void {
  const current = handlers.get(name) ?? new Set();
  handlers.set(name, current.add(handler));
  return () => void current.delete(handler);
}

/** Calls `handler` with each event of that name, validated against the contract. Returns an unsubscribe function. */
export const onEvent = <Name extends ServerEvent>(name: Name, handler: (payload: ServerPayload<Name>) => void) =>
  on(name, handler);

/**
 * Calls `handler` whenever the socket opens. Events before that may be lost, so refetch. Returns an unsubscribe
 * function.
 */
export const onSocketOpen = (handler: () => void) => on('', handler);

/** Delivers an event to this tab's handlers; '' means the socket has opened. */
export function emitEvent(name: ServerEvent | '', payload?: unknown): void {
  for (const handler of [...(handlers.get(name) ?? [])]) handler(payload as never);
}

/** Joins a topic, such as `discovery`, until the last subscriber leaves. Returns a leave function. */
export function joinTopic(topic: string): () => void {
  const change = (by: 1 | -1) => {
    const count = (topicCounts.get(topic) ?? 0) + by;
    if (count > 0) topicCounts.set(topic, count);
    else topicCounts.delete(topic);
    topicStore.set([...topicCounts.keys()]);
  };
  change(1);
  return () => change(-1);
}

/** `onEvent` while the component is mounted; always calls the latest `handler`. */
export function useLiveEvent<Name extends ServerEvent>(
  name: Name,
  handler: (payload: ServerPayload<Name>) => void,
  topic?: string,
): void {
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  useEffect(() => onEvent(name, (payload) => latest.current(payload)), [name]);
  useEffect(() => (topic === undefined ? undefined : joinTopic(topic)), [topic]);
}

/**
 * For a query's `refetchInterval`: false while the socket is open, else `everyMs`, times four with Save-Data. React
 * Query pauses it in hidden tabs.
 */
export function usePollInterval(everyMs: number): number | false {
  return useStore(liveStore) ? false : saveData() ? everyMs * 4 : everyMs;
}

/** Calls `read` on each event of that name, whenever the socket opens, and every `everyMs` while there is no socket. */
export function useLiveOrPoll(
  options: { event: ServerEvent; topic?: string; everyMs: number },
  read: () => unknown,
): void {
  const latest = useRef(read);
  useEffect(() => {
    latest.current = read;
  });
  useLiveEvent(options.event, () => latest.current(), options.topic);
  useEffect(() => onSocketOpen(() => latest.current()), []);
  const everyMs = usePollInterval(options.everyMs);
  useEffect(() => {
    if (everyMs === false) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') latest.current();
    }, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
}
