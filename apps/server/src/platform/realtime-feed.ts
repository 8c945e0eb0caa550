import { errorFields, type Logger } from './logger.ts';

/** Touches of this long are one reading. */
const gatherMs = 40;
const atOnce = 500;
/** Ids in one word to other processes: what PostgreSQL's notifications hold. */
const toldAtOnce = 150;

export interface Feed {
  /** The view of these accounts changed, says another process. */
  touch(accountIds: Iterable<string>): void;
  /** The view of these accounts changed: for this process and every other. */
  touchEverywhere(accountIds: Iterable<string>): void;
}

/**
 * Sends accounts that are connected here what `view` reads for them. Readings follow one another, and each begins
 * after the change it tells of: the last word a browser hears is never older than the one before.
 */
export function createFeed<Payload>(deps: {
  logger: Logger;
  view(accountIds: readonly string[]): Promise<ReadonlyMap<string, Payload>>;
  isHere(accountId: string): boolean;
  send(accountId: string, payload: Payload): void;
  /** Null while there is no other process. */
  tell(): ((accountIds: string[]) => void) | null;
}): Feed {
  const here = new Set<string>();
  const elsewhere = new Set<string>();
  let timer: NodeJS.Timeout | null = null;
  let reading = false;

  async function flush(): Promise<void> {
    const told = [...elsewhere];
    elsewhere.clear();
    for (let at = 0; at < told.length; at += toldAtOnce) deps.tell()?.(told.slice(at, at + toldAtOnce));
    const accountIds = [...here].filter(deps.isHere);
    here.clear();
    for (let at = 0; at < accountIds.length; at += atOnce) {
      const views = await deps.view(accountIds.slice(at, at + atOnce));
      for (const [accountId, payload] of views) deps.send(accountId, payload);
    }
  }
  function schedule(): void {
    if (timer || reading || (here.size === 0 && elsewhere.size === 0)) return;
    timer = setTimeout(() => {
      timer = null;
      reading = true;
      flush()
        .catch((error) => deps.logger.warn('a change was not told', errorFields(error)))
        .finally(() => {
          reading = false;
          schedule();
        });
    }, gatherMs).unref();
  }
  return {
    touch(accountIds) {
      for (const accountId of accountIds) if (deps.isHere(accountId)) here.add(accountId);
      schedule();
    },
    touchEverywhere(accountIds) {
      const others = deps.tell() !== null;
      for (const accountId of accountIds) {
        if (deps.isHere(accountId)) here.add(accountId);
        if (others) elsewhere.add(accountId);
      }
      schedule();
    },
  };
}
