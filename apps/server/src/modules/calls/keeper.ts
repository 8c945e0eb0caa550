import { callConnectsMs, callDoubtMs, callLostMs, callRingsMs } from '@vlam/contract/rules/calls';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { errorFields, type Logger } from '../../platform/logger.ts';
import type { Lifecycle } from './lifecycle.ts';
import { listDue, listParted } from './store.ts';

const lookEveryMs = 500;
const atOnce = 200;
/** Calls settled side by side: few, because each takes a connection. */
const sideBySide = 3;
/** A keeper that has just begun cannot know who would have been heard: it judges silence so much later, for so long. */
const outageMs = 60_000;
const learningMs = 15_000;

export interface Keeper {
  /** Does what is due of every call at the clock's now; answers how many there were. */
  look(options?: { lostMs?: number }): Promise<number>;
  /** Looks twice a second until the answered function is called. Any number of processes may do so. */
  keep(): () => Promise<void>;
}

/** Keeps the time of all calls: nothing of it lives in the process, so another one carries on where this one ends. */
export function createKeeper(deps: {
  database: Database;
  clock: Clock;
  logger: Logger;
  lifecycle: Pick<Lifecycle, 'settle' | 'finish'>;
}): Keeper {
  const { clock, logger, lifecycle } = deps;

  async function look({ lostMs = callLostMs }: { lostMs?: number } = {}): Promise<number> {
    const now = clock.now();
    const ago = (ms: number) => new Date(now.getTime() - ms);
    const due = await listDue(deps.database.db, {
      now,
      rung: ago(callRingsMs),
      connecting: ago(callConnectsMs),
      doubted: ago(callDoubtMs),
      silent: ago(lostMs),
      limit: atOnce,
    });
    const parted = await listParted(deps.database.db, atOnce);
    const queue = [
      ...parted.map((id) => () => lifecycle.finish(id, now, () => ({ ending: 'unavailable' }))),
      ...due.map((id) => () => lifecycle.settle(id, now, lostMs)),
    ];
    const work = async () => {
      for (let step = queue.shift(); step !== undefined; step = queue.shift())
        // One call that cannot be settled must not keep the others from it.
        await step().catch((error) => logger.error('a call was not settled', errorFields(error)));
    };
    const todo = queue.length;
    await Promise.all(Array.from({ length: sideBySide }, work));
    return todo;
  }

  return {
    look,
    keep() {
      const began = performance.now();
      let last: Promise<unknown> = Promise.resolve();
      let under = false;
      const timer = setInterval(() => {
        if (under) return;
        under = true;
        const lostMs = performance.now() - began < learningMs ? outageMs : callLostMs;
        last = look({ lostMs })
          .catch((error) => logger.warn('calls were not looked at', errorFields(error)))
          .finally(() => {
            under = false;
          });
      }, lookEveryMs);
      return async () => {
        clearInterval(timer);
        await last;
      };
    },
  };
}
