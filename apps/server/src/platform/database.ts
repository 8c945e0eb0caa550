import { Kysely, type Transaction } from 'kysely';
import pg from 'pg';
import { WatchedDialect } from './commits.ts';
import type { DB } from './database-types.ts';
import { leaveStandbys, PrimaryClient } from './primary-client.ts';
import { TracedClient, TracedPool } from './traced-client.ts';
import { isTracing } from './tracing.ts';

pg.types.setTypeParser(pg.types.builtins.INT8, BigInt);

/** A connection or a transaction; store functions take it first, so that they can join a transaction. */
export type Db = Kysely<DB> | Transaction<DB>;

export interface Database {
  /** Its address, for connections of their own. */
  url: string;
  pool: pg.Pool;
  /**
   * For statements that read by key, whatever their values. PostgreSQL plans them once a connection, as loops over
   * indexes; in `pool` it would plan them at each call, because a plan for given values looks cheaper to it, and scan
   * tables that were small when it planned.
   */
  planned: pg.Pool;
  db: Kysely<DB>;
  close(): Promise<void>;
}

const asOptions = (settings: readonly string[]) => settings.map((setting) => `-c ${setting}`).join(' ');

/**
 * A server of one's own compiles statements that look expensive to it, and with `loopsOverIndexes` each does: a message
 * then took more than a second, of which PostgreSQL spent milliseconds on the message.
 */
const always = ['jit=off'];

const loopsOverIndexes = [
  'plan_cache_mode=force_generic_plan',
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'enable_material=off',
];

/**
 * Opens a pool of at most `size` connections. Every statement ends after `statementTimeoutMs`.
 * A lost connection is reported to `onError` instead of ending the process.
 */
export function openDatabase(
  connectionString: string,
  options: { size: number; statementTimeoutMs?: number; applicationName?: string; onError?(error: Error): void },
): Database {
  const { size, statementTimeoutMs = 10_000, applicationName = 'vlam', onError = () => {} } = options;
  const settings: pg.PoolConfig = {
    connectionString,
    max: size,
    statement_timeout: statementTimeoutMs,
    // A server that has vanished ends no statement: give the connection up.
    query_timeout: statementTimeoutMs + 1_000,
    idle_in_transaction_session_timeout: 30_000,
    connectionTimeoutMillis: 10_000,
    application_name: applicationName,
    options: asOptions(always),
    Client: isTracing() ? TracedClient : PrimaryClient,
  };
  const open = (more: pg.PoolConfig = {}) => {
    const made = isTracing() ? new TracedPool({ ...settings, ...more }) : new pg.Pool({ ...settings, ...more });
    made.on('error', (error) => onError(error));
    leaveStandbys(made);
    // A client that is checked out when PostgreSQL dies emits on itself, not on the pool.
    made.on('connect', (client) => client.on('error', (error) => onError(error)));
    return made;
  };
  const pool = open();
  // Connects with the first statement.
  const planned = open({ max: Math.max(1, Math.ceil(size / 4)), options: asOptions([...always, ...loopsOverIndexes]) });
  const db = new Kysely<DB>({ dialect: new WatchedDialect({ pool }) });
  return {
    url: connectionString,
    pool,
    planned,
    db,
    async close() {
      await planned.end();
      await db.destroy();
      // Kysely ends the pool only if a query has used it.
      if (!pool.ending) await pool.end();
    },
  };
}
