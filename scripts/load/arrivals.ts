import type { Tally } from './tally.ts';

/** Measures messages from their sending until they are on the other's page, whichever of the two is known first. */
export interface Arrivals {
  sent(id: string, at: number): void;
  arrived(id: string): void;
  /** Sent, and on no page of a receiver that was open. */
  waiting(): number;
}

export function createArrivals(tally: Tally, now: () => number = () => performance.now()): Arrivals {
  const sent = new Map<string, number>();
  const early = new Map<string, number>();
  return {
    sent(id, at) {
      const arrivedAt = early.get(id);
      if (arrivedAt === undefined) sent.set(id, at);
      else tally.add('message: until it is on the page', arrivedAt - at);
      early.delete(id);
    },
    arrived(id) {
      const at = sent.get(id);
      if (at === undefined) early.set(id, now());
      else tally.add('message: until it is on the page', now() - at);
      sent.delete(id);
    },
    waiting: () => sent.size,
  };
}
