import { setTimeout as sleep } from 'node:timers/promises';
import { readDemoAccounts } from './demo-world.ts';
import { type Config, ConfigError, readConfig } from './platform/config.ts';
import { EmbeddedPostgresError } from './platform/embedded-postgres.ts';
import { createLogger, errorFields, type Logger } from './platform/logger.ts';
import { createProgress } from './platform/progress.ts';
import { type Program, startProgram } from './start.ts';

const progress = createProgress(process.stdout);

function leave(message: string): never {
  progress.clear();
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function configure(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (error instanceof ConfigError) leave(error.message);
    throw error;
  }
}

/** One line for failures an operator can act on; the stack for all others. */
function describeFailure(error: unknown): string {
  if (error instanceof ConfigError || error instanceof EmbeddedPostgresError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** The program ends after this, whatever is still in progress: supervisors kill after thirty seconds. */
const stopLimitMs = 30_000;

/**
 * Stops in order once, whatever the cause; interrupts a start in progress. SIGTERM is what supervisors send to one of
 * several processes, so it is gentle; Ctrl-C is a person who waits.
 */
function stopOnSignals(starting: Promise<Program>, abandon: AbortController, logger: Logger): void {
  let since: number | null = null;
  let isStarting = true;
  const settled = starting.then(
    (program) => {
      isStarting = false;
      return program;
    },
    () => null,
  );
  const stop = async (cause: string, exitCode: number) => {
    if (since !== null) {
      // npm forwards the signal that the terminal already sent, so a second one within 1 s is the same Ctrl-C.
      if (performance.now() - since > 1_000) process.exit(1);
      return;
    }
    since = performance.now();
    logger.info('stopping', { event: cause });
    if (exitCode === 0) progress.line('Stopping …');
    if (isStarting) abandon.abort();
    const late = sleep(stopLimitMs, null);
    const program = await Promise.race([settled, sleep(5_000, null)]);
    const ended = program?.stop({ gently: cause === 'SIGTERM' && config.drainMs > 0 }).then(() => true);
    if (ended && !(await Promise.race([ended, late]))) {
      logger.error('stop took too long', { event: cause });
      process.exit(1);
    }
    if (exitCode === 0) progress.line('Stopped.');
    process.exit(exitCode);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(signal, 0));
  if (process.env.npm_lifecycle_event) {
    // npm starts us through a shell that dies of a signal without forwarding it.
    const parent = process.ppid;
    setInterval(() => process.ppid !== parent && void stop('npm ended', 0), 1_000).unref();
  }
  process.on('unhandledRejection', (error) => logger.error('unhandled rejection', errorFields(error)));
  process.on('uncaughtException', (error) => {
    // The state is unknown after this: finish requests in progress and let the supervisor restart.
    logger.error('uncaught exception', errorFields(error));
    void stop('uncaughtException', 1);
  });
}

async function greet(program: Program, since: number): Promise<void> {
  const seconds = ((performance.now() - since) / 1000).toFixed(1);
  progress.line(
    `\nVlam ${program.context.version} is ready after ${seconds} s: ${program.address ?? 'background jobs only'}`,
  );
  const demo = program.demo && program.address ? await readDemoAccounts() : null;
  if (!demo) return;
  progress.line(`\nDemo data is on. Sign in with the password ${demo.password} as`);
  for (const { email, label } of demo.accounts) progress.line(`  ${email.padEnd(24)} ${label}`);
  if (program.sandboxUrl) progress.line(`\nPayments go to a sandbox without real money: ${program.sandboxUrl}`);
  progress.line('\nCtrl-C stops it.');
}

const since = performance.now();
const config = configure();
// On a terminal the request log would bury the greeting; LOG_LEVEL=info restores it.
const logger = createLogger(process.stdout.isTTY && !process.env.LOG_LEVEL ? 'warn' : config.logLevel);
const abandon = new AbortController();
const starting = startProgram(config, logger, progress, abandon.signal);
stopOnSignals(starting, abandon, logger);
try {
  await greet(await starting, since);
} catch (error) {
  // After a signal, the handler of that signal ends the process.
  if (!abandon.signal.aborted) leave(describeFailure(error));
}
