import type { BodyOf } from '@vlam/contract/operation';
import type { CreatorTerms } from '@vlam/contract/subscription-terms';
import type { paidSubscriptionsOperations, SubscriptionView } from '@vlam/contract/subscriptions';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { type Jobs, type JobTask, jobKind, jobTask } from '../../platform/jobs.ts';
import { createLoader } from '../../platform/loader.ts';
import { createOneCharge, hasKnownOutcome } from '../../platform/one-charge.ts';
import type { PaymentsPort, Purpose, Wanted } from '../../platform/purpose.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ComplianceService } from '../compliance/service.ts';
import type { CreditsService } from '../credits/service.ts';
import { type ProfilesService, requireProfileId } from '../profiles/service.ts';
import { type ChangeRenewal, createChangeRenewal } from './choose-renewal.ts';
import { createSubscriptionGifts, type SubscriptionGiftsService } from './gifts.ts';
import { createSubscriptionMonths, type SubscriptionMonths } from './months.ts';
import { createOfferRules, type TrialOrigin } from './offer-rules.ts';
import { createSubscriptionOffers, type SubscriptionOffers } from './offers.ts';
import { listMoves, renewalOf } from './place.ts';
import { listOpenRequests } from './price-store.ts';
import { createSubscriptionPrices, type SubscriptionPrices } from './prices.ts';
import { addSubscribers, claimName, createSubscriptionPurpose } from './purchase.ts';
import { createSubscriptionRenewals, type RenewalDependencies, type SubscriptionRenewals } from './renew.ts';
import { renewalRowStore } from './renewal-store.ts';
import { createSubscriptionSales, requireSelling, type SubscriptionSalesService } from './sales.ts';
import * as store from './store.ts';
import { createTermNotices, type TermNotices } from './term-notice.ts';
import { createSubscriptionTerms, type SubscriptionTerms } from './terms.ts';
import { currentCents, listPrices } from './terms-store.ts';
import type { CountFromTier } from './tier-removal.ts';
import { createSubscriptionTiers, type SubscriptionTiers } from './tiers.ts';
import { listOpenTime, listTiers, tierNameOf } from './tiers-store.ts';
import { createSubscriptionTrials, type SubscriptionTrials } from './trials.ts';
import { isTrial, toSubscriptionView } from './view.ts';

export { countRunningSubscriptions, subscribedCreatorIds, subscriberIds } from './store.ts';
export { requireOwnTier } from './terms.ts';
export { listTierNames } from './tiers-store.ts';

export interface SubscriptionsService
  extends SubscriptionRenewals,
    SubscriptionSalesService,
    SubscriptionTerms,
    SubscriptionMonths,
    Pick<TermNotices, 'notifyEndingTerms'>,
    SubscriptionGiftsService,
    Omit<SubscriptionTiers, 'checkFirstPrice'>,
    Pick<SubscriptionOffers, 'listOffers' | 'createOffer' | 'endOffer'>,
    Pick<SubscriptionPrices, 'getPriceRequest' | 'askForNewPrice'> {
  /** As `SubscriptionOffers.getTerms`, with the tier that is open to the viewer, and what a higher one would do. */
  getTerms(viewer: Viewer, creatorId: string, code: string | undefined): Promise<CreatorTerms>;
  /** Whether a creator has more than one tier, closed ones included. */
  hasTiers(creatorId: string): Promise<boolean>;
  /** Throws `NOT_FOUND` unless the viewer may see a creator with this id. */
  check(viewer: Viewer, creatorId: string): Promise<boolean>;
  /** The viewer's current subscription to a creator, or null. */
  findRunning(viewer: Viewer, creatorId: string): Promise<SubscriptionView | null>;
  /** The tier that is open to this profile now, by creator; none of those it does not pay. */
  listOpenTiers(subscriberProfileId: string, creatorIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** The profiles among `others` with a current subscription to or from `one`, within the caller's transaction. */
  listRunningWith(on: Db, one: string, others: readonly string[]): Promise<string[]>;
  /** Number of a creator's current subscribers whose subscription began at `since` or later. */
  countNewSubscribers(creatorId: string, since: Date): Promise<number>;
  /** Profile ids of a creator's current subscribers of a tier and above, in order, after one of them. */
  listSubscribers(
    creatorId: string,
    wanted: { fromTier: number; after: string | null; limit: number },
  ): Promise<string[]>;
  /**
   * Charges the price of the tier with the saved method; idempotent while that tier or a higher one is open. Throws `NOT_FOUND`,
   * `SUBSCRIPTIONS_STOPPED`, `CONFLICT` for oneself, `PRICE_CHANGED`, and what the charge throws.
   */
  subscribe(viewer: Viewer, wanted: BodyOf<typeof paidSubscriptionsOperations.subscribe>): Promise<SubscriptionView>;
  /** As `SubscriptionTrials.startTrial`. */
  startTrial(...args: Parameters<SubscriptionTrials['startTrial']>): Promise<SubscriptionView>;
  /** The latest 200. */
  listOwn(viewer: Viewer): Promise<SubscriptionView[]>;
  /** Stops renewals; access continues until the end of the paid time. Throws `NOT_FOUND`. */
  stop(viewer: Viewer, id: string): Promise<SubscriptionView>;
  /** Throws `NOT_FOUND`, `SUBSCRIPTIONS_STOPPED`, and `CONFLICT` for an ended subscription. */
  resume(viewer: Viewer, id: string): Promise<SubscriptionView>;
  /** As `ChangeRenewal`. */
  changeRenewal(...args: Parameters<ChangeRenewal>): Promise<SubscriptionView>;
  /** Ends the open request; consents already given stay valid. Throws as `SubscriptionTiers.checkFirstPrice`. */
  onPriceChanged(tx: Db, creatorId: string, priceCents: number | null): Promise<void>;
  /** As `SubscriptionPrices.answerNewPrice`. */
  answerNewPrice(...args: Parameters<SubscriptionPrices['answerNewPrice']>): Promise<SubscriptionView>;
  purpose: Purpose;
  tasks: JobTask[];
}

const ownLimit = 200;
/** Time limit of one job run; the rest is left to the next, so that a stopping process does not wait for it. */
const runMs = 20_000;
/** The first month of an accepted gift is the creator's at once. */
const passOnKind = jobKind('subscriptions.pass-on');
const renewKind = jobKind('subscriptions.renew', { maxAttempts: 5 });

export function createSubscriptionsService(
  deps: RenewalDependencies & {
    jobs: Jobs;
    payments: PaymentsPort;
    compliance: Pick<ComplianceService, 'recordNewPrice'>;
    identity: RenewalDependencies['identity'] & { originOf(db: Db, accountId: string): Promise<TrialOrigin> };
    credits: Pick<CreditsService, 'transact' | 'postAll'>;
    profiles: Pick<
      ProfilesService,
      | 'requireCreator'
      | 'listVisibleCards'
      | 'cards'
      | 'lockPrice'
      | 'findSubscriptionsStopped'
      | 'setSubscriptionsStopped'
    >;
    /** Called in the transaction that pays for a new subscription. */
    onSubscribed(tx: Db, pairs: readonly store.SubscriptionPair[]): Promise<void>;
    countFromTier: CountFromTier;
  },
): SubscriptionsService {
  const { clock, profiles, payments, jobs } = deps;
  const { db } = deps.database;

  const renewals = createSubscriptionRenewals(deps);
  const prices = createSubscriptionPrices({ ...deps, db });
  const { endRenewals, salesTasks, ...sales } = createSubscriptionSales({ ...deps, db });
  const rules = createOfferRules(deps);
  const offers = createSubscriptionOffers({ ...deps, db, rules });
  const terms = createSubscriptionTerms({ ...deps, db });
  const { checkFirstPrice, ...tiers } = createSubscriptionTiers({ ...deps, db });
  const changeRenewal = createChangeRenewal({ ...deps, db });
  const trials = createSubscriptionTrials({ ...deps, rules, addSubscribers });
  const { notifyEndingTerms, termNoticeTasks } = createTermNotices(deps);
  const months = createSubscriptionMonths(deps);
  const gifts = createSubscriptionGifts({
    ...deps,
    db,
    onAccepted: async (tx) => void (await jobs.enqueue(tx, passOnKind, {}, { key: 'subscriptions.pass-on' })),
  });
  const charges = createOneCharge(db);

  const keyOf = (pair: store.SubscriptionPair) => `${pair.subscriberId} ${pair.creatorId}`;
  const listPaid = store.createListPaid(deps.database);
  const paid = createLoader<store.SubscriptionPair, number>({
    name: 'subscriptions.paid',
    keyOf,
    read: async (pairs) => new Map((await listPaid(pairs, clock.now())).map((pair) => [keyOf(pair), pair.tier])),
  });

  const listOpenTiers: SubscriptionsService['listOpenTiers'] = async (subscriberId, creatorIds) => {
    const found = await Promise.all(creatorIds.map((creatorId) => paid.find({ subscriberId, creatorId })));
    return new Map(
      creatorIds.flatMap((creatorId, index) => (found[index] ? [[creatorId, found[index]] as const] : [])),
    );
  };

  async function toViews(found: readonly store.SubscriptionRow[]): Promise<SubscriptionView[]> {
    const cards = await profiles.cards.list(found.map((row) => row.creator_id));
    const cardOf = new Map(cards.map((card) => [card.id, card]));
    const renewing = found.filter((row) => row.next_attempt_at).map(({ id }) => id);
    const requestOf = new Map((await listOpenRequests(db, renewing)).map((asked) => [asked.subscription_id, asked]));
    const prices = await listPrices(db, [...new Set(found.map((row) => row.creator_id))]);
    const now = clock.now();
    const ids = found.map(({ id }) => id);
    const openOf = new Map((await listOpenTime(db, ids, now)).map((open) => [open.id, open]));
    return found.flatMap((row) => {
      const card = cardOf.get(row.creator_id);
      if (!card) return [];
      const { creator_id: creatorId, tier, term_months: months } = row;
      return toSubscriptionView(row, card, {
        asked: requestOf.get(row.id),
        currentCents:
          card.priceCents === null
            ? null
            : currentCents(prices, { creatorId, tier, months, priceCents: card.priceCents }),
        open: openOf.get(row.id),
        tiers: prices.tiers.filter(({ creator_id, number }) => creator_id === creatorId && number > 1),
        nameOf: (number) => tierNameOf(prices.tiers, { creatorId, tier: number }),
        now,
      });
    });
  }

  async function toView(row: store.SubscriptionRow): Promise<SubscriptionView> {
    const [view] = await toViews([row]);
    if (!view) throw new AppError('NOT_FOUND');
    return view;
  }

  /** After a declined renewal the member may pay now, except while the job charges for the same period. */
  async function chargeUnlessRenewing(
    viewer: Viewer,
    pair: store.SubscriptionPair,
    { key, ...bought }: Pick<Wanted, 'amount' | 'tier' | 'months' | 'code'> & { key: string },
  ): Promise<void> {
    const row = await store.findByPair(db, pair);
    const renewing = row?.next_attempt_at ? row : null;
    if (renewing && !(await renewalRowStore.claim(db, renewing.id, clock.now())))
      throw new AppError('CONFLICT', { message: 'Your renewal is being paid at this moment' });
    try {
      await payments.chargeSaved(viewer, { purpose: 'subscription', reference: pair.creatorId, ...bought, key });
    } catch (error) {
      // Without a known outcome the claim stays until it expires, so that the job does not charge too.
      if (renewing && hasKnownOutcome(error)) await renewalRowStore.release(db, renewing.id);
      throw error;
    }
  }

  /** Updates the viewer's own subscription under its lock; null from `decide` leaves it unchanged. */
  async function updateLocked(
    viewer: Viewer,
    id: string,
    decide: (row: store.SubscriptionRow, tx: Db) => Promise<{ renewal: store.Renewal | null } | null>,
  ): Promise<SubscriptionView> {
    const { profileId } = viewer;
    if (!profileId) throw new AppError('NOT_FOUND');
    const row = await deps.credits.transact(async (tx) => {
      const own = await store.lockOwn(tx, profileId, id);
      if (!own) throw new AppError('NOT_FOUND');
      const changed = await decide(own, tx);
      return changed ? store.setRenewal(tx, own.id, changed.renewal) : own;
    });
    return toView(row);
  }

  return {
    ...renewals,
    ...sales,
    ...terms,
    ...months,
    ...gifts,
    ...tiers,
    async getTerms(viewer, creatorId, code) {
      const terms = await offers.getTerms(viewer, creatorId, code);
      const { profileId } = viewer;
      const ownTier = profileId ? ((await listOpenTiers(profileId, [creatorId])).get(creatorId) ?? null) : null;
      const row = profileId && ownTier ? await store.findByPair(db, { subscriberId: profileId, creatorId }) : undefined;
      const higher = terms.tiers.flatMap(({ tier }) => (tier > (ownTier ?? 0) ? tier : []));
      const moves = row ? await listMoves(db, row, higher, clock.now()) : [];
      return { ...terms, ownTier: ownTier as CreatorTerms['ownTier'], moves };
    },
    listOffers: offers.listOffers,
    createOffer: offers.createOffer,
    endOffer: offers.endOffer,
    startTrial: async (...args) => toView(await trials.startTrial(...args)),
    purpose: createSubscriptionPurpose({ ...deps, db, offers }),
    hasTiers: async (creatorId) => (await listTiers(db, [creatorId])).some(({ number }) => number > 1),
    async check(viewer, creatorId) {
      await profiles.requireCreator(viewer, creatorId);
      // Any tier: what each opens is asked where it is opened.
      return viewer.profileId !== null && (await listOpenTiers(viewer.profileId, [creatorId])).has(creatorId);
    },
    async findRunning({ profileId }, creatorId) {
      const row = profileId ? await store.findByPair(db, { subscriberId: profileId, creatorId }) : undefined;
      return row && row.paid_until > clock.now() ? toView(row) : null;
    },
    listOpenTiers,
    listRunningWith: (on, one, others) => store.listRunningWith(on, { one, others, now: clock.now() }),
    countNewSubscribers: (creatorId, since) => store.countNew(db, { creatorId, since, now: clock.now() }),
    listSubscribers: (creatorId, wanted) => store.listSubscribers(db, { creatorId, ...wanted, now: clock.now() }),
    async subscribe(viewer, { creatorId, amount, tier = 1, months, code }) {
      const creator = await profiles.requireCreator(viewer, creatorId);
      const pair = { subscriberId: requireProfileId(viewer), creatorId };
      if (creatorId === pair.subscriberId)
        throw new AppError('CONFLICT', { message: 'You cannot subscribe to yourself' });
      const running = async () => {
        const row = await store.findByPair(db, pair);
        // A free trial goes on as a paid subscription, and a lower tier as a higher one.
        if (!row || row.paid_until <= clock.now() || isTrial(row)) return null;
        const [open] = await listOpenTime(db, [row.id], clock.now());
        return open && open.tier >= tier ? row : null;
      };
      const known = await running();
      if (known) return toView(known);
      requireSelling(creator);
      const row = await charges.once(claimName(pair, tier), {
        findOwned: running,
        charge: (key) => chargeUnlessRenewing(viewer, pair, { amount, tier, months, code, key }),
      });
      return toView(row);
    },
    listOwn: async ({ profileId }) => (profileId ? toViews(await store.listOwn(db, profileId, ownLimit)) : []),
    stop: (viewer, id) => updateLocked(viewer, id, async (row) => (row.next_attempt_at ? { renewal: null } : null)),
    resume: (viewer, id) =>
      updateLocked(viewer, id, async (row, tx) => {
        requireSelling(await profiles.cards.find(row.creator_id));
        if (row.next_attempt_at) return null;
        if (isTrial(row))
          throw new AppError('CONFLICT', { message: 'A free trial does not renew. Subscribe to go on after it' });
        if (row.paid_until <= clock.now())
          throw new AppError('CONFLICT', { message: 'This subscription is over. Subscribe again to go on' });
        return { renewal: await renewalOf(tx, row, { tier: row.tier, now: clock.now() }) };
      }),

    getPriceRequest: prices.getPriceRequest,
    askForNewPrice: prices.askForNewPrice,
    answerNewPrice: async (...args) => toView(await prices.answerNewPrice(...args)),
    changeRenewal: async (...args) => toView(await changeRenewal(...args)),
    async onPriceChanged(tx, creatorId, priceCents) {
      await checkFirstPrice(tx, creatorId, priceCents);
      await prices.onPriceChanged(tx, creatorId);
    },
    notifyEndingTerms,

    tasks: [
      ...prices.tasks,
      ...salesTasks,
      ...termNoticeTasks,
      jobTask(passOnKind, async () => void (await months.passOnMonths())),
      jobTask(
        renewKind,
        async () => {
          await endRenewals();
          const { more } = await renewals.renewDue({ milliseconds: runMs });
          await renewals.processEnded();
          await months.passOnMonths();
          await gifts.returnGifts();
          await offers.releaseOffers();
          if (more) await jobs.enqueue(db, renewKind, {}, { key: 'subscriptions.renew' });
        },
        { cron: '*/10 * * * *' },
      ),
    ],
  };
}
