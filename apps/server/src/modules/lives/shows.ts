import type { livesOperations } from '@vlam/contract/lives';
import type { BodyOf } from '@vlam/contract/operation';
import {
  defaultTicketCredits,
  type LiveEnding,
  liveIngestPath,
  liveInterruptedMs,
  livePlanAheadMs,
  livePlanEarlyMs,
  mostPlannedShows,
} from '@vlam/contract/rules/lives';
import { afterCommit } from '../../platform/after-commit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId, newToken } from '../../platform/ids.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { type OperatorSettings, requireNoStop } from '../../platform/operator-settings.ts';
import { violatesUnique } from '../../platform/postgres-errors.ts';
import type { Realtime } from '../../platform/realtime.ts';
import { hashToken } from '../../platform/session-cookie.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { say } from '../../platform/words.ts';
import type { ComplianceService } from '../compliance/service.ts';
import type { CreditsService } from '../credits/service.ts';
import { type ProfilesService, requireProfileId } from '../profiles/service.ts';
import { requireOwnTier } from '../subscriptions/service.ts';
import * as plans from './plan-store.ts';
import { type PrivateOutcome, privateOutcome, replayUntil, returnedTickets } from './policy.ts';
import { removeReplay } from './replay-store.ts';
import * as store from './store.ts';
import { returnKind } from './tickets.ts';

type StartBody = BodyOf<(typeof livesOperations)['startLive']>;
type PlanBody = BodyOf<(typeof livesOperations)['planLive']>;

export interface IngestAccess {
  id: string;
  ingestUrl: string;
  ingestKey: string;
}

export interface PrivateShow {
  requestId: string;
  requesterId: string;
  creatorId: string;
  title: string;
  plannedFor: Date;
}

/** In the transaction that ends a private show. */
export type OnPrivateEnded = (tx: Db, ended: { requestId: string; outcome: PrivateOutcome }) => Promise<void>;

export interface Shows {
  /** Throws `FORBIDDEN` for a creator who waits for review, `CONFLICT` while another show is under way. */
  start(viewer: Viewer, body: StartBody): Promise<IngestAccess>;
  /** Returns the id. Throws as `start`; `CONFLICT` with three planned shows. */
  plan(viewer: Viewer, body: PlanBody): Promise<string>;
  /** Begins a planned show. Throws `NOT_FOUND` unless own, `CONFLICT` when it is too early, begun or over, and as `start`. */
  begin(viewer: Viewer, id: string): Promise<IngestAccess>;
  /** Plans a show for one member, within the transaction that accepts the request. Returns its id. */
  planPrivate(tx: Db, show: PrivateShow): Promise<string>;
  /** Throws `FORBIDDEN` for a creator who waits for review. */
  requireChecked(creatorId: string): Promise<void>;
  /** A new key; the one before is no longer valid. Throws `NOT_FOUND` unless own, `CONFLICT` when over or planned. */
  openIngest(viewer: Viewer, id: string): Promise<IngestAccess>;
  /**
   * Ends a show, at most once; queues the return of its tickets where they go back. A stop of a show that is over removes
   * its replay, and throws `CONFLICT` without one.
   */
  finish(
    id: string,
    end: {
      ending: LiveEnding;
      stop?: { by: Viewer; reason: string };
      /** Only if no picture has arrived since. */
      silentSince?: Date;
    },
  ): Promise<void>;
}

export const runningSince = { withinMs: liveInterruptedMs };

const accessTo = (id: string, ingestKey: string): IngestAccess => ({
  id,
  ingestUrl: `${liveIngestPath}${id}`,
  ingestKey,
});

export function createShows(deps: {
  clock: Clock;
  jobs: Jobs;
  credits: Pick<CreditsService, 'transact'>;
  settings: OperatorSettings;
  compliance: Pick<ComplianceService, 'recordDecision'>;
  profiles: Pick<ProfilesService, 'findAccountId' | 'publishesAtOnce'>;
  realtime: Pick<Realtime, 'toTopic'>;
  onPrivateEnded: OnPrivateEnded;
  /** After the commit that ended a show. */
  onEnded(id: string): Promise<void>;
}): Shows {
  const { clock, jobs, credits, realtime } = deps;

  const recordStop = async (
    tx: Db,
    live: Pick<store.LiveRow, 'id' | 'creator_id' | 'title'>,
    { by, ...action }: { by: Viewer; reason: string; action: string },
  ) =>
    deps.compliance.recordDecision(
      tx,
      { ...action, actorId: by.accountId, targetType: 'live', targetId: live.id },
      {
        accountId: (await deps.profiles.findAccountId(tx, live.creator_id)) ?? null,
        action: 'show_stopped',
        subject: live.title,
      },
    );

  async function requireChecked(creatorId: string): Promise<void> {
    if (!(await deps.profiles.publishesAtOnce(creatorId)))
      throw new AppError('FORBIDDEN', { message: 'Your profile has to be checked before your first show' });
  }

  /** The row of a show by this creator. */
  async function prepare(viewer: Viewer, body: StartBody, at: Date) {
    await requireNoStop(deps.settings);
    const { title, category, audience, fromTier = 1, ticketCredits, classification, goal, replay } = body;
    const creatorId = requireProfileId(viewer);
    if (audience !== 'tickets' && ticketCredits !== undefined) {
      const message = 'Only a show with tickets has a price';
      throw new AppError('VALIDATION_FAILED', { message, details: { fields: { ticketCredits: message } } });
    }
    if (audience !== 'tickets' && replay === 'holders') {
      const message = 'Only a show with tickets has a replay for their holders';
      throw new AppError('VALIDATION_FAILED', { message, details: { fields: { replay: message } } });
    }
    await requireChecked(creatorId);
    return {
      id: newId(at.getTime()),
      creator_id: creatorId,
      title,
      category,
      audience,
      from_tier: fromTier,
      ticket_credits: audience === 'tickets' ? (ticketCredits ?? defaultTicketCredits) : null,
      classification,
      goal_title: goal?.title ?? null,
      goal_credits: goal?.credits ?? null,
      replay: replay ?? (audience === 'tickets' ? 'holders' : 'none'),
      started_at: at,
    };
  }

  /** Runs what makes a show the creator's show under way. */
  async function alone(creatorId: string, work: (tx: Db, at: Date) => Promise<unknown>): Promise<void> {
    const at = clock.now();
    try {
      await credits.transact(async (tx) => {
        await store.endSamples(tx, creatorId, at);
        await work(tx, at);
      });
    } catch (error) {
      if (!violatesUnique(error, 'lives_under_way')) throw error;
      throw new AppError('CONFLICT', { message: 'You have a show under way. End it first' });
    }
  }

  return {
    async start(viewer, body) {
      const row = await prepare(viewer, body, clock.now());
      const key = newToken();
      await alone(row.creator_id, async (tx) => {
        await requireOwnTier(tx, row.creator_id, body.fromTier);
        await tx
          .insertInto('lives')
          .values({ ...row, ingest_hash: hashToken(key) })
          .execute();
      });
      return accessTo(row.id, key);
    },

    async plan(viewer, { startsAt, ...body }) {
      const at = clock.now();
      const plannedFor = new Date(startsAt);
      const ahead = plannedFor.getTime() - at.getTime();
      if (ahead < livePlanAheadMs.least || ahead > livePlanAheadMs.most) {
        const message = 'Choose a time from ten minutes to six days from now';
        throw new AppError('VALIDATION_FAILED', { message, details: { fields: { startsAt: message } } });
      }
      const row = { ...(await prepare(viewer, body, at)), is_planned: true, planned_for: plannedFor };
      await credits.transact(async (tx) => {
        await requireOwnTier(tx, row.creator_id, body.fromTier);
        if (!(await plans.insertPlanned(tx, row, mostPlannedShows)))
          throw new AppError('CONFLICT', {
            message: say`You have ${mostPlannedShows} planned shows. Call one off first`,
          });
      });
      return row.id;
    },

    requireChecked,
    async planPrivate(tx, { requestId, requesterId, creatorId, title, plannedFor }) {
      const at = clock.now();
      const id = newId(at.getTime());
      const asked = { request_id: requestId, requester_id: requesterId, audience: 'private', replay: 'holders' };
      const planned = { is_planned: true, planned_for: plannedFor, started_at: at };
      const row = { ...asked, ...planned, id, creator_id: creatorId, title, category: 'other' };
      await tx.insertInto('lives').values(row).execute();
      return id;
    },

    async begin(viewer, id) {
      const creatorId = requireProfileId(viewer);
      const key = newToken();
      await requireNoStop(deps.settings);
      await requireChecked(creatorId);
      await alone(creatorId, async (tx, at) => {
        const live = await store.lockLive(tx, id, 'update');
        if (!live || live.creator_id !== creatorId || !live.planned_for) throw new AppError('NOT_FOUND');
        if (live.ended_at) throw new AppError('CONFLICT', { message: 'This show is over' });
        if (!live.is_planned) throw new AppError('CONFLICT', { message: 'This show has begun' });
        if (at.getTime() < live.planned_for.getTime() - livePlanEarlyMs)
          throw new AppError('CONFLICT', { message: 'It can begin fifteen minutes before its time' });
        await plans.begin(tx, id, { ingestHash: hashToken(key), at });
      });
      return accessTo(id, key);
    },

    async openIngest(viewer, id) {
      const key = newToken();
      return credits.transact(async (tx) => {
        const live = await store.lockLive(tx, id, 'update');
        if (!live || live.sample || live.creator_id !== viewer.profileId) throw new AppError('NOT_FOUND');
        if (live.ended_at) throw new AppError('CONFLICT', { message: 'This show is over' });
        if (live.is_planned) throw new AppError('CONFLICT', { message: 'This show has not begun' });
        await tx
          .updateTable('lives')
          .set({ ingest_hash: hashToken(key) })
          .where('id', '=', id)
          .execute();
        return accessTo(id, key);
      });
    },

    finish: (id, { ending, stop, silentSince }) =>
      credits.transact(async (tx) => {
        const live = await store.lockLive(tx, id, 'update');
        if (!live || live.sample) throw new AppError('NOT_FOUND');
        const now = clock.now();
        if (live.ended_at) {
          if (!stop) return;
          if (!live.replay_until || live.replay_until <= now)
            throw new AppError('CONFLICT', { message: 'This show is over' });
          await removeReplay(tx, id);
          await recordStop(tx, live, { ...stop, action: 'live.replay_removed' });
          return;
        }
        if (silentSince && (live.last_part_at ?? live.started_at) >= silentSince) return;
        await tx
          .updateTable('lives')
          .set({
            replay_until: replayUntil({ ...live, ending }, now),
            ended_at: now < live.started_at ? live.started_at : now,
            ending,
            ingest_hash: null,
            stopped_by: stop?.by.accountId ?? null,
            stop_reason: stop?.reason ?? null,
          })
          .where('id', '=', id)
          .execute();
        if (stop) await recordStop(tx, live, { ...stop, action: 'live.stopped' });
        if (live.request_id) {
          const outcome = privateOutcome({ ...live, ending });
          await deps.onPrivateEnded(tx, { requestId: live.request_id, outcome });
        }
        const returned = live.audience === 'tickets' ? returnedTickets({ ...live, ending }) : 'none';
        if (returned !== 'none') {
          const since = returned === 'all' ? {} : { since: returned.since.toISOString() };
          await jobs.enqueue(tx, returnKind, { liveId: id, accountId: null, ...since }, { key: `live-over:${id}` });
        }
        afterCommit(tx, () => {
          realtime.toTopic(`live:${id}`, 'live.ended', { liveId: id, ending });
          return deps.onEnded(id);
        });
      }),
  };
}
