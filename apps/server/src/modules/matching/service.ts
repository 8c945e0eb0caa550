import type { Match, MatchPreferences, matchingOperations } from '@vlam/contract/matching';
import type { ResponseOf } from '@vlam/contract/operation';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { type Jobs, type JobTask, jobKind, jobTask } from '../../platform/jobs.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ComplianceService } from '../compliance/service.ts';
import type { DiscoveryService } from '../discovery/service.ts';
import type { MessagingService } from '../messaging/service.ts';
import { type ProfilesService, requireProfileId } from '../profiles/service.ts';
import { createAnalytics } from './analytics.ts';
import { createCandidates, toCandidate } from './candidates.ts';
import { createCompute, createFindSeeker, weightsOf } from './compute.ts';
import { interestMask } from './masks.ts';
import { defaultPreferences, toPreferences, toPreferencesRow } from './policy.ts';
import { createPool } from './pool.ts';
import { rankPool } from './rank.ts';
import * as store from './store.ts';
import { type Scored, toMatchView } from './view.ts';

type Matches = ResponseOf<typeof matchingOperations.matches>;
type Analytics = ResponseOf<typeof matchingOperations.matchAnalytics>;

export interface MatchingService {
  getPreferences(viewer: Viewer): Promise<MatchPreferences>;
  /**
   * Stores the preferences and recomputes; opting out removes the member from everyone's matches at once. Throws
   * `VALIDATION_FAILED`.
   */
  setPreferences(viewer: Viewer, preferences: MatchPreferences): Promise<MatchPreferences>;
  /** Stored matches the viewer may see, best first; starts a run when there are none or they are old. */
  listMatches(viewer: Viewer): Promise<Matches>;
  getAnalytics(viewer: Viewer): Promise<Analytics>;
  /** How well a person fits the viewer's criteria; null where either excludes the other or opted out. */
  matchWith(viewer: Viewer, profileId: string): Promise<Match | null>;
  /** Deletes interests, lifestyle and goals, and turns matching off. */
  forgetSpecial(tx: Db, profileId: string): Promise<void>;
  tasks: JobTask[];
}

export interface MatchingDependencies {
  database: Database;
  clock: Clock;
  jobs: Jobs;
  compliance: Pick<ComplianceService, 'accountConsents'>;
  profiles: Pick<ProfilesService, 'listVisibleCards' | 'listVisibleBios'>;
  discovery: Pick<
    DiscoveryService,
    'listFindable' | 'findFindable' | 'kilometres' | 'flameFigures' | 'originOf' | 'cardsOf'
  >;
  messaging: Pick<MessagingService, 'responseRatesOf'>;
}

const computeKind = jobKind<{ profileId: string; whole: boolean }>('matching.compute', { maxAttempts: 4 });
/** Matches older than this are recomputed when they are read. */
const maxAgeMs = 15 * 60_000;

export function createMatchingService(deps: MatchingDependencies): MatchingService {
  const { clock, jobs, profiles, discovery } = deps;
  const { db } = deps.database;

  async function findSeekerProfile(profileId: string) {
    const [origin, [own]] = await Promise.all([
      discovery.originOf({ profileId }),
      profiles.listVisibleCards(profileId, [profileId]),
    ]);
    return origin && own?.age ? { cell: origin.cell, age: own.age, lookingFor: own.lookingFor } : null;
  }

  const candidates = createCandidates({ db, clock, listFindable: discovery.listFindable });
  const findSeeker = createFindSeeker({
    database: deps.database,
    clock,
    findSeekerProfile,
    kilometres: discovery.kilometres,
  });
  const compute = createCompute({
    database: deps.database,
    clock,
    candidates,
    findSeeker,
    filterVisible: async (profileId, ids) =>
      new Set((await profiles.listVisibleCards(profileId, ids)).map((card) => card.id)),
  });

  async function requestRun(profileId: string, whole: boolean): Promise<void> {
    await db.transaction().execute(async (tx) => {
      await store.upsertRunRequest(tx, profileId, clock.now());
      await jobs.enqueue(tx, computeKind, { profileId, whole }, { key: `matching:${profileId}:${whole}` });
    });
  }

  async function preferencesOf(profileId: string) {
    return (await store.findPreferences(db, profileId)) ?? toPreferencesRow(profileId, defaultPreferences, clock.now());
  }

  async function present(viewer: Viewer, profileId: string, rows: readonly Scored[]): Promise<Match[]> {
    const ids = rows.map((row) => row.id);
    const [own, profile, cards, bios, preferences, responseRates] = await Promise.all([
      preferencesOf(profileId),
      findSeekerProfile(profileId),
      discovery.cardsOf(viewer, ids),
      profiles.listVisibleBios(profileId, ids),
      store.listPreferences(db, ids),
      deps.messaging.responseRatesOf(ids),
    ]);
    const ownPreferences = { ...own, interests: own.interests || interestMask.encode(profile?.lookingFor ?? []) };
    return rows.flatMap((row) => {
      const person = cards.get(row.id);
      if (!person) return [];
      const theirs = preferences.get(row.id);
      return toMatchView(row, {
        person,
        bio: bios.get(row.id) ?? '',
        own: ownPreferences,
        theirs: {
          interests: (theirs?.interests ?? 0) | interestMask.encode(person.lookingFor),
          lifestyle: theirs?.lifestyle ?? 0,
          goals: theirs?.goals ?? 0,
        },
        weights: weightsOf(own),
        responseRate: responseRates.get(row.id) ?? null,
      });
    });
  }

  const presentStored = async (viewer: Viewer, profileId: string): Promise<Match[]> => {
    const rows = await store.listResults(db, profileId);
    return present(
      viewer,
      profileId,
      rows.map(({ other_id, ...row }) => ({ ...row, id: other_id })),
    );
  };

  return {
    async getPreferences(viewer) {
      return toPreferences(await preferencesOf(requireProfileId(viewer)));
    },
    async setPreferences(viewer, preferences) {
      const profileId = requireProfileId(viewer);
      if (preferences.ageRange.min > preferences.ageRange.max)
        throw new AppError('VALIDATION_FAILED', {
          message: 'The youngest age must not be above the oldest',
          details: { fields: { ageRange: 'The youngest age must not be above the oldest' } },
        });
      await db.transaction().execute(async (tx) => {
        if (preferences.interests.length + preferences.relationshipGoals.length > 0)
          await deps.compliance.accountConsents.requireSpecial(tx, viewer.accountId);
        await store.upsertPreferences(tx, toPreferencesRow(profileId, preferences, clock.now()));
        if (!preferences.enabled) await store.deleteMatchesOf(tx, profileId);
      });
      if (preferences.enabled) await requestRun(profileId, true);
      return preferences;
    },
    async listMatches(viewer) {
      const profileId = requireProfileId(viewer);
      const preferences = await preferencesOf(profileId);
      if (!preferences.enabled) return { analysing: false, computedAt: null, considered: 0, items: [] };
      const run = await store.findRun(db, profileId);
      const analysing = !run?.computed_at || run.asked_at > run.computed_at;
      if (!run) await requestRun(profileId, true);
      else if (!analysing && run.computed_at && clock.now().getTime() - run.computed_at.getTime() > maxAgeMs)
        await jobs.enqueue(db, computeKind, { profileId, whole: false }, { key: `matching:${profileId}:false` });
      return {
        analysing,
        computedAt: run?.computed_at?.toISOString() ?? null,
        considered: run?.considered ?? 0,
        items: run ? await presentStored(viewer, profileId) : [],
      };
    },
    getAnalytics: createAnalytics({ flameFigures: discovery.flameFigures, listMatches: presentStored }),
    async matchWith(viewer, profileId) {
      const own = viewer.profileId;
      if (own === null || own === profileId) return null;
      const [seeker, person, preferences] = await Promise.all([
        findSeeker(own),
        discovery.findFindable(profileId),
        store.findPreferences(db, profileId),
      ]);
      if (!seeker || !person || preferences?.enabled === false) return null;
      const pool = createPool();
      pool.put(toCandidate(person, preferences));
      const [match] = await present(viewer, own, rankPool(pool, seeker, 1));
      return match ?? null;
    },
    async forgetSpecial(tx, profileId) {
      const before = (await store.findPreferences(tx, profileId)) ?? (await preferencesOf(profileId));
      const empty = { ...toPreferences(before), enabled: false, interests: [], lifestyle: [], relationshipGoals: [] };
      await store.upsertPreferences(tx, toPreferencesRow(profileId, empty, clock.now()));
      await store.deleteMatchesOf(tx, profileId);
    },
    tasks: [jobTask(computeKind, ({ profileId, whole }) => compute(profileId, whole))],
  };
}
