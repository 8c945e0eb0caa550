import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { type AgeVerificationService, createAgeVerificationService } from './modules/age-verification/service.ts';
import { blankMember, createIdentityService, type IdentityService } from './modules/identity/service.ts';
import { createMediaService, type MediaService } from './modules/media/service.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/database.ts';
import { createIdempotencyStore, type IdempotencyStore } from './platform/idempotency.ts';
import { createJobs, type Jobs } from './platform/jobs.ts';
import type { Logger } from './platform/logger.ts';
import { createMailer, type Mailer } from './platform/mailer.ts';
import { createMetrics, type Metrics } from './platform/metrics.ts';
import { createRateLimiter, type RateLimiter } from './platform/rate-limit.ts';
import type { Viewer } from './platform/viewer.ts';

export interface Platform {
  config: Config;
  database: Database;
  clock: Clock;
  logger: Logger;
  /** Tests bring one with wider budgets. */
  rateLimiter?: RateLimiter;
}

/** Everything a route, job or handler may need, built once per process in the order of the ranks. */
export interface Context extends Platform {
  version: string;
  metrics: Metrics;
  /** Who holds the request's session cookie, or null. */
  authenticate(request: FastifyRequest): Promise<Viewer | null>;
  rateLimiter: RateLimiter;
  jobs: Jobs;
  mailer: Mailer;
  identity: IdentityService;
  media: MediaService;
  ageVerification: AgeVerificationService;
  idempotency: IdempotencyStore;
  /** Named checks of `/readyz`; each rejects when what it looks at cannot serve. */
  readiness: Record<string, () => Promise<unknown>>;
}

const packageFile = join(import.meta.dirname, '../../../package.json');

export function createContext(platform: Platform): Context {
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };
  const { config, database, clock, logger } = platform;
  const { db } = database;
  const jobs = createJobs();
  const mailer = createMailer({ config, db, clock, jobs });
  const identity = createIdentityService({
    config,
    database,
    clock,
    logger,
    mailer,
    describeMember: async () => blankMember,
    creditBalance: async () => 0,
  });
  const media = createMediaService({ config, db, clock, jobs });
  const ageVerification = createAgeVerificationService({ config, db, clock, identity });
  return {
    ...platform,
    version,
    metrics: createMetrics(),
    authenticate: identity.authenticate,
    mailer,
    identity,
    media,
    ageVerification,
    rateLimiter: platform.rateLimiter ?? createRateLimiter(),
    jobs,
    idempotency: createIdempotencyStore(database.pool),
    readiness: { database: () => database.pool.query('select 1'), storage: media.checkStorage },
  };
}
