import type { LiveCategory, LiveDetails, LiveMessage, LiveView, livesOperations } from '@vlam/contract/lives';
import type { BodyOf } from '@vlam/contract/operation';
import { liveReplaysListed, plannedShowsListed } from '@vlam/contract/rules/lives';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import { coalesce } from '../../platform/coalesce.ts';
import type { Config } from '../../platform/config.ts';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Jobs, JobTask } from '../../platform/jobs.ts';
import { createLane } from '../../platform/lane.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Notify } from '../../platform/notices.ts';
import type { OperatorSettings } from '../../platform/operator-settings.ts';
import type { RateLimiter } from '../../platform/rate-limit.ts';
import type { Realtime } from '../../platform/realtime.ts';
import type { ValidSession } from '../../platform/realtime-handshake.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ComplianceService } from '../compliance/service.ts';
import type { CreditsService } from '../credits/service.ts';
import type { MediaService } from '../media/service.ts';
import { type ProfilesService, requireProfileId } from '../profiles/service.ts';
import { listTierNames, type SubscriptionsService } from '../subscriptions/service.ts';
import { createAccess, liveViewerOf, type Seen } from './access.ts';
import { createLiveAddresses } from './addresses.ts';
import { createChat, type LiveGift } from './chat.ts';
import { createDelivery } from './deliveries/from-config.ts';
import { createDirect, type Direct } from './direct.ts';
import { createIngest, type Ingest } from './ingest.ts';
import { findOwnFigures } from './money-store.ts';
import { deleteReminder, insertReminder, listPlanned } from './plan-store.ts';
import { toLiveDetails, toLiveView } from './present.ts';
import { listReplays, removeReplay } from './replay-store.ts';
import { createLiveScheduler, type LiveScheduler } from './scheduler.ts';
import { createShows, type IngestAccess, type OnPrivateEnded, runningSince, type Shows } from './shows.ts';
import { startNoticeKind, startNoticeTask } from './start-notice.ts';
import * as store from './store.ts';
import { createStreamFiles } from './stream-files.ts';
import { registerStreams } from './stream-routes.ts';
import { createStreams } from './streams.ts';
import { createTickets } from './tickets.ts';

export type { PrivateOutcome } from './policy.ts';
export type { PrivateShow } from './shows.ts';

type Operations = typeof livesOperations;

export interface LiveLists {
  items: LiveView[];
  planned: LiveView[];
  replays: LiveView[];
  running: number;
  samples: number;
}

export interface LivesService
  extends LiveScheduler,
    Pick<Shows, 'openIngest' | 'begin' | 'planPrivate' | 'requireChecked'> {
  /** Shows under way that a visitor may see; in a demo its sample shows too. */
  countLive(): Promise<number>;
  list(viewer: Viewer, category: LiveCategory | null): Promise<LiveLists>;
  /** Throws `NOT_FOUND` alike for unknown shows and those of creators the viewer may not see. */
  get(viewer: Viewer, id: string): Promise<LiveDetails>;
  /** The viewer's own show under way, or null. */
  findOwn(viewer: Viewer): Promise<LiveDetails | null>;
  start(viewer: Viewer, body: BodyOf<Operations['startLive']>): Promise<IngestAccess>;
  plan(viewer: Viewer, body: BodyOf<Operations['planLive']>): Promise<LiveDetails>;
  /** Idempotent. Throws `NOT_FOUND`, and `CONFLICT` for an own show or one that has begun. */
  remind(viewer: Viewer, id: string, isWanted: boolean): Promise<LiveDetails>;
  /** Throws `NOT_FOUND` unless own. */
  end(viewer: Viewer, id: string): Promise<LiveDetails>;
  /** Idempotent. Throws `NOT_FOUND` unless own. */
  deleteReplay(viewer: Viewer, id: string): Promise<void>;
  /** Ends a replay within the caller's transaction. */
  closeReplay(tx: Db, id: string): Promise<void>;
  /** As `Shows.finish`, or removes the replay. Throws `FORBIDDEN` for an own show. */
  stop(viewer: Viewer, id: string, reason: string): Promise<LiveDetails>;
  /** As `Tickets.buy`. */
  buyTicket(viewer: Viewer, id: string, price: number): Promise<{ balance: number; live: LiveDetails }>;
  /** As `Chat.tip`. */
  tip(
    viewer: Viewer,
    id: string,
    tip: { credits: number; key: string | null },
  ): Promise<{ balance: number; live: LiveDetails }>;
  /** Adds a gift to the show in the paying transaction, as `Chat.give`. Throws `NOT_FOUND`. */
  giftTo(viewer: Viewer, id: string): Promise<(tx: Db, gift: LiveGift) => Promise<void>>;
  listMessages(viewer: Viewer, id: string, after: string | null): Promise<LiveMessage[]>;
  sendMessage(viewer: Viewer, id: string, text: string): Promise<LiveMessage>;
  remove(viewer: Viewer, id: string, profileId: string): Promise<void>;
  /** Profile id of the creator; throws `NOT_FOUND`. */
  creatorOf(viewer: Viewer, id: string): Promise<string>;
  /** The accounts, of these viewers, that may receive events of the show. */
  listSubscribers(id: string, viewers: readonly Viewer[]): Promise<ReadonlySet<string>>;
  registerStreams(app: FastifyInstance): void;
  ingest: Ingest;
  direct: Direct;
  tasks: JobTask[];
}

export interface LivesDependencies {
  config: Config;
  database: Database;
  clock: Clock;
  logger: Logger;
  jobs: Jobs;
  notify: Notify;
  settings: OperatorSettings;
  realtime: Pick<Realtime, 'toTopic'>;
  rateLimiter: RateLimiter;
  credits: Pick<CreditsService, 'transact' | 'postAll' | 'move' | 'balance' | 'findVisibleEarnings'>;
  compliance: Pick<ComplianceService, 'recordAction' | 'recordDecision'>;
  media: Pick<MediaService, 'storage'>;
  profiles: Pick<
    ProfilesService,
    'cards' | 'findAccountId' | 'listVisibleCards' | 'publishesAtOnce' | 'isRestrictedBy'
  >;
  subscriptions: Pick<SubscriptionsService, 'listOpenTiers'>;
  authenticate(request: FastifyRequest): Promise<Viewer | null>;
  findSession(token: string): Promise<ValidSession | null>;
  /** Throws `SPENDING_LIMIT_REACHED` while the member has paused buying. */
  requireMayBuy(accountId: string): Promise<void>;
  onPrivateEnded: OnPrivateEnded;
}

const listLimit = 60;
const changedMs = 400;
/** A player's request counts a viewer as watching for a while, so not every one is written. */
const watchedEveryMs = 5_000;

/** Shows that a creator broadcasts to many. */
export function createLivesService(deps: LivesDependencies): LivesService {
  const { config, clock, logger, credits, profiles } = deps;
  const { db } = deps.database;
  const parts = { ...deps, db };
  const { storage } = deps.media;
  const access = createAccess(parts);
  const tickets = createTickets(parts);
  const shows = createShows({ ...parts, onEnded: (id) => direct.end(id) });
  const streams = createStreams({
    ...parts,
    storage,
    transact: credits.transact,
    onFirstPicture: (tx, liveId) =>
      deps.jobs.enqueue(tx, startNoticeKind, { liveId }, { key: `live-start-notice:${liveId}` }),
  });
  const scheduler = createLiveScheduler({ ...parts, storage, shows, tickets });
  const publishSoon = coalesce<string>(changedMs, () => {
    scheduler.publishFigures().catch(() => logger.warn('figures of shows were not published'));
  });
  const chat = createChat({ ...parts, onChanged: publishSoon });
  const addresses = createLiveAddresses(config.keys, clock);
  const files = createStreamFiles({ db, storage, streams });

  const watched = new Map<string, number>();
  const watchers = createLane<store.Watcher, true>({
    name: 'lives.watchers',
    limit: 500,
    async call(batch) {
      const distinct = new Map(batch.map((watcher) => [`${watcher.liveId} ${watcher.accountId}`, watcher]));
      await store.recordWatchers(db, [...distinct.values()], clock.now());
      return batch.map(() => true as const);
    },
  });
  function onWatched(liveId: string, accountId: string): void {
    const key = `${liveId} ${accountId}`;
    const now = clock.now().getTime();
    if (now - (watched.get(key) ?? 0) < watchedEveryMs) return;
    if (watched.size > 50_000) watched.clear();
    watched.set(key, now);
    watchers.send({ liveId, accountId }).catch(() => logger.warn('a viewer of a show was not counted'));
  }

  const direct = createDirect({ ...parts, access, delivery: createDelivery(parts), onWatched });

  async function present(viewer: Viewer, seen: Seen): Promise<LiveDetails> {
    const creatorId = seen.row.creator_id;
    // The viewer may know this show, so its creator's card too: read as the creator's own.
    const [card] = await profiles.listVisibleCards(creatorId, [creatorId]);
    if (!card) throw new AppError('NOT_FOUND');
    const own = { credits, isDirect: direct.isDirect, findOwnFigures: (liveId: string) => findOwnFigures(db, liveId) };
    const nameOf = await listTierNames(db, [{ creatorId: seen.row.creator_id, tier: seen.row.from_tier }]);
    return toLiveDetails(own, viewer, seen, { card, nameOf, now: clock.now() });
  }
  const get = async (viewer: Viewer, id: string) => present(viewer, await access.get(viewer, id));

  async function requireOwn(viewer: Viewer, id: string): Promise<Seen> {
    const seen = await access.get(viewer, id);
    if (!seen.isOwn || seen.row.sample) throw new AppError('NOT_FOUND');
    return seen;
  }
  async function paid(viewer: Viewer, id: string) {
    access.forget(viewer, id);
    const [live, { balance }] = await Promise.all([get(viewer, id), credits.balance(viewer.accountId)]);
    return { balance, live };
  }

  const ingest = createIngest({ ...parts, streams });

  return {
    ...scheduler,
    openIngest: shows.openIngest,
    start: shows.start,
    begin: shows.begin,
    planPrivate: shows.planPrivate,
    requireChecked: shows.requireChecked,
    closeReplay: async (tx, id) => void (await removeReplay(tx, id)),
    get,
    ingest,
    direct,
    tasks: [tickets.task, startNoticeTask(parts)],
    registerStreams: (app) => registerStreams(app, { ...deps, access, addresses, files, onWatched }),

    async countLive() {
      const { running, samples } = await store.countShows(db, null, { now: clock.now(), ...runningSince });
      return running + samples;
    },

    async list(viewer, category) {
      const now = clock.now();
      const page = { now, ...runningSince, category, limit: listLimit };
      const liveViewer = liveViewerOf(viewer);
      const [running, ahead, over, counts] = await Promise.all([
        store.listSeen(db, liveViewer, page),
        listPlanned(db, liveViewer, { now, limit: plannedShowsListed }),
        listReplays(db, liveViewer, { now, limit: liveReplaysListed }),
        store.countShows(db, viewer.profileId, { now, ...runningSince }),
      ]);
      const rows = [...running, ...ahead, ...over];
      const [cards, tiers, nameOf] = await Promise.all([
        profiles.listVisibleCards(viewer.profileId, [...new Set(rows.map(({ creator_id }) => creator_id))]),
        access.tiersOf(viewer, rows),
        listTierNames(
          db,
          rows.map((row) => ({ creatorId: row.creator_id, tier: row.from_tier })),
        ),
      ]);
      const cardOf = new Map(cards.map((card) => [card.id, card]));
      const present = (row: store.SeenLiveRow) => {
        const card = cardOf.get(row.creator_id);
        return card ? [toLiveView(access.judge(viewer, row, tiers), { card, nameOf, now })] : [];
      };
      const replays = over.flatMap(present).filter(({ replay }) => replay !== null);
      return { items: running.flatMap(present), planned: ahead.flatMap(present), replays, ...counts };
    },

    plan: async (viewer, body) => get(viewer, await shows.plan(viewer, body)),

    async remind(viewer, id, isWanted) {
      const { row, isOwn } = await access.get(viewer, id);
      if (isOwn) throw new AppError('CONFLICT', { message: 'This show is your own' });
      if (!row.is_planned || row.ended_at) throw new AppError('CONFLICT', { message: 'This show has begun' });
      await (isWanted ? insertReminder : deleteReminder)(db, id, requireProfileId(viewer));
      return get(viewer, id);
    },

    async findOwn(viewer) {
      const row = viewer.profileId ? await store.findUnderWay(db, viewer.profileId) : undefined;
      return row ? get(viewer, row.id) : null;
    },

    async end(viewer, id) {
      await requireOwn(viewer, id);
      await shows.finish(id, { ending: 'ended' });
      return get(viewer, id);
    },

    async deleteReplay(viewer, id) {
      await requireOwn(viewer, id);
      await removeReplay(db, id);
    },

    async stop(viewer, id, reason) {
      const { isOwn } = await access.get(viewer, id);
      if (isOwn) throw new AppError('FORBIDDEN', { message: 'Other staff must stop a show of yours' });
      await shows.finish(id, { ending: 'stopped', stop: { by: viewer, reason } });
      return get(viewer, id);
    },

    async buyTicket(viewer, id, price) {
      const [seen] = await Promise.all([access.get(viewer, id), deps.requireMayBuy(viewer.accountId)]);
      await tickets.buy(viewer, seen, price);
      return paid(viewer, id);
    },

    async tip(viewer, id, { credits: amount, key }) {
      const [seen] = await Promise.all([access.get(viewer, id), deps.requireMayBuy(viewer.accountId)]);
      await chat.tip(viewer, seen, { credits: amount, key: key ?? newId() });
      return paid(viewer, id);
    },

    async giftTo(viewer, id) {
      const seen = await access.get(viewer, id);
      return (tx, gift) => chat.give(tx, seen, gift);
    },

    listMessages: async (viewer, id, after) => chat.list(viewer, await access.get(viewer, id), after),
    sendMessage: async (viewer, id, text) => chat.sendMessage(viewer, await access.get(viewer, id), text),
    remove: async (viewer, id, profileId) => chat.remove(await requireOwn(viewer, id), profileId),
    creatorOf: async (viewer, id) => (await access.get(viewer, id)).row.creator_id,

    async listSubscribers(id, viewers) {
      const seen = await Promise.all(viewers.map((viewer) => access.recent(viewer, id).seen));
      return new Set(viewers.flatMap(({ accountId }, index) => (seen[index]?.canWatch ? [accountId] : [])));
    },
  };
}
