import {
  callConnectTimeoutMs,
  callHeartbeatTimeoutMs,
  callOneSidedLimitMs,
  callRingTimeoutMs,
} from '@vlam/contract/rules/calls';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { errorFields, type Logger } from '../../platform/logger.ts';
import type { OperatorSettings } from '../../platform/operator-settings.ts';
import type { Lifecycle } from './lifecycle.ts';
import { listDue, listUnavailable } from './store.ts';

const pollIntervalMs = 500;
const pageSize = 200;
const firstId = '00000000-0000-0000-0000-000000000000';
/** Calls settled concurrently: few, because each takes a connection. */
const concurrency = 3;
/** After a start we have missed heartbeats, so silent calls get one extra minute for the first 15 s. */
const outageMs = 60_000;
const outageWindowMs = 15_000;

export interface CallScheduler {
  /** Settles every due call at the clock's now; returns how many there were. */
  runDue(options?: { lostMs?: number }): Promise<number>;
  /** Runs twice a second until the returned function is called. Any number of processes may do so. */
  startScheduler(): () => Promise<void>;
}

/** Ends and charges calls on time. Keeps no state in the process, so another one continues where this one stops. */
export function createCallScheduler(deps: {
  database: Database;
  clock: Clock;
  logger: Logger;
  settings: Pick<OperatorSettings, 'get'>;
  lifecycle: Pick<Lifecycle, 'settle' | 'finish'>;
}): CallScheduler {
  const { clock, logger, lifecycle } = deps;

  async function runDue({ lostMs = callHeartbeatTimeoutMs }: { lostMs?: number } = {}): Promise<number> {
    const now = clock.now();
    const ago = (ms: number) => new Date(now.getTime() - ms);
    const limits = {
      now,
      rung: ago(callRingTimeoutMs),
      connecting: ago(callConnectTimeoutMs),
      doubted: ago(callOneSidedLimitMs),
      silent: ago(lostMs),
    };
    const { db } = deps.database;
    const isStopped = await deps.settings.get('livesAndCallsStopped');
    const unavailable = await eachPage(
      (page) => listUnavailable(db, page, isStopped),
      (id) => lifecycle.finish(id, now, () => ({ ending: 'unavailable' })),
    );
    const due = await eachPage(
      (page) => listDue(db, limits, page),
      (id) => lifecycle.settle(id, now, lostMs),
    );
    return unavailable + due;
  }

  /** Settles every call that `list` returns, page by page: failing ones do not delay the others. */
  async function eachPage(
    list: (page: { after: string; limit: number }) => Promise<string[]>,
    settle: (id: string) => Promise<unknown>,
  ): Promise<number> {
    let [after, count] = [firstId, 0];
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
    runDue,
    startScheduler() {
      const began = performance.now();
      let last: Promise<unknown> = Promise.resolve();
      let isRunning = false;
      const timer = setInterval(() => {
        if (isRunning) return;
        isRunning = true;
        const lostMs = performance.now() - began < outageWindowMs ? outageMs : callHeartbeatTimeoutMs;
        last = runDue({ lostMs })
          .catch((error) => logger.warn('due calls were not settled', errorFields(error)))
          .finally(() => {
            isRunning = false;
          });
      }, pollIntervalMs);
      return async () => {
        clearInterval(timer);
        await last;
      };
    },
  };
}
