import { AppError } from './errors.ts';

/**
 * Kinds of failed statements.
 * - `unique`, `reference`: the row exists already; another row refers to it, or its reference is missing.
 * - `collision`: rolled back in favour of another transaction; retry at once.
 * - `unavailable`: nothing was written, and a retry in a moment may succeed.
 * - `unknown`: the connection ended, so a write may have been committed. Retry only idempotent work.
 * - `refused`: the statement or one of its values is invalid; a retry fails as well.
 */
export type DatabaseFailure = 'unique' | 'reference' | 'collision' | 'unavailable' | 'unknown' | 'refused';

/** SQLSTATEs, and the codes of a socket to the database. */
const byCode: Record<string, DatabaseFailure> = {
  '23505': 'unique',
  '23503': 'reference',
  // From PostgreSQL 18 on, instead of 23503 for foreign keys with `restrict`.
  '23001': 'reference',
  '40001': 'collision',
  '40P01': 'collision',
  // Transaction resolution unknown.
  '40003': 'unknown',
  // Could not connect.
  '08001': 'unavailable',
  '08004': 'unavailable',
  '57P03': 'unavailable',
  ECONNREFUSED: 'unavailable',
  ENOTFOUND: 'unavailable',
  EAI_AGAIN: 'unavailable',
  // Read-only: during a promotion or after a demotion.
  '25006': 'unavailable',
  // Timeouts of a lock, a statement and a transaction; PostgreSQL rolls back.
  '55P03': 'unavailable',
  '57014': 'unavailable',
  '25P03': 'unavailable',
  '25P04': 'unavailable',
  '58030': 'unavailable',
  // Ended by an administrator, a crash, a dropped database, or for being idle.
  '57P01': 'unknown',
  '57P02': 'unknown',
  '57P04': 'unknown',
  '57P05': 'unknown',
  ECONNRESET: 'unknown',
  ECONNABORTED: 'unknown',
  EPIPE: 'unknown',
  ETIMEDOUT: 'unknown',
  EHOSTUNREACH: 'unknown',
  ENETUNREACH: 'unknown',
  ENETDOWN: 'unknown',
};

/** Lost connections (08P01 is how a pooler reports one), and a lack of disk, memory or connections. */
const byClass: Record<string, DatabaseFailure> = { '08': 'unknown', '53': 'unavailable' };
const isSqlState = /^[0-9FHPX][0-9A-Z]{4}$/;

/** Errors of the driver, which have no code. The first match counts. */
const bySentence: readonly (readonly [string, DatabaseFailure])[] = [
  ['Connection terminated due to connection timeout', 'unavailable'],
  ['timeout exceeded when trying to connect', 'unavailable'],
  ['timeout expired', 'unavailable'],
  // Refused before it was sent: a transaction on that connection was rolled back.
  ['Client has encountered a connection error', 'unavailable'],
  ['Client was closed', 'unavailable'],
  ['Cannot use a pool after calling end', 'unavailable'],
  ['driver has already been destroyed', 'unavailable'],
  ['Connection terminated', 'unknown'],
  ['Query read timeout', 'unknown'],
];

/** Null for an error that is no failure of the database. */
export function failureOf(error: unknown): DatabaseFailure | null {
  if (!(error instanceof Error) || error instanceof AppError) return null;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && code !== '')
    return byCode[code] ?? (isSqlState.test(code) ? (byClass[code.slice(0, 2)] ?? 'refused') : null);
  return bySentence.find(([sentence]) => error.message.startsWith(sentence))?.[1] ?? null;
}

/** Whether PostgreSQL ended a statement at its time limit. */
export const isStatementTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '57014';

/** Whether one of these constraints or unique indexes was violated. */
export const violatesUnique = (error: unknown, ...constraints: [string, ...string[]]): boolean =>
  failureOf(error) === 'unique' && constraints.includes((error as { constraint?: string }).constraint ?? '');

export const isReferenced = (error: unknown): boolean => failureOf(error) === 'reference';

/** Whether a statement waited longer for another session's lock than `lock_timeout` allows. */
export const isLockTimeout = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '55P03';

/** Whether a write that failed with this may have been committed. */
export const isOutcomeUnknown = (error: unknown): boolean => failureOf(error) === 'unknown';

/** Whether the database itself failed, so that every other statement of this moment fails too. */
export const isUnavailable = (error: unknown): boolean => {
  const failure = failureOf(error);
  return failure === 'unavailable' || failure === 'unknown';
};

/** `UNAVAILABLE` for a failure that a retry may solve; any other error unchanged. */
export const toUnavailable = (error: unknown): Error =>
  isUnavailable(error) || failureOf(error) === 'collision'
    ? new AppError('UNAVAILABLE', { cause: error })
    : (error as Error);
