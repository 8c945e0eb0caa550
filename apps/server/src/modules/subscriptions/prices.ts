import type { BodyOf, ResponseOf } from '@vlam/contract/operation';
import { priceRequestDays, type subscriptionPricesOperations } from '@vlam/contract/subscription-prices';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { type Jobs, type JobTask, jobKind, jobTask } from '../../platform/jobs.ts';
import type { Mailer } from '../../platform/mailer.ts';
import type { Notify } from '../../platform/notices.ts';
import type { RenewalMailDependencies } from '../../platform/renewal-mail.ts';
import { requireShownRand } from '../../platform/shown-price.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ComplianceService } from '../compliance/service.ts';
import type { CreditsService } from '../credits/service.ts';
import { type ProfilesService, requireProfileId } from '../profiles/service.ts';
import { newPriceMail } from './price-mail.ts';
import * as prices from './price-store.ts';
import * as store from './store.ts';
import { lockTiers } from './tiers-store.ts';

type PriceRequestView = ResponseOf<typeof subscriptionPricesOperations.getPriceRequest>;

export interface SubscriptionPrices {
  /** Effect of the creator's price on current subscribers. */
  getPriceRequest(viewer: Viewer): Promise<PriceRequestView>;
  /**
   * Asks the subscribers who pay less to move to the current price; idempotent per price. Throws
   * `PRICE_CHANGED`, and `CONFLICT` when no one pays less or the last request is too recent.
   */
  askForNewPrice(
    viewer: Viewer,
    body: BodyOf<typeof subscriptionPricesOperations.askForNewPrice>,
  ): Promise<PriceRequestView>;
  /**
   * Stores the answer of the viewer's own subscription; it can be changed until the new price was charged. Throws
   * `NOT_FOUND` without a request, `PRICE_CHANGED`, and `CONFLICT` for a subscription that does not renew.
   */
  answerNewPrice(
    viewer: Viewer,
    id: string,
    body: BodyOf<typeof subscriptionPricesOperations.answerNewPrice>,
  ): Promise<store.SubscriptionRow>;
  /** Ends the open request; consents already given stay valid. */
  onPriceChanged(tx: Db, creatorId: string): Promise<void>;
  tasks: JobTask[];
}

const dayMs = 86_400_000;
const noticeBatchSize = 100;
const notifyKind = jobKind<{ requestId: string }>('subscriptions.new-price');

export function createSubscriptionPrices(deps: {
  config: Pick<Config, 'publicUrl'>;
  db: Db;
  clock: Clock;
  jobs: Jobs;
  mailer: Pick<Mailer, 'queue'>;
  notify: Notify;
  identity: RenewalMailDependencies['identity'];
  compliance: Pick<ComplianceService, 'recordNewPrice'>;
  credits: Pick<CreditsService, 'transact'>;
  profiles: Pick<ProfilesService, 'cards' | 'lockPrice' | 'findSubscriptionsStopped'>;
}): SubscriptionPrices {
  const { config, db, clock, jobs, profiles } = deps;
  const { transact } = deps.credits;

  async function requirePrice(tx: Db, creatorId: string): Promise<number> {
    const priceCents = await profiles.lockPrice(tx, creatorId);
    if (priceCents === null) throw new AppError('NOT_FOUND');
    return priceCents;
  }

  const canAskAt = (last: prices.PriceRequestRow | undefined): Date | null => {
    const at = last && new Date(last.asked_at.getTime() + priceRequestDays * dayMs);
    return at && at > clock.now() ? at : null;
  };

  async function toView(on: Db, creatorId: string, priceCents: number): Promise<PriceRequestView> {
    const last = await prices.findLastRequest(on, creatorId);
    const open = last && !last.ended_at ? last : null;
    return {
      amount: priceCents / 100,
      amountCents: priceCents,
      payingLess: await prices.countPayingLess(on, creatorId, priceCents),
      canAskAt: canAskAt(last)?.toISOString() ?? null,
      request: open && {
        id: open.id,
        askedAt: open.asked_at.toISOString(),
        ...(await prices.countAnswers(on, open.id)),
      },
    };
  }

  /** Notifies one batch of subscribers; returns its size. */
  const notifyBatch = (requestId: string): Promise<number> =>
    transact(async (tx) => {
      const claimed = await prices.claimPendingNotices(tx, requestId, clock.now(), noticeBatchSize);
      const current = claimed.filter(({ isCurrent }) => isCurrent);
      const cards = await profiles.cards.list(current.map((row) => row.subscriber_id));
      const accountOf = new Map(cards.map((card) => [card.id, card.accountId]));
      for (const row of current) {
        const accountId = accountOf.get(row.subscriber_id);
        if (!accountId) continue;
        const { email, holdsEmail } = await deps.identity.getAccount(tx, accountId);
        const link = `${config.publicUrl}/settings/payments?subscription=${row.subscription_id}`;
        const { old_price_cents: oldCents, price_cents: newCents, term_months: months } = row;
        if (holdsEmail) await deps.mailer.queue(tx, newPriceMail(email, link, { oldCents, newCents, months }));
      }
      await deps.notify(
        tx,
        ...current.map((row) => ({
          kind: 'subscription_price' as const,
          to: { profileId: row.subscriber_id },
          key: `subscription_price:${requestId}:${row.subscription_id}`,
          actorId: row.creator_id,
          targetId: row.subscription_id,
          amount: { value: Math.floor(row.price_cents / row.term_months), currency: 'cents' as const },
        })),
      );
      return claimed.length;
    });

  return {
    async getPriceRequest(viewer) {
      const creatorId = requireProfileId(viewer);
      const [card] = await profiles.cards.list([creatorId]);
      if (card?.priceCents == null) throw new AppError('NOT_FOUND');
      return toView(db, creatorId, card.priceCents);
    },

    async askForNewPrice(viewer, { amount }) {
      const creatorId = requireProfileId(viewer);
      return transact(async (tx) => {
        const priceCents = await requirePrice(tx, creatorId);
        await lockTiers(tx, creatorId);
        // Read under the lock of the price: a stop is either seen here or ends this request. On this connection, because
        // as many calls as the pool has connections would wait for one more.
        if (await profiles.findSubscriptionsStopped(tx, creatorId)) throw new AppError('SUBSCRIPTIONS_STOPPED');
        requireShownRand(amount, priceCents);
        const last = await prices.findLastRequest(tx, creatorId);
        if (last && !last.ended_at) return toView(tx, creatorId, priceCents);
        if (canAskAt(last))
          throw new AppError('CONFLICT', { message: 'You asked not long ago. Please wait before you ask again' });
        const at = clock.now();
        const id = newId(at.getTime());
        const asked = await prices.insertRequest(tx, { id, creatorId, priceCents, at });
        const view = await toView(tx, creatorId, priceCents);
        if (asked > 0) await jobs.enqueue(tx, notifyKind, { requestId: id });
        else if (!view.request) throw new AppError('CONFLICT', { message: 'Nobody pays less than your price' });
        return view;
      });
    },

    answerNewPrice: (viewer, id, { amount, agree }) =>
      transact(async (tx) => {
        const own = viewer.profileId ? await store.lockOwn(tx, viewer.profileId, id) : undefined;
        if (!own) throw new AppError('NOT_FOUND');
        const asked = await prices.lockOpenRequest(tx, id);
        if (!asked) throw new AppError('NOT_FOUND', { message: 'This price is no longer asked of you' });
        requireShownRand(amount, asked.price_cents);
        const answer = agree ? 'agreed' : 'kept';
        if (asked.answer === answer) return own;
        if (!own.next_attempt_at)
          throw new AppError('CONFLICT', { message: 'This subscription does not renew, so its price stays' });
        if (own.price_cents >= asked.price_cents)
          throw new AppError('CONFLICT', { message: 'You pay this price already' });
        await prices.setAnswer(tx, asked, {
          answer,
          agreedCents: agree ? asked.price_cents : null,
          at: clock.now(),
        });
        if (agree) {
          const price = { amount: asked.price_cents, currency: 'cents' as const };
          await deps.compliance.recordNewPrice(tx, { accountId: viewer.accountId, reference: id, price });
        }
        return { ...own, agreed_price_cents: agree ? asked.price_cents : null };
      }),

    onPriceChanged: (tx, creatorId) => prices.endRequest(tx, creatorId, clock.now()),

    tasks: [
      jobTask(notifyKind, async ({ requestId }) => {
        while ((await notifyBatch(requestId)) === noticeBatchSize);
      }),
    ],
  };
}
