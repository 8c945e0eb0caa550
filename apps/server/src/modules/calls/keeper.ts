import { callConnectsMs, callDoubtMs, callLostMs, callRingsMs } from '@vlam/contract/rules/calls';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { errorFields, type Logger } from '../../platform/logger.ts';
import type { Lifecycle } from './lifecycle.ts';
import { listDue, listParted } from './store.ts';

const lookEveryMs = 500;
const pageSize = 200;
const beforeAll = '00000000-0000-0000-0000-000000000000';
/** Calls settled at once: few, because each takes a connection. */
const concurrency = 3;
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
    const limits = {
      now,
      rung: ago(callRingsMs),
      connecting: ago(callConnectsMs),
      doubted: ago(callDoubtMs),
      silent: ago(lostMs),
    };
    const { db } = deps.database;
    const parted = await eachPage(
      (page) => listParted(db, page),
      (id) => lifecycle.finish(id, now, () => ({ ending: 'unavailable' })),
    );
    const due = await eachPage(
      (page) => listDue(db, limits, page),
      (id) => lifecycle.settle(id, now, lostMs),
    );
    return parted + due;
  }

  /** Settles every call that `list` names, page by page: those that fail keep none of the later ones waiting. */
  async function eachPage(
    list: (page: { after: string; limit: number }) => Promise<string[]>,
    settle: (id: string) => Promise<unknown>,
  ): Promise<number> {
    let [after, count] = [beforeAll, 0];
    for (;;) {
      const ids = await list({ after, limit: pageSize });
      const queue = [...ids];
      const work = async () => {
        for (let id = queue.shift(); id !== undefined; id = queue.shift())
          await settle(id).catch((error) => logger.error('a call was not settled', errorFields(error)));
      };
      await Promise.all(Array.from({ length: concurrency }, work));
      count += ids.length;
      after = ids.at(-1) ?? after;
      if (ids.length < pageSize) return count;
    }
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
