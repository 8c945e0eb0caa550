import { AsyncLocalStorage } from 'node:async_hooks';
import { PostgresDialect, type PostgresDialectConfig, PostgresDriver } from 'kysely';
import { failureOf, isOutcomeUnknown } from './postgres-errors.ts';

interface Watch {
  /** Whether a transaction was committed, or may have been: the reply to a commit can be lost. */
  readonly committed: boolean;
}
class Commits implements Watch {
  count = 0;
  get committed(): boolean {
    return this.count > 0;
  }
}
const watches = new AsyncLocalStorage<Commits>();

/** Runs `work`; `watch.committed` is true once one of its transactions commits. */
export function watchCommits<Result>(work: (watch: Watch) => Promise<Result>): Promise<Result> {
  const watch = new Commits();
  return watches.run(watch, () => work(watch));
}

class WatchedDriver extends PostgresDriver {
  override async commitTransaction(...given: Parameters<PostgresDriver['commitTransaction']>): Promise<void> {
    const watch = watches.getStore();
    // Before it is sent: the caller may fail while the commit is in flight.
    if (watch) watch.count += 1;
    try {
      await super.commitTransaction(...given);
    } catch (error) {
      // Refused by PostgreSQL itself: rolled back.
      if (watch && failureOf(error) !== null && !isOutcomeUnknown(error)) watch.count -= 1;
      throw error;
    }
  }
}

/** PostgreSQL dialect whose commits are reported to `watchCommits`. */
export class WatchedDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }
  override createDriver(): PostgresDriver {
    return new WatchedDriver(this.#config);
  }
}
