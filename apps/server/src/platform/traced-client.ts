import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { PrimaryClient } from './primary-client.ts';
import { kindOfFailure, type Span, startChild } from './tracing.ts';

type Given = unknown[];
type Done = (error: unknown, result: unknown) => void;
type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/** Statements of one connection as spans below what asks for them: by their name, or verb and table; never a value. */
export class TracedClient extends PrimaryClient {
  // The driver's overloads cannot be written as one signature.
  override query(...given: Given): never {
    const ask = super.query as unknown as (...all: Given) => unknown;
    const span = startChild(nameOfStatement(given[0]), 'client', { 'db.system.name': 'postgresql' });
    if (!span) return ask.apply(this, given) as never;
    const last = given.at(-1);
    if (typeof last === 'function') {
      const done: Done = (error, result) => {
        endWith(span, error);
        (last as Done)(error, result);
      };
      return ask.apply(this, [...given.slice(0, -1), done]) as never;
    }
    const answer = ask.apply(this, given);
    if (answer instanceof Promise)
      answer.then(
        () => endWith(span, null),
        (error) => endWith(span, error),
      );
    else span.end();
    return answer as never;
  }
}

/** A statement that waited for a connection goes on in its own span, not in that of the statement before it. */
export class TracedPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    if (!callback) return super.connect();
    super.connect(AsyncLocalStorage.bind(callback));
  }
}

function endWith(span: Span, error: unknown): void {
  if (error) span.fail(kindOfFailure(error));
  span.end();
}

const names = new Map<string, string>();
/** Lists of values make texts of every length. */
const maxNames = 2_000;

/** `ledger-post`, or `select accounts`. */
export function nameOfStatement(statement: unknown): string {
  if (typeof statement === 'object' && statement !== null) {
    if ('name' in statement && typeof statement.name === 'string') return statement.name;
    return 'text' in statement ? nameOfStatement(statement.text) : 'statement';
  }
  const text = String(statement);
  const known = names.get(text);
  if (known) return known;
  const [, verb = 'statement'] = /^\s*(\w+)/.exec(text) ?? [];
  const [, table = ''] = /\b(?:from|into|update|join)\s+"?([a-z_]\w*)"?/i.exec(text) ?? [];
  const name = `${verb.toLowerCase()} ${table}`.trim();
  if (names.size >= maxNames) names.clear();
  names.set(text, name);
  return name;
}
