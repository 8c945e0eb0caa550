import { liveFailedMs, livePlanLateMs, longestLiveShowMs } from '@vlam/contract/rules/lives';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import { errorFields, type Logger } from '../../platform/logger.ts';
import type { OperatorSettings } from '../../platform/operator-settings.ts';
import type { Realtime } from '../../platform/realtime.ts';
import type { Storage } from '../../platform/storage.ts';
import { deleteFolderRows, listOldFolders, markWithoutFiles } from './segment-store.ts';
import type { Shows } from './shows.ts';
import { countWatching, deleteOldWatchers, listOver } from './store.ts';
import type { Tickets } from './tickets.ts';

export interface LiveScheduler {
  /** Ends shows without picture, planned ones that did not begin, of suspended creators, of twelve hours, and all in an emergency; returns how many. */
  endOver(): Promise<number>;
  /** Returns tickets of shows under way where a block is between creator and holder. */
  returnBlocked(): Promise<void>;
  /** Publishes the figures that changed of shows under way. */
  publishFigures(): Promise<void>;
  /** Removes the files of ended shows, and of replays that are over. */
  clean(): Promise<void>;
  /** Runs every second until the returned function is called. Any number of processes may do so. */
  startScheduler(): () => Promise<void>;
}

const intervalMs = 1_000;
/** Browsers get this time to return after a start: their shows have not failed while no server ran. */
const graceMs = 30_000;
const returnBlockedEvery = 5;
const cleanEvery = 60;
/** A viewer may still load the last segments. */
const keepMs = 30_000;

export function createLiveScheduler(deps: {
  db: Db;
  clock: Clock;
  logger: Logger;
  storage: Storage;
  settings: Pick<OperatorSettings, 'get'>;
  realtime: Pick<Realtime, 'toTopic'>;
  shows: Pick<Shows, 'finish'>;
  tickets: Pick<Tickets, 'returnBlocked'>;
}): LiveScheduler {
  const { db, clock, logger, realtime, shows } = deps;
  const { returnBlocked } = deps.tickets;
  const published = new Map<string, string>();
  const ago = (ms: number) => new Date(clock.now().getTime() - ms);

  async function endOver(): Promise<number> {
    const silentSince = ago(liveFailedMs);
    const over = await listOver(db, {
      silentSince,
      startedBefore: ago(longestLiveShowMs),
      plannedBefore: ago(livePlanLateMs),
      stopAll: await deps.settings.get('livesAndCallsStopped'),
    });
    for (const { id, ending } of over)
      await shows
        .finish(id, ending === 'failed' ? { ending, silentSince } : { ending })
        .catch((error) => logger.error('a show was not ended', errorFields(error)));
    return over.length;
  }

  async function publishFigures(): Promise<void> {
    const found = await countWatching(db, clock.now());
    for (const { id, watching, tips, message_id: messageId } of found) {
      const figures = `${watching} ${tips} ${messageId}`;
      if (published.get(id) === figures) continue;
      published.set(id, figures);
      realtime.toTopic(`live:${id}`, 'live.changed', { liveId: id, watching, tips, messageId });
    }
    const running = new Set(found.map(({ id }) => id));
    for (const id of published.keys()) if (!running.has(id)) published.delete(id);
  }

  async function clean(): Promise<void> {
    await deleteOldWatchers(db, ago(3_600_000));
    for (const { id, folders } of await listOldFolders(db, { endedBefore: ago(keepMs), now: clock.now() })) {
      for (const folder of folders) {
        await deps.storage.removeFolder(folder);
        await deleteFolderRows(db, id, folder);
      }
      // A segment that was stored during this run is found by the next run.
      if (folders.length === 0) await markWithoutFiles(db, id);
    }
  }

  return {
    endOver,
    returnBlocked,
    publishFigures,
    clean,
    startScheduler() {
      let began = performance.now();
      let last: Promise<unknown> = Promise.resolve();
      let isRunning = false;
      let runs = 0;
      const run = async () => {
        if (performance.now() - began > graceMs) await endOver();
        await publishFigures();
        if (runs % returnBlockedEvery === 0) await returnBlocked();
        if (runs % cleanEvery === 0) await clean();
        runs += 1;
      };
      const timer = setInterval(() => {
        if (isRunning) return;
        isRunning = true;
        last = run()
          .catch((error) => {
            // While the database is away no picture is counted either.
            began = performance.now();
            logger.warn('shows were not watched', errorFields(error));
          })
          .finally(() => {
            isRunning = false;
          });
      }, intervalMs);
      return async () => {
        clearInterval(timer);
        await last;
      };
    },
  };
}
