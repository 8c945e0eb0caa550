import { errorFields, type Logger } from './logger.ts';

/** Changes within this time are read together. */
const gatherMs = 40;
const readBatchSize = 500;
/** Ids in one notification to other processes; PostgreSQL limits its size. */
const publishBatchSize = 150;

export interface Feed {
  /** The view of these accounts changed, as another process reports. */
  touch(accountIds: Iterable<string>): void;
  /** The view of these accounts changed: publishes it in this process and every other. */
  touchEverywhere(accountIds: Iterable<string>): void;
}

/**
 * Sends connected accounts what `view` reads for them. Reads run one after another, and each begins after the change it
 * reports, so the last value a browser receives is never older than the one before.
 */
export function createFeed<Payload>(deps: {
  logger: Logger;
  view(accountIds: readonly string[]): Promise<ReadonlyMap<string, Payload>>;
  isHere(accountId: string): boolean;
  send(accountId: string, payload: Payload): void;
  /** Null while this is the only process. */
  publishElsewhere(): ((accountIds: string[]) => void) | null;
}): Feed {
  const here = new Set<string>();
  const elsewhere = new Set<string>();
  let timer: NodeJS.Timeout | null = null;
  let reading = false;

  async function flush(): Promise<void> {
    const accountsElsewhere = [...elsewhere];
    elsewhere.clear();
    for (let at = 0; at < accountsElsewhere.length; at += publishBatchSize)
      deps.publishElsewhere()?.(accountsElsewhere.slice(at, at + publishBatchSize));
    const accountIds = [...here].filter(deps.isHere);
    here.clear();
    for (let at = 0; at < accountIds.length; at += readBatchSize) {
      const views = await deps.view(accountIds.slice(at, at + readBatchSize));
      for (const [accountId, payload] of views) deps.send(accountId, payload);
    }
  }
  function schedule(): void {
    if (timer || reading || (here.size === 0 && elsewhere.size === 0)) return;
    timer = setTimeout(() => {
      timer = null;
      reading = true;
      flush()
        .catch((error) => deps.logger.warn('feed read failed', errorFields(error)))
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
      const others = deps.publishElsewhere() !== null;
      for (const accountId of accountIds) {
        if (deps.isHere(accountId)) here.add(accountId);
        if (others) elsewhere.add(accountId);
      }
      schedule();
    },
  };
}
