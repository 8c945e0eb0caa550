import type { ServerEvent } from '@vlam/contract/realtime';
import type { Clock } from './clock.ts';

export interface RecentEvent {
  topic: string;
  event: ServerEvent;
  payload: unknown;
}

/** How long a page may take from reading its data to joining a topic, on a thin link. */
const keptMs = 5 * 60_000;
const maxEvents = 2_000;

/**
 * The last five minutes of those events that a page must not miss, from every process. A page joins its topics seconds
 * after it read its data, and would otherwise keep what was removed in between.
 */
export function createRecentEvents(clock: Pick<Clock, 'now'>, isKept: (topic: string, event: ServerEvent) => boolean) {
  let kept: (RecentEvent & { at: number })[] = [];
  return {
    add({ topic, event, payload }: RecentEvent): void {
      if (!isKept(topic, event)) return;
      kept.push({ topic, event, payload, at: clock.now().getTime() });
      if (kept.length > maxEvents) kept = kept.slice(-maxEvents / 2);
    },
    /** Oldest first. */
    of(topic: string): RecentEvent[] {
      const since = clock.now().getTime() - keptMs;
      kept = kept.filter(({ at }) => at > since);
      return kept.filter((each) => each.topic === topic);
    },
  };
}
export type RecentEvents = ReturnType<typeof createRecentEvents>;
