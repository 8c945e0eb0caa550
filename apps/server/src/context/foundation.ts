import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { type ComplianceService, createComplianceService } from '../modules/compliance/service.ts';
import { type CreditsService, createCreditsService } from '../modules/credits/service.ts';
import { createIdentityService, type IdentityService } from '../modules/identity/service.ts';
import { createMediaService, type MediaService } from '../modules/media/service.ts';
import { createIdempotencyStore, type IdempotencyStore } from '../platform/idempotency.ts';
import { createJobs, type Jobs } from '../platform/jobs.ts';
import { errorFields } from '../platform/logger.ts';
import { createMailer, type Mailer } from '../platform/mailer.ts';
import { createMetrics, type Metrics } from '../platform/metrics.ts';
import { createNotify, type Notify } from '../platform/notices.ts';
import { createOperatorSettings, type OperatorSettings } from '../platform/operator-settings.ts';
import { createRateLimiter, type RateLimiter } from '../platform/rate-limit.ts';
import { createRealtime, type Realtime } from '../platform/realtime.ts';
import { createRequestCounts, type RequestCounts } from '../platform/request-counts.ts';
import type { Viewer } from '../platform/viewer.ts';
import type { Platform } from './platform.ts';
import type { UpwardPorts } from './upward-ports.ts';

/** The platform's own services and the modules of rank 1. */
export interface Foundation extends Platform {
  version: string;
  metrics: Metrics;
  requestCounts: RequestCounts;
  rateLimiter: RateLimiter;
  jobs: Jobs;
  settings: OperatorSettings;
  mailer: Mailer;
  notify: Notify;
  idempotency: IdempotencyStore;
  realtime: Realtime;
  /** The member whose session cookie the request carries, or null. */
  authenticate(request: FastifyRequest): Promise<Viewer | null>;
  identity: IdentityService;
  credits: CreditsService;
  compliance: ComplianceService;
  media: MediaService;
}

const packageFile = join(import.meta.dirname, '../../../../package.json');

export function createFoundation(platform: Platform, ports: UpwardPorts): Foundation {
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };
  const { config, database, clock, logger } = platform;
  const { db } = database;
  const metrics = createMetrics();
  const rateLimiter = platform.rateLimiter ?? createRateLimiter();
  const jobs = createJobs();
  const notify = createNotify(jobs);
  const settings = createOperatorSettings(db, clock);
  const mailer = createMailer({
    ...{ config, db, clock, jobs },
    readerOf: async (on, address) => ({
      cover: await identity.covers.nameOfAddress(on, address),
      language: await identity.languages.ofAddress(on, address),
    }),
  });
  const identity = createIdentityService({
    ...{ config, database, clock, logger, jobs, mailer, notify, settings },
    findCurrentUser: ports.findCurrentUser,
    setHidden: ports.setProfileHidden,
    onEmailConfirmed: ports.emailConfirmed,
    onEmailChanged: ports.emailChanged,
    onSignUpConsents: (tx, accountId, given) => compliance.accountConsents.recordSignUp(tx, accountId, given),
    creditBalance: ports.creditBalance,
    passwordCost: platform.passwordCost,
  });
  const realtime = createRealtime({
    ...platform,
    metrics,
    rateLimiter,
    findSession: identity.findValidSession,
    useSession: identity.authenticateToken,
    watchAccess: identity.watchAccess,
    seen: ports.recordSeen,
    sendMessage: ports.sendMessage,
    topicRules: {
      discovery: 'everybody',
      content: { replayed: 'content.removed' },
      photos: { replayed: 'photo.removed' },
      platform: 'everybody',
      conversation: { allowed: ports.listThreadSubscribers },
      live: { allowed: ports.listShowSubscribers },
      creator: { allowed: ports.listCreatorSubscribers },
    },
    eventHandlers: {
      typing: ports.publishTyping,
      'call.signal': ports.relayCallSignal,
      'call.alive': ports.recordCallAlive,
    },
  });
  const credits = createCreditsService({ database, clock, logger, realtime, originOf: identity.originOf });
  const compliance = createComplianceService({
    ...{ db, clock, logger, notify, settings },
    personKeys: ports.listPersonKeys,
    onWithdrawn: ports.consentWithdrawn,
    listModerators: (on) => identity.listStaff(on, 'moderate_content'),
  });
  const media = createMediaService({
    config,
    db,
    databaseUrl: database.url,
    clock,
    logger,
    jobs,
    settings,
    onProgress: ({ id, ownerId }, progress) => realtime.toAccount(ownerId, 'media.updated', { id, progress }),
    onSettled({ id, ownerId }) {
      realtime.toAccount(ownerId, 'media.updated', { id });
      // The sweep of due items finds what fails here.
      ports.fileSettled(id).catch((error) => logger.error('an item still waits for its file', errorFields(error)));
    },
    onBlocked: ports.filesBlocked,
    mayView: ports.mayViewFile,
    previewMsOf: ports.previewMsOf,
    isEvidence: ports.isFlaggedFile,
    drawSample: platform.drawSample,
    fetcher: platform.fetcher,
  });
  return {
    ...platform,
    version,
    metrics,
    requestCounts: createRequestCounts(platform),
    rateLimiter,
    jobs,
    settings,
    mailer,
    notify,
    idempotency: createIdempotencyStore(database.pool),
    realtime,
    authenticate: identity.authenticate,
    identity,
    credits,
    compliance,
    media,
  };
}
