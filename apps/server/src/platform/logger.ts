import pino from 'pino';

/** Fields a log line may carry. Anything else is dropped: addresses, names, message text and tokens never reach a log. */
const allowed = new Set([
  'requestId',
  'operation',
  'method',
  'status',
  'milliseconds',
  'accountId',
  'profileId',
  'contentId',
  'mediaId',
  'transferId',
  'job',
  'attempt',
  'count',
  'port',
  'address',
  'code',
  'event',
  'version',
  'errorName',
  'errorCode',
  'stack',
  'config',
  'seconds',
]);

export interface Logger {
  info(event: string, fields?: Record<string, unknown>): void;
  warn(event: string, fields?: Record<string, unknown>): void;
  error(event: string, fields?: Record<string, unknown>): void;
}

/** Structured lines on standard output; only allow-listed fields pass. */
export function createLogger(level: string, destination: pino.DestinationStream = pino.destination(1)): Logger {
  const log = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
  const keep = (fields: Record<string, unknown> = {}) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => allowed.has(name)));
  return {
    info: (event, fields) => log.info(keep(fields), event),
    warn: (event, fields) => log.warn(keep(fields), event),
    error: (event, fields) => log.error(keep(fields), event),
  };
}

/** What of an unknown error may be logged: its kind, its code and where it was thrown, never its text, which can quote a row. */
export function errorFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { errorName: typeof error };
  return { errorName: error.name, errorCode: (error as NodeJS.ErrnoException).code, stack: framesOf(error) };
}

/** The frames after the text; none when the text is not where V8 wrote it, because then it may be anywhere. */
function framesOf({ stack = '', message }: Error): string | undefined {
  const at = stack.indexOf(message);
  if (at < 0) return undefined;
  const frames = stack.slice(at + message.length).split('\n');
  return frames
    .filter((line) => line.trimStart().startsWith('at '))
    .slice(0, 8)
    .join('\n');
}
