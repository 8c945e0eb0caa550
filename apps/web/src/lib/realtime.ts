import type { ServerEvent, ServerPayload } from '@vlam/contract/realtime';
import { useEffect, useRef } from 'react';
import { saveData } from './device.ts';
import { createStore, useStore } from './store.ts';

type Handler = (payload: never) => void;

/** True while the socket is open: what it tells needs no polling. */
export const liveStore = createStore(false);

const handlers = new Map<string, Set<Handler>>();
const wanted = new Map<string, number>();

/** Told which topics the pages want, in the socket's own chunk; until that is here the list waits. */
export const topicStore = createStore<readonly string[]>([]);

function on(name: string, handler: Handler): () => void {
  const those = handlers.get(name) ?? new Set();
  handlers.set(name, those.add(handler));
  return () => void those.delete(handler);
}

/** Calls `handler` with each event of that name, checked against the contract. Answers the way to stop. */
export const onEvent = <Name extends ServerEvent>(name: Name, handler: (payload: ServerPayload<Name>) => void) =>
  on(name, handler);

/** Calls `handler` whenever the socket has opened: events before that may have been missed, so read again. */
export const onResume = (handler: () => void) => on('', handler);

/** Only the socket's chunk says these. */
export function announce(name: ServerEvent | '', payload?: unknown): void {
  for (const handler of [...(handlers.get(name) ?? [])]) handler(payload as never);
}

/** Listens to a topic, such as `discovery`, for as long as anybody wants it. Answers the way to leave. */
export function joinTopic(topic: string): () => void {
  const change = (by: 1 | -1) => {
    const count = (wanted.get(topic) ?? 0) + by;
    if (count > 0) wanted.set(topic, count);
    else wanted.delete(topic);
    topicStore.set([...wanted.keys()]);
  };
  change(1);
  return () => change(-1);
}

/** `onEvent` for as long as the component stands; the newest `handler` is called. */
export function useLive<Name extends ServerEvent>(
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
 * For a query's `refetchInterval`: false while the socket tells what changes, otherwise `everyMs` (four times that
 * for those who save data). A hidden page asks for nothing: React Query sees to that.
 */
export function useLiveInterval(everyMs: number): number | false {
  return useStore(liveStore) ? false : saveData() ? everyMs * 4 : everyMs;
}

/** Calls `read` on each event of that name, after every gap, and every `everyMs` while there is no socket. */
export function useLiveOrPoll(
  options: { event: ServerEvent; topic?: string; everyMs: number },
  read: () => unknown,
): void {
  const latest = useRef(read);
  useEffect(() => {
    latest.current = read;
  });
  useLive(options.event, () => latest.current(), options.topic);
  useEffect(() => onResume(() => latest.current()), []);
  const everyMs = useLiveInterval(options.everyMs);
  useEffect(() => {
    if (everyMs === false) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') latest.current();
    }, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
}
