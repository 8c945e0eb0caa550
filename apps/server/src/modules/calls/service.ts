import type { CallView, callsOperations } from '@vlam/contract/calls';
import { startCallWording } from '@vlam/contract/content';
import type { BodyOf, ResponseOf } from '@vlam/contract/operation';
import {
  callMinuteMs,
  maxFreeCallsPerHour,
  maxUnansweredCalls,
  unansweredCallsWindowMs,
} from '@vlam/contract/rules/calls';
import { afterCommit, transact } from '../../platform/after-commit.ts';
import type { Config } from '../../platform/config.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { type OperatorSettings, requireNoStop } from '../../platform/operator-settings.ts';
import type { RateLimiter } from '../../platform/rate-limit.ts';
import type { Realtime } from '../../platform/realtime.ts';
import { inCredits, requireShownCredits } from '../../platform/shown-price.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ComplianceService } from '../compliance/service.ts';
import { type ProfilesService, requireProfileId } from '../profiles/service.ts';
import { earnedIn } from './earned.ts';
import { createHistory, type History } from './history.ts';
import { createLifecycle, type Lifecycle, type LifecycleDependencies } from './lifecycle.ts';
import { createPartners, hereSince, type Partners } from './partners.ts';
import { ringsUntil, stateOf } from './policy.ts';
import { costOf, presentCall } from './present.ts';
import { createRelay, takesCalls } from './relay.ts';
import { type CallScheduler, createCallScheduler } from './scheduler.ts';
import { addStars, findPartner, recordAcceptedCall } from './settings-store.ts';
import { createSignalling, movedToOtherTab, type Signalling } from './signalling.ts';
import * as store from './store.ts';

export interface CallsService extends Partners, Signalling, CallScheduler, History {
  /**
   * Rings a creator. Throws `NOT_FOUND` when the viewer may not see them, `CONFLICT` (with a `reason`) for a creator
   * who takes no calls now or is in one, and for a caller whose calls failed too often or were not accepted by this
   * creator, `PRICE_CHANGED`, `INSUFFICIENT_CREDITS` below the price of a minute, `UNAVAILABLE` during the emergency stop.
   */
  start(viewer: Viewer, body: BodyOf<typeof callsOperations.startCall>): Promise<CallView>;
  /** Whether there was a call between two profiles. */
  hasCallWith(one: string, other: string): Promise<boolean>;
  accept(viewer: Viewer, id: string): Promise<CallView>;
  decline(viewer: Viewer, id: string): Promise<CallView>;
  /** Moves an accepted call to this tab of the viewer's. Throws `NOT_FOUND`. */
  join(viewer: Viewer, id: string, tabId: string): Promise<CallView>;
  /** Hangs up; with a `tabId` only while that tab takes part, or `CONFLICT`. */
  end(viewer: Viewer, id: string, tabId?: string): Promise<CallView>;
  current(viewer: Viewer): Promise<CallView | null>;
  iceServers(viewer: Viewer): Promise<ResponseOf<typeof callsOperations.callIceServers>>;
  rate(viewer: Viewer, id: string, stars: number): Promise<CallView>;
  receipt(viewer: Viewer, id: string): Promise<ResponseOf<typeof callsOperations.callReceipt>>;
  addTipOrGift: Lifecycle['addTipOrGift'];
  /** The other side of a call, for its two members. Throws `NOT_FOUND`. */
  otherParty(viewer: Viewer, id: string): Promise<string>;
}

export interface CallsDependencies extends LifecycleDependencies {
  config: Pick<Config, 'turn' | 'directCalls' | 'keys'>;
  settings: OperatorSettings;
  rateLimiter: RateLimiter;
  realtime: Realtime;
  compliance: Pick<ComplianceService, 'recordStartNow'>;
  profiles: ProfilesService;
  /** Throws `SPENDING_LIMIT_REACHED` during a cool-off of the member. */
  requireMayBuy(accountId: string): Promise<void>;
  /** Whether a member muted the other. */
  hasMuted(profileId: string, otherId: string): Promise<boolean>;
}

const hourMs = 3_600_000;

const refuse = (reason: string, message: string) => new AppError('CONFLICT', { message, details: { reason } });

/** Video calls between a member and a creator, charged by started minutes of the server's clock. */
export function createCallsService(deps: CallsDependencies): CallsService {
  const { clock, config, profiles, realtime } = deps;
  const { db } = deps.database;
  const lifecycle = createLifecycle(deps);
  const relay = createRelay(config);
  const signalling = createSignalling({ ...deps, lifecycle });

  const present = (row: store.CallRow, viewer: Viewer) =>
    presentCall(deps, row, requireProfileId(viewer), { now: clock.now(), relayed: config.turn !== null });

  /** Ends a call between two members who may no longer see each other. */
  const endUnavailable = (id: string) => lifecycle.finish(id, clock.now(), () => ({ ending: 'unavailable' }));

  async function requireMine(viewer: Viewer, id: string): Promise<store.CallRow> {
    const row = viewer.profileId ? await store.findOwn(db, id, viewer.profileId) : undefined;
    if (!row) throw new AppError('NOT_FOUND');
    return row;
  }

  async function ring(viewer: Viewer, ownId: string, partnerId: string, rate: number): Promise<store.CallRow> {
    const at = clock.now();
    // Rings only at the caller, who cannot tell the difference.
    const silent = await deps.hasMuted(partnerId, ownId);
    return transact(db, async (tx) => {
      const row = await store.insertCall(tx, {
        id: newId(at.getTime()),
        caller_account_id: viewer.accountId,
        caller_id: ownId,
        partner_id: partnerId,
        credits_per_minute: rate,
        minute_ms: callMinuteMs,
        created_at: at,
        silent,
      });
      const lines = await store.takeLines(tx, row.id, silent ? [ownId] : [ownId, partnerId]);
      if (!lines.includes(ownId)) throw refuse('in-call', 'You are in a call already');
      // Counted under the caller's lock, so two concurrent calls are both counted.
      const since = new Date(at.getTime() - unansweredCallsWindowMs);
      if ((await store.countUnanswered(tx, { callerId: ownId, partnerId, since })) >= maxUnansweredCalls)
        throw refuse('unanswered', 'They did not take your last calls. Please try again in ten minutes');
      if (silent ? await store.hasLine(tx, partnerId) : !lines.includes(partnerId))
        throw refuse('busy', 'They are in another call. Please try again in a moment');
      if (!silent)
        afterCommit(tx, () => realtime.toProfile(partnerId, 'call.ringing', { callId: row.id, profileId: ownId }));
      return row;
    });
  }

  return {
    ...createPartners(deps),
    ...createHistory(deps),
    ...signalling,
    ...createCallScheduler({ ...deps, lifecycle }),
    addTipOrGift: lifecycle.addTipOrGift,
    hasCallWith: (one, other) => store.hasCallWith(db, one, other),

    async start(viewer, { profileId, creditsPerMinute, startNow }) {
      const ownId = requireProfileId(viewer);
      await requireNoStop(deps.settings);
      if (ownId === profileId) throw new AppError('VALIDATION_FAILED', { message: 'You cannot call yourself' });
      const [partner] = await Promise.all([
        profiles.requireCreator(viewer, profileId),
        deps.requireMayBuy(viewer.accountId),
      ]);
      const terms = await findPartner(db, { profileId, viewerId: ownId, since: hereSince(clock.now()) });
      if (!terms?.is_here || !takesCalls(config))
        throw refuse('unavailable', `${partner.displayName} is not taking calls right now`);
      const rate = terms.credits_per_minute;
      requireShownCredits(creditsPerMinute, rate);
      const { balance } = await deps.credits.balance(viewer.accountId);
      if (balance < rate) throw new AppError('INSUFFICIENT_CREDITS', { details: { price: rate, balance } });
      // Each call shows a creator for some seconds; one that fails so often is abuse or a broken network.
      if ((await store.countWithoutCost(db, ownId, new Date(clock.now().getTime() - hourMs))) >= maxFreeCallsPerHour)
        throw refuse('unconnected', 'Your last calls did not connect. Please try again in an hour');
      const row = await ring(viewer, ownId, profileId, rate);
      if (startNow) await deps.compliance.recordStartNow(viewer.accountId, row.id, inCredits(rate), startCallWording);
      return present(row, viewer);
    },

    async accept(viewer, id) {
      const { partner_id: partnerId, caller_id: callerId } = await requireMine(viewer, id);
      if (partnerId !== viewer.profileId) throw new AppError('CONFLICT');
      await requireNoStop(deps.settings);
      const row = await transact(db, async (tx) => {
        const now = clock.now();
        const found = await store.lockCall(tx, id);
        if (!found) throw new AppError('NOT_FOUND');
        if (!(await store.canSeeEachOther(tx, found))) return null;
        if (found.accepted_at && !found.ended_at) return found;
        if (found.silent || found.ended_at || ringsUntil(found) <= now) throw refuse('over', 'This call is over');
        await recordAcceptedCall(tx, partnerId, now.getTime() - found.created_at.getTime());
        afterCommit(tx, () => {
          for (const side of [callerId, partnerId]) realtime.toProfile(side, 'call.accepted', { callId: id });
        });
        return store.updateCall(tx, id, { accepted_at: now, caller_seen_at: now, partner_seen_at: now });
      });
      if (row) return present(row, viewer);
      await endUnavailable(id);
      throw new AppError('NOT_FOUND');
    },

    async decline(viewer, id) {
      const { partner_id: partnerId } = await requireMine(viewer, id);
      if (partnerId !== viewer.profileId) throw new AppError('CONFLICT');
      const declined = (row: store.CallRow) => {
        if (row.accepted_at) throw new AppError('CONFLICT');
        return { ending: 'declined' } as const;
      };
      return present(await lifecycle.finish(id, clock.now(), declined), viewer);
    },

    async join(viewer, id, tabId) {
      const { caller_id: callerId, partner_id: partnerId } = await requireMine(viewer, id);
      if (!(await store.canSeeEachOther(db, { caller_id: callerId, partner_id: partnerId }))) {
        await endUnavailable(id);
        throw new AppError('NOT_FOUND');
      }
      const profileId = requireProfileId(viewer);
      const row = await store.setActiveTab(db, { id, profileId, tabId });
      if (!row) throw new AppError('NOT_FOUND');
      realtime.toProfile(profileId, 'call.taken-over', { callId: id, tabId });
      return present(row, viewer);
    },

    async end(viewer, id, tabId) {
      const { caller_id: callerId } = await requireMine(viewer, id);
      const byCaller = callerId === viewer.profileId;
      const ended = await lifecycle.finish(id, clock.now(), (row) => {
        const own = byCaller ? row.caller_tab_id : row.partner_tab_id;
        if (tabId !== undefined && own !== null && own !== tabId) throw movedToOtherTab();
        return { ending: row.accepted_at ? 'hung_up' : byCaller ? 'cancelled' : 'declined', byCaller };
      });
      return present(ended, viewer);
    },

    async current(viewer) {
      const row = viewer.profileId ? await store.findCurrent(db, viewer.profileId) : undefined;
      if (!row) return null;
      if (await store.canSeeEachOther(db, row)) return present(row, viewer);
      await endUnavailable(row.id);
      return null;
    },

    async iceServers(viewer) {
      const row = viewer.profileId ? await store.findCurrent(db, viewer.profileId) : undefined;
      if (!row) throw new AppError('NOT_FOUND');
      return relay(row.id, requireProfileId(viewer), clock.now());
    },

    async rate(viewer, id, stars) {
      const { caller_id: callerId } = await requireMine(viewer, id);
      if (callerId !== viewer.profileId) throw new AppError('CONFLICT');
      const row = await transact(db, async (tx) => {
        const found = await store.lockCall(tx, id);
        if (!found || stateOf(found) !== 'ended' || found.minutes === found.returned)
          throw refuse('not-rateable', 'Only a call that took place can be rated');
        await addStars(tx, found.partner_id, stars, found.stars);
        return store.updateCall(tx, id, { stars });
      });
      return present(row, viewer);
    },

    async receipt(viewer, id) {
      const row = await requireMine(viewer, id);
      const [minutes, { tipsAndGifts, given, shares }] = await Promise.all([
        store.listMinutes(db, id),
        earnedIn(deps, row),
      ]);
      const isPartner = row.partner_id === viewer.profileId;
      return {
        call: await present(row, viewer),
        minutes: minutes.map((minute) => ({
          minute: minute.minute,
          startedAt: minute.started_at.toISOString(),
          credits: minute.credits,
          returned: minute.returned,
        })),
        tipsAndGifts: tipsAndGifts.map(({ kind, gift_id: giftId, credits, given_at: at }) => ({
          kind: kind as 'tip' | 'gift',
          giftId,
          credits,
          givenAt: at.toISOString(),
        })),
        charged: row.minutes * row.credits_per_minute,
        returned: row.returned * row.credits_per_minute,
        given,
        paid: costOf(row) + given,
        creatorShare: isPartner ? shares.creator : null,
        platformShare: isPartner ? shares.platform : null,
        creatorHeld: isPartner ? shares.held : 0,
      };
    },

    async otherParty(viewer, id) {
      const row = await requireMine(viewer, id);
      return row.caller_id === viewer.profileId ? row.partner_id : row.caller_id;
    },
  };
}
