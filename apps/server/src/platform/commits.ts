import { AsyncLocalStorage } from 'node:async_hooks';
import { PostgresDialect, type PostgresDialectConfig, PostgresDriver } from 'kysely';

interface Watch {
  /** Whether a transaction was committed, or may have been: its answer can be lost. */
  committed: boolean;
}
const watches = new AsyncLocalStorage<Watch>();

/** Runs `work` and notes in `watch` when a transaction of it commits. */
export function watchCommits<Answer>(work: (watch: Readonly<Watch>) => Promise<Answer>): Promise<Answer> {
  const watch = { committed: false };
  return watches.run(watch, () => work(watch));
}

class WatchedDriver extends PostgresDriver {
  override commitTransaction(...given: Parameters<PostgresDriver['commitTransaction']>): Promise<void> {
    const watch = watches.getStore();
    if (watch) watch.committed = true;
    return super.commitTransaction(...given);
  }
}

/** PostgreSQL whose commits `watchCommits` sees. */
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
