import pino from 'pino';

/** Fields a log line may carry. Others are dropped: addresses, names, message text and tokens never reach a log. */
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
  'auditRows',
  'auditNumber',
  'auditHash',
  'auditBroken',
]);

export interface Logger {
  info(event: string, fields?: Record<string, unknown>): void;
  warn(event: string, fields?: Record<string, unknown>): void;
  error(event: string, fields?: Record<string, unknown>): void;
}

function pickAllowed(fields: Record<string, unknown> = {}): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const name in fields) if (allowed.has(name)) kept[name] = fields[name];
  return kept;
}

/** Writes the lines of one turn of the event loop together, and the rest when the process exits. */
function standardOutput(): pino.DestinationStream {
  const output = pino.destination(1);
  let lines: string[] = [];
  const flush = () => {
    const chunk = lines.join('');
    lines = [];
    if (chunk) output.write(chunk);
  };
  process.once('exit', flush);
  return {
    write(line) {
      if (lines.push(line) === 1) setImmediate(flush);
    },
  };
}

/** The time as a field, formatted once per millisecond. */
function timeField(): () => string {
  let at = 0;
  let text = '';
  return () => {
    const now = Date.now();
    if (now !== at) {
      at = now;
      text = `,"time":"${new Date(now).toISOString()}"`;
    }
    return text;
  };
}

/** Structured lines on standard output; only allow-listed fields pass. */
export function createLogger(level: string, destination: pino.DestinationStream = standardOutput()): Logger {
  const log = pino({ level, base: null, timestamp: timeField() }, destination);
  return {
    info: (event, fields) => log.info(pickAllowed(fields), event),
    warn: (event, fields) => log.warn(pickAllowed(fields), event),
    error: (event, fields) => log.error(pickAllowed(fields), event),
  };
}

/**
 * The loggable parts of an unknown error: its name, its code and its stack, never its message, which can quote a row.
 */
export function errorFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { errorName: typeof error };
  return { errorName: error.name, errorCode: (error as NodeJS.ErrnoException).code, stack: framesOf(error) };
}

/** The frames after the message; none when the message is not where V8 wrote it. */
function framesOf({ stack = '', message }: Error): string | undefined {
  const at = stack.indexOf(message);
  if (at < 0) return undefined;
  const frames = stack.slice(at + message.length).split('\n');
  return frames
    .filter((line) => line.trimStart().startsWith('at '))
    .slice(0, 8)
    .join('\n');
}
