/** An error as the driver throws it: with a SQLSTATE, a socket error code, or only a message. */
export const databaseError = (code: string | null, message = 'of the database', more: object = {}): Error =>
  Object.assign(new Error(message), code === null ? {} : { code }, more);

interface FailureCase {
  name: string;
  error: Error;
  failure: 'unique' | 'reference' | 'collision' | 'unavailable' | 'unknown' | 'refused';
}

const cases = (failure: FailureCase['failure'], ...errors: (readonly [string, Error])[]): FailureCase[] =>
  errors.map(([name, error]) => ({ name, error, failure }));
const states = (failure: FailureCase['failure'], codes: string): FailureCase[] =>
  cases(failure, ...codes.split(' ').map((code) => [code, databaseError(code)] as const));
const sentences = (failure: FailureCase['failure'], ...texts: string[]): FailureCase[] =>
  cases(failure, ...texts.map((text) => [text, databaseError(null, text)] as const));

/** Failures of PostgreSQL, its driver and the network, with their classification. */
export const databaseFailures: readonly FailureCase[] = [
  ...states('unique', '23505'),
  ...states('reference', '23503 23001'),
  ...states('collision', '40001 40P01'),
  ...states('unavailable', '25006 57P03 08001 08004 53100 53200 53300 57014 55P03 25P03 25P04 58030'),
  ...states('unavailable', 'ECONNREFUSED ENOTFOUND EAI_AGAIN'),
  ...sentences(
    'unavailable',
    'timeout exceeded when trying to connect',
    'Connection terminated due to connection timeout',
    'timeout expired',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
    'Cannot use a pool after calling end on the pool',
    'driver has already been destroyed',
  ),
  ...states('unknown', '08000 08003 08006 08P01 40003 57P01 57P02 57P04 57P05'),
  ...states('unknown', 'ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH'),
  ...sentences('unknown', 'Connection terminated unexpectedly', 'Connection terminated', 'Query read timeout'),
  ...states('refused', '22P02 22001 23514 23502 42P01 42501 P0001 XX000'),
];
