import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OperationName, operations } from '@vlam/contract';
import { pathOf } from '@vlam/contract/client';
import type { ErrorBody } from '@vlam/contract/errors';
import type { BodyInputOf, Operation, ParamsInputOf, QueryInputOf, ResponseOf } from '@vlam/contract/operation';
import type { FastifyInstance } from 'fastify';
import { createApp } from '../src/app.ts';
import { type Context, createContext } from '../src/context.ts';
import type { DrawSample, FileFetcher } from '../src/modules/media/service.ts';
import type { PushTransport } from '../src/modules/notifications/service.ts';
import type { PaymentProviderAdapter } from '../src/modules/payments/service.ts';
import { jobTasks } from '../src/modules.ts';
import { type Config, readConfig } from '../src/platform/config.ts';
import { type Database, openDatabase } from '../src/platform/database.ts';
import { drainJobs, openQueuePool } from '../src/platform/job-runner.ts';
import type { Logger } from '../src/platform/logger.ts';
import { createRateLimiter } from '../src/platform/rate-limit.ts';
import { createRunningClock, createTestClock, type TestClock } from './clock.ts';
import { createApplicationRole, createTestDatabase, type TestDatabase } from './database.ts';

export interface LogLine {
  level: 'info' | 'warn' | 'error';
  event: string;
  fields: Record<string, unknown>;
}

export interface TestAppOptions {
  config?: Partial<Config>;
  /** Start of the fake clock; defaults to the real time. */
  at?: Date;
  /** A clock that runs and can be moved. */
  runningClock?: boolean;
  /** Factor on the real budgets; 1 to test the limits. They refill by the fake clock. */
  rateLimitScale?: number;
  poolSize?: number;
  /** Runs on this database instead of on a new one, and drops it in the end. */
  on?: TestDatabase;
  /** Connects as the application's role, which owns nothing, instead of as the owner of the tables. */
  asApplicationRole?: boolean;
  /** Hashes passwords as in production, in 20 ms, for tests that measure time. */
  fullPasswordCost?: boolean;
  /** Replaces the configured payment providers. */
  paymentAdapter?: PaymentProviderAdapter;
  /** Draws sample pictures whose files are missing. */
  drawSample?: DrawSample;
  /** Replaces the fetching of files from the web. */
  fetcher?: FileFetcher;
  /** Replaces the push services. */
  pushTransport?: PushTransport;
  /** Without it lines are collected in `log`. */
  logger?: Logger;
}

type OptionalField<Key extends string, Value> = Value extends undefined
  ? { [K in Key]?: never }
  : { [K in Key]?: Value };
type OrAnyShape<Value> = Value extends undefined ? undefined : Value | Record<string, unknown>;

/** A request. Bodies and queries may have any shape, because tests send invalid ones on purpose. */
export type TestCall<O extends Operation> = OptionalField<'params', ParamsInputOf<O>> &
  OptionalField<'query', OrAnyShape<QueryInputOf<O>>> & {
    body?: BodyInputOf<O> | Record<string, unknown> | unknown[] | string;
    headers?: Record<string, string>;
    /** Defaults to a fresh key; null sends none. */
    idempotencyKey?: string | null;
  };

export interface TestResponse<Body> {
  status: number;
  /** Parsed JSON; the text for other content types. */
  body: Body;
  /** Body of an error response; null on success. */
  error: ErrorBody | null;
  text: string;
  bytes: Buffer;
  headers: Record<string, string | string[] | number | undefined>;
}

export interface TestClient {
  call<Name extends OperationName>(
    name: Name,
    input?: TestCall<(typeof operations)[Name]>,
  ): Promise<TestResponse<ResponseOf<(typeof operations)[Name]>>>;
  /** Any request, for routes outside the contract. */
  request(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS',
    path: string,
    input?: { headers?: Record<string, string>; body?: unknown },
  ): Promise<TestResponse<unknown>>;
  /** Current cookies as one header; updated by set-cookie responses. */
  cookie(): string;
}

export interface TestApp {
  app: FastifyInstance;
  context: Context;
  database: Database;
  db: Database['db'];
  databaseUrl: string;
  /** As what the app connects: the owner, or with `asApplicationRole` the application's role. */
  applicationUrl: string;
  clock: TestClock;
  config: Config;
  /** Of the configuration, for programs of their own. */
  masterKey: string;
  /** All log lines so far. */
  log: LogLine[];
  /** A separate browser, signed in as the given account, or a visitor. */
  client(as?: { cookie: string }): TestClient;
  /** A second process on the same database, until `close`. */
  startSecondProcess(): Promise<Pick<TestApp, 'client' | 'context'> & { close(): Promise<void> }>;
  /** Runs every timer and job due by the fake clock; throws the first failure unless `tolerateFailures` is set. */
  drain(options?: { tolerateFailures?: boolean }): Promise<number>;
  close(): Promise<void>;
}

/** The whole server on its own database, without a listening port. Close it in `afterAll`. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const testDatabase = options.on ?? (await createTestDatabase(options.poolSize ? { poolSize: options.poolSize } : {}));
  const applicationUrl =
    options.asApplicationRole || process.env.TEST_AS_APPLICATION
      ? await createApplicationRole(testDatabase.url)
      : testDatabase.url;
  const dataDir = await mkdtemp(join(tmpdir(), 'vlam-data-'));
  const clock = options.runningClock ? createRunningClock() : createTestClock(options.at);
  const masterKey = randomBytes(32).toString('hex');
  const config: Config = {
    ...readConfig({
      NODE_ENV: 'test',
      DATA_DIR: dataDir,
      DATABASE_URL: applicationUrl,
      DEMO: '0',
      PUBLIC_URL: 'http://vlam.test',
      MASTER_KEY: masterKey,
    }),
    ...(options.paymentAdapter ? { paymentProvider: options.paymentAdapter.name } : {}),
    ...options.config,
  };
  const log: LogLine[] = [];
  const { database } = testDatabase;
  const used =
    applicationUrl === testDatabase.url
      ? database
      : openDatabase(applicationUrl, {
          size: options.poolSize ?? 10,
          applicationName: new URL(applicationUrl).pathname.slice(1),
        });
  const contextOn = (pool: Database) =>
    createContext({
      config,
      database: pool,
      clock,
      logger: options.logger ?? collectingLogger(log),
      ...(options.paymentAdapter ? { paymentAdapters: [options.paymentAdapter] } : {}),
      drawSample: options.drawSample,
      fetcher: options.fetcher,
      passwordCost: options.fullPasswordCost ? undefined : { memoryKib: 64, passes: 1 },
      ...(options.pushTransport ? { pushTransport: options.pushTransport } : {}),
      rateLimiter: createRateLimiter({
        scale: options.rateLimitScale ?? 10_000,
        nowMs: monotonic(() => clock.now().getTime()),
      }),
    });
  const context = contextOn(used);
  const queue = openQueuePool(applicationUrl, 2);
  const app = await createApp(context);
  await app.ready();
  context.serving.begin();
  const started: TestApp = {
    app,
    context,
    database,
    db: database.db,
    databaseUrl: testDatabase.url,
    applicationUrl,
    clock,
    config,
    masterKey,
    log,
    client: (as) => createTestClient(app, config, as?.cookie),
    async startSecondProcess() {
      const applicationName = new URL(testDatabase.url).pathname.slice(1);
      const own = openDatabase(testDatabase.url, { size: 4, applicationName });
      const second = contextOn(own);
      const secondApp = await createApp(second);
      await secondApp.ready();
      return {
        context: second,
        client: (as) => createTestClient(secondApp, config, as?.cookie),
        async close() {
          await secondApp.close();
          await own.close();
        },
      };
    },
    async drain(drainOptions = {}) {
      await clock.runTimers();
      return drainJobs({ pool: queue, tasks: jobTasks(context), now: clock.now(), ...drainOptions });
    },
    async close() {
      await app.close();
      await queue.end();
      if (used !== database) await used.close();
      await testDatabase.drop();
      await rm(dataDir, { recursive: true, force: true });
      forget(started);
    },
  };
  return started;
}

/**
 * Empties what a test file holds of a closed app. A worker keeps the modules of all its files, so their apps would fill
 * its memory, and every garbage collection would walk through them.
 */
export function forget(started: object): void {
  for (const name of Object.keys(started)) Reflect.deleteProperty(started, name);
}

/** A clock that never goes back, as the rate limiter requires. */
function monotonic(nowMs: () => number): () => number {
  let latest = nowMs();
  return () => {
    latest = Math.max(latest, nowMs());
    return latest;
  };
}

function collectingLogger(lines: LogLine[]): Logger {
  const collect =
    (level: LogLine['level']) =>
    (event: string, fields: Record<string, unknown> = {}) =>
      void lines.push({ level, event, fields });
  return { info: collect('info'), warn: collect('warn'), error: collect('error') };
}

function createTestClient(app: FastifyInstance, config: Config, cookie: string | undefined): TestClient {
  const jar = new Map<string, string>();
  for (const pair of cookie?.split('; ') ?? [])
    jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
  const cookieHeader = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');

  const request: TestClient['request'] = async (method, path, { headers = {}, body } = {}) => {
    const sent: Record<string, string> = {
      host: new URL(config.publicUrl).host,
      origin: config.publicUrl,
      'sec-fetch-site': 'same-origin',
      ...(jar.size > 0 ? { cookie: cookieHeader() } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    };
    const response = await app.inject({
      method,
      url: path,
      headers: sent,
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    for (const { name, value, maxAge, expires } of response.cookies) {
      const isDeleted = value === '' || maxAge === 0 || (expires !== undefined && expires.getTime() <= Date.now());
      if (isDeleted) jar.delete(name);
      else jar.set(name, value);
    }
    const json = String(response.headers['content-type']).includes('json') && response.body !== '';
    const parsed = json ? JSON.parse(response.body) : response.body;
    return {
      status: response.statusCode,
      body: parsed,
      error: response.statusCode >= 400 && json ? (parsed as ErrorBody) : null,
      text: response.body,
      bytes: response.rawPayload,
      headers: response.headers,
    };
  };

  return {
    request,
    cookie: cookieHeader,
    async call(name, input = {} as never) {
      const operation: Operation = operations[name];
      const { params, query, body, headers = {}, idempotencyKey } = input as TestCall<Operation>;
      const key = operation.idempotent && idempotencyKey !== null ? (idempotencyKey ?? randomUUID()) : undefined;
      const answer = await request(operation.method, pathOf(operation, { params, query } as never), {
        headers: { ...(key ? { 'idempotency-key': key } : {}), ...headers },
        body,
      });
      return answer as TestResponse<never>;
    },
  };
}
