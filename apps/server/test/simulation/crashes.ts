import pg from 'pg';
import type { Random } from './random.ts';

export interface Crashes {
  /** Commit points at which a connection was cut so far. */
  readonly count: number;
  /** Cuts no connection while `task` runs. */
  pause<Answer>(task: () => Promise<Answer>): Promise<Answer>;
  stop(): void;
}

type Callback = (error: Error | null, result?: unknown) => void;
interface Cuttable {
  connection: { stream: { destroy(error?: Error): void } };
  connectionParameters: { application_name?: string };
  simulationInTransaction?: boolean;
}

const lost = () => new Error('Connection terminated unexpectedly');

/**
 * Cuts connections of one application at its commit points, with this probability: before the commit reaches
 * PostgreSQL, so that nothing is stored, or after it, so that everything is stored and the result is lost.
 */
export function startCrashes(options: {
  applicationName: string;
  probability: number;
  random: Pick<Random, 'chance'>;
  /** Further statements that write, such as selects of functions. */
  alsoWrites?: RegExp;
}): Crashes {
  const { applicationName, probability, random, alsoWrites } = options;
  const prototype = pg.Client.prototype as unknown as { query(...args: unknown[]): unknown };
  const real = prototype.query;
  let count = 0;
  let paused = 0;

  prototype.query = function query(this: Cuttable, ...args: unknown[]): unknown {
    const text = textOf(args[0]);
    if (this.connectionParameters.application_name !== applicationName || text === null) return real.apply(this, args);
    const point = isCommitPoint(this, text) || (!this.simulationInTransaction && alsoWrites?.test(text));
    if (!point || paused > 0 || !random.chance(probability)) return real.apply(this, args);
    count += 1;
    if (random.chance(0.5)) {
      this.connection.stream.destroy();
      return real.apply(this, args);
    }
    const cutConnection = () => this.connection.stream.destroy();
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      const wrapped: Callback = (error) => {
        cutConnection();
        (callback as Callback)(error ?? lost());
      };
      return real.apply(this, [...args.slice(0, -1), wrapped]);
    }
    return (real.apply(this, args) as Promise<unknown>).then(() => {
      cutConnection();
      throw lost();
    });
  };

  return {
    get count() {
      return count;
    },
    async pause(task) {
      paused += 1;
      try {
        return await task();
      } finally {
        paused -= 1;
      }
    },
    stop() {
      prototype.query = real;
    },
  };
}

function textOf(query: unknown): string | null {
  if (typeof query === 'string') return query;
  const { text, submit } = (query ?? {}) as { text?: unknown; submit?: unknown };
  return typeof text === 'string' && submit === undefined ? text : null;
}

/** The end of a transaction, or a writing statement outside one. */
function isCommitPoint(client: Cuttable, text: string): boolean {
  if (/^\s*(begin|start transaction)/i.test(text)) client.simulationInTransaction = true;
  if (/^\s*rollback\s*$/i.test(text)) client.simulationInTransaction = false;
  if (/^\s*commit/i.test(text)) {
    client.simulationInTransaction = false;
    return true;
  }
  // Background writes have no fixed time, so a seed would not repeat its run.
  if (/last_seen_at|view_count|set claimed_at = now\(\)\s/.test(text)) return false;
  return !client.simulationInTransaction && /^\s*(insert|update|delete|with)\b|ledger_post\(/i.test(text);
}
