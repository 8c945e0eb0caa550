import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApp } from './app.ts';
import { type Context, createContext } from './context.ts';
import {
  loadDemoPictures,
  makeDemoWorld,
  readDemoState,
  startDemoDrawing,
  startDemoPulse,
  startDemoShows,
} from './demo-world.ts';
import { sealedColumns } from './joins/sealed-columns.ts';
import { confinement } from './modules/media/confined.ts';
import { picturePrograms } from './modules/media/picture/program.ts';
import { openPaymentProviders, type PaymentProviders } from './payment-providers.ts';
import { canChangeAuditLog, ensureEmbeddedRole } from './platform/application-role.ts';
import { systemClock } from './platform/clock.ts';
import { type Config, ConfigError, describeConfig } from './platform/config.ts';
import { openKeys, requireMasterKey, watchKeys } from './platform/data-keys.ts';
import { openDatabase } from './platform/database.ts';
import { requireFreeFolder, startEmbeddedPostgres } from './platform/embedded-postgres.ts';
import { errorFields, type Logger } from './platform/logger.ts';
import type { Progress } from './platform/progress.ts';
import type { Serving } from './platform/serving.ts';
import { setTracer } from './platform/tracing.ts';
import { buildWeb, staleWebHash, webFolders } from './platform/web-build.ts';
import {
  type DatabaseUrls,
  emptyDatabase,
  migrateDatabase,
  requireDatabase,
  withPreparationLock,
} from './prepare-database.ts';
import { startWorker } from './worker.ts';
import { openWorkerListener } from './worker-listener.ts';

/**
 * Time that responses and jobs in progress may take once the program is stopping: at once, as after Ctrl-C, and
 * gently, where a supervisor that waits for thirty seconds would kill it.
 */
const finishMs = { atOnce: 10_000, gently: 28_000 };
/** Sockets are sent elsewhere one by one within this time; after the longest unready time five seconds are left. */
const moveSocketsMs = 8_000;

/** The end of a part; `until`, by `performance.now()`, is when what is in progress is cut off. */
type End = (until: number) => Promise<unknown>;
const leftMs = (until: number) => Math.max(0, until - performance.now());

export interface Program {
  context: Context;
  /** The address it listens on; null for a worker. */
  address: string | null;
  /** Whether the demo world is in the database. */
  demo: boolean;
  /** Address where the sandbox lists its payments; null when this process runs none. */
  sandboxUrl: string | null;
  /**
   * Accepts nothing new, finishes what is in progress, then closes everything in reverse order. `gently` is for one of
   * several processes: it is first unready for a while, so that a balancer sends nothing more, and sends its sockets
   * to the others one by one, while its jobs finish.
   */
  stop(options?: { gently: boolean }): Promise<void>;
}

/**
 * Starts everything `config.role` requires. When a part fails, the parts before it are stopped again. `abandon`
 * interrupts a start: it stops the embedded database, and with it all work in progress.
 */
export async function startProgram(
  config: Config,
  logger: Logger,
  progress: Progress,
  abandon: AbortSignal,
): Promise<Program> {
  const stops: End[] = [];
  /** What begins with a stop, and what a gentle one does before anything is closed. */
  const first: End[] = [];
  const retreats: End[] = [];
  let serving: Serving | null = null;
  const stop: Program['stop'] = async ({ gently } = { gently: false }) => {
    const until = performance.now() + (gently ? finishMs.gently : finishMs.atOnce);
    const run = (end: End) => end(until).catch((error: unknown) => logger.error('stop incomplete', errorFields(error)));
    serving?.drain();
    const begun = [...first, ...(gently ? retreats : [])].map(run);
    if (gently) await Promise.all(begun);
    for (const end of stops.splice(0).reverse()) await run(end);
  };
  try {
    // Anything an operator must change is detected before the first output and before minutes are spent.
    if (config.databaseUrl) await requireDatabase(config.databaseUrl);
    if (config.migrationDatabaseUrl) await requireDatabase(config.migrationDatabaseUrl, 'MIGRATION_DATABASE_URL');
    if (!config.databaseUrl) requireFreeFolder(config.dataDir);
    if (config.role !== 'worker') await requireFreePort(config);
    const providers = await openPaymentProviders(process.env, config, logger);
    stops.push(providers.stop);
    if (config.traces) stops.push(await startTracing(config.traces, config, logger));
    logger.info('configuration', { config: describeConfig(config) });
    const urls = config.databaseUrl
      ? { owner: config.migrationDatabaseUrl ?? config.databaseUrl, application: config.databaseUrl }
      : await startDatabase(config, logger, progress, stops, abandon);
    const url = urls.application;
    const serves = config.role !== 'worker' && config.environment !== 'test';
    const web = serves ? rebuildWeb(config, progress) : null;
    // Awaited below; until then a failure must not count as unhandled.
    web?.catch(() => {});
    await prepareTables(config, urls, progress);
    const context = await openContext(config, url, logger, providers);
    serving = context.serving;
    stops.push(() => context.database.close());
    // Before the preparation, which may take minutes: a supervisor ends what does not respond.
    if (config.role === 'worker') stops.push(await openWorkerListener(context));
    const demo = await prepare(context, urls, progress);
    if (await canChangeAuditLog(url))
      logger.warn('the application could change the audit log: see "Two roles" in docs/operations.md');
    await web;
    abandon.throwIfAborted();
    stops.push(watchKeys(context));
    // Before jobs run or requests are served: events of jobs reach browsers through the processes that serve.
    await context.realtime.open();
    stops.push(() => context.realtime.close());
    if (config.role !== 'web') {
      const runner = await startWorker(context, url);
      const endJobs: End = (until) => runner.stop(leftMs(until));
      first.push(endJobs);
      stops.push(endJobs);
      await context.media.resumeProcessing();
      if (demo) stops.push(await startDemoPulse(context));
      stops.push(context.discovery.startCounting());
      stops.push(context.calls.startScheduler());
      stops.push(context.lives.startScheduler());
    }
    stops.push(context.lives.direct.start());
    const address = config.role === 'worker' ? null : await listen(context, stops);
    if (config.role !== 'worker') {
      retreats.push(async () => {
        await sleep(config.drainMs);
        await context.realtime.drain(moveSocketsMs);
      });
      stops.push(context.lives.ingest.start());
      if (demo) stops.push(await startDemoShows(context));
    }
    stops.push(checkConfinement(context));
    if (config.role !== 'web') {
      const onDrawn = (count: number) => progress.line(`All ${count} sample pictures are drawn.`);
      if (demo) stops.push(await startDemoDrawing(context, onDrawn));
    }
    context.serving.begin();
    logger.info('started', { version: context.version, address });
    return { context, address, demo, sandboxUrl: providers.sandboxUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Before anything opens a connection: what is opened earlier is not traced. */
async function startTracing(
  traces: NonNullable<Config['traces']>,
  { role }: Config,
  logger: Logger,
): Promise<() => Promise<void>> {
  const { createOtelTracer } = await import('./platform/tracing-otel.ts');
  const tracer = createOtelTracer({ ...traces, role, logger });
  setTracer(tracer);
  return async () => {
    setTracer(null);
    await tracer.stop();
  };
}

const missingConfinement = {
  network: 'the program that opens uploads can read other files: see "Confinement" in docs/operations.md',
  none: 'the program that opens uploads has a network and can read other files: see "Confinement" in docs/operations.md',
};
const missingLimit =
  'the system does not limit the memory of the program that opens pictures, which limits itself: see "Confinement" in docs/operations.md';

/** Starting programs takes a second of processor time, which the first requests need more. */
function checkConfinement({ config, media, logger }: Context): () => Promise<void> {
  const later = setTimeout(async () => {
    const taken = await confinement();
    if (taken !== 'whole') logger.warn(missingConfinement[taken]);
    const isLimited = await picturePrograms.isLimited().catch((error: unknown) => {
      logger.error('pictures are refused: the program that opens them does not start', errorFields(error));
      return true;
    });
    if (!isLimited) logger.warn(missingLimit);
    if (config.role !== 'web' && !(await media.clipsWork()))
      logger.warn('clips are refused: the FFmpeg bindings (node-av) are not installed');
  }, 5_000);
  return async () => clearTimeout(later);
}

async function startDatabase(
  config: Config,
  logger: Logger,
  progress: Progress,
  stops: End[],
  abandon: AbortSignal,
): Promise<DatabaseUrls> {
  const step = progress.step('Starting PostgreSQL');
  const postgres = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    onEvent: ({ event, seconds }) => logger[event === 'postgres is back' ? 'warn' : 'error'](event, { seconds }),
  });
  stops.push(() => postgres.stop());
  abandon.addEventListener('abort', () => void postgres.stop());
  step.done(postgres.fresh ? `new, in ${config.dataDir}` : config.dataDir);
  return { owner: postgres.url, application: await ensureEmbeddedRole(postgres.url, config.dataDir) };
}

async function openContext(
  config: Config,
  url: string,
  logger: Logger,
  { adapters }: PaymentProviders,
): Promise<Context> {
  const database = openDatabase(url, {
    size: config.databasePool,
    onError: (error: NodeJS.ErrnoException) => logger.warn('database connection lost', { errorCode: error.code }),
  });
  const drawSample = config.demo ? await loadDemoPictures(database.pool) : undefined;
  return createContext({ config, database, clock: systemClock, logger, paymentAdapters: adapters, drawSample });
}

/** Migrates, and opens the data keys, from which the services of the context derive theirs. */
async function prepareTables(config: Config, urls: DatabaseUrls, progress: Progress): Promise<void> {
  const { db, pool, close } = openDatabase(urls.application, { size: 2, applicationName: 'vlam start' });
  const migrateTables = async () => {
    const step = progress.step('Bringing the tables up to date');
    await migrateDatabase(urls);
    step.done();
  };
  try {
    await withPreparationLock(urls.owner, async () => {
      await requireMasterKey({ config, db });
      await migrateTables();
      if (config.demo && (await readDemoState(pool)) === 'half made') {
        if (config.databaseUrl)
          throw new ConfigError(
            'DATABASE_URL: an earlier start was cut short while it made the demo world; empty it first',
          );
        progress.line('An earlier start was cut short while it made the demo world: it is made again.');
        await emptyDatabase(urls.owner);
        await migrateTables();
      }
      await openKeys({ config, db }, sealedColumns);
    });
  } finally {
    await close();
  }
}

/** Creates the demo world where configured; returns whether there is one. */
async function prepare(context: Context, urls: DatabaseUrls, progress: Progress): Promise<boolean> {
  if (!context.config.demo) return false;
  return withPreparationLock(urls.owner, async () => {
    const state = await readDemoState(context.database.pool);
    if (state !== 'absent') return state === 'complete';
    const step = progress.step('Making the demo world');
    const database = openDatabase(urls.owner, { size: 4, statementTimeoutMs: 600_000, applicationName: 'vlam demo' });
    try {
      const made = await makeDemoWorld(context, database, step.update);
      step.done();
      return made;
    } finally {
      await database.close();
    }
  });
}

/**
 * Builds the web app when its sources changed. A failure prevents the start only in production and without an older
 * build.
 */
async function rebuildWeb(config: Config, progress: Progress): Promise<void> {
  if ((await staleWebHash()) === null) return;
  const step = progress.step('Building the web app');
  try {
    await buildWeb();
    step.done();
  } catch (error) {
    const reason = (error as Error).message;
    const older = existsSync(join(webFolders.built, 'index.html'));
    if (!older && config.environment === 'production')
      throw new ConfigError(`The web app could not be built; "npm run build" shows the error.\n${reason}`);
    progress.line(
      `The web app could not be built: ${older ? 'the last build is served' : 'only the API is served'}.\n${reason}`,
    );
  }
}

function requireFreePort({ host, port }: Config): Promise<void> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) =>
      fail(
        error.code === 'EADDRINUSE'
          ? new ConfigError(`PORT: "${port}" on ${host} is taken by another program; use another`)
          : error.code === 'EACCES'
            ? new ConfigError(`PORT: "${port}" on ${host} is not for this user; use one of 1024 or more`)
            : new ConfigError(
                `HOST: "${host}" is not an address of this machine (${error.code}); use 127.0.0.1 or 0.0.0.0`,
              ),
      ),
    );
    probe.listen(port, host, () => probe.close(() => done()));
  });
}

async function listen(context: Context, stops: End[]): Promise<string> {
  const { config } = context;
  const app = await createApp(context);
  stops.push(async (until) => {
    const force = setTimeout(() => app.server.closeAllConnections(), leftMs(until));
    await app.close();
    clearTimeout(force);
  });
  return app.listen({ host: config.host, port: config.port });
}
