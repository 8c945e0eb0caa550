import { createCached } from './cached.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './database.ts';
import { works } from './health.ts';
import { requireRunningJobs } from './jobs.ts';
import type { OperatorSettings } from './operator-settings.ts';

export const statusParts = ['site', 'messages', 'calls', 'uploads', 'payments'] as const;
export type StatusPart = (typeof statusParts)[number];
/** `partly`: it works, later or with less than usual. `off`: the operator does not offer it now. */
export type PartStatus = 'works' | 'partly' | 'fails' | 'off';

export interface Status {
  at: Date;
  parts: Record<StatusPart, PartStatus>;
  /** The line of the operator above every screen; empty without one. */
  notice: string;
}

/** A page that anyone may open asks no more often than this. */
const maxAgeMs = 5_000;
/** A page that says what does not work must not wait for it. */
const limitMs = 1_500;

/** What members can do now, as this process sees it. Never fails: what cannot be asked does not work. */
export function createStatus(deps: {
  config: Pick<Config, 'paymentProvider' | 'turn' | 'directCalls'>;
  database: Database;
  clock: Clock;
  settings: Pick<OperatorSettings, 'recent'>;
  ledgerWorks(): Promise<unknown>;
  storageWorks(): Promise<unknown>;
  /** Whether events reach the other processes. */
  busWorks(): boolean;
  /** Whether payment providers answer. */
  providersWork(): boolean;
}): () => Promise<Status> {
  const { config, database, clock } = deps;
  return createCached({
    clock,
    maxAgeMs,
    async read() {
      const at = clock.now();
      const [site, ledger, storage, jobs, settings] = await Promise.all([
        works(() => database.pool.query('select 1'), limitMs),
        works(deps.ledgerWorks, limitMs),
        works(deps.storageWorks, limitMs),
        works(() => requireRunningJobs(database.db, at), limitMs),
        withLimit(deps.settings.recent()),
      ]);
      const parts: Status['parts'] = {
        site: site ? 'works' : 'fails',
        messages: !site ? 'fails' : deps.busWorks() ? 'works' : 'partly',
        calls:
          settings?.livesAndCallsStopped || !(config.turn || config.directCalls) ? 'off' : site ? 'works' : 'fails',
        uploads: !site || !storage ? 'fails' : jobs ? 'works' : 'partly',
        payments: !config.paymentProvider
          ? 'off'
          : !site || !ledger
            ? 'fails'
            : deps.providersWork()
              ? 'works'
              : 'partly',
      };
      return { at, parts, notice: settings?.notice ?? '' };
    },
  });
}

function withLimit<Value>(work: Promise<Value>): Promise<Value | null> {
  const { promise, resolve } = Promise.withResolvers<Value | null>();
  const limit = setTimeout(() => resolve(null), limitMs);
  work.then(resolve, () => resolve(null));
  return promise.finally(() => clearTimeout(limit));
}
