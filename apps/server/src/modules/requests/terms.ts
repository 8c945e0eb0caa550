import type { BodyOf } from '@vlam/contract/operation';
import type { RequestOffer, RequestTerms, requestTermsOperations } from '@vlam/contract/request-terms';
import type { requestsOperations } from '@vlam/contract/requests';
import { offeredPriceRange } from '@vlam/contract/rules/requests';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { requireShownCredits } from '../../platform/shown-price.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { say } from '../../platform/words.ts';
import { type ProfilesService, requireProfileId } from '../profiles/service.ts';
import type { SubscriptionsService } from '../subscriptions/service.ts';
import * as store from './terms-store.ts';

type Asked = Pick<
  BodyOf<typeof requestsOperations.createRequest>,
  'offerId' | 'offeredPrice' | 'contentType' | 'title' | 'deadline'
>;

/** Whom a creator takes requests from, from which price, and what they offer. */
export interface Terms {
  /** Throws `NOT_FOUND` unless the viewer may see a creator of that id. */
  getRequestTerms(viewer: Viewer, creatorId: string): Promise<RequestTerms & { mayRequest: boolean }>;
  ownRequestTerms(viewer: Viewer): Promise<RequestTerms>;
  /** Throws `CONFLICT` for an offer that is not on the caller's menu. */
  setRequestTerms(viewer: Viewer, wanted: BodyOf<typeof requestTermsOperations.setRequestTerms>): Promise<RequestTerms>;
  /** Throws `VIP_REQUIRED` unless the viewer may send this creator requests. */
  requireMayAsk(viewer: Viewer, creatorId: string): Promise<void>;
  /**
   * What a request takes from the creator's menu; null without an offer. Throws `VALIDATION_FAILED` under the creator's
   * minimum, `CONFLICT` for an offer that is gone or another one now, `PRICE_CHANGED` for its price.
   */
  readOffer(creatorId: string, asked: Asked): Promise<Pick<RequestOffer, 'delivers' | 'days'> | null>;
}

export interface TermsDependencies {
  database: Database;
  clock: Clock;
  profiles: Pick<ProfilesService, 'requireCreator'>;
  subscriptions: Pick<SubscriptionsService, 'listOpenTiers'>;
  /** Whether an account's membership includes requests. */
  mayRequestContent(accountId: string): Promise<boolean>;
}

const toOffer = ({ id, title, delivers, content_type, credits, days }: store.OfferRow): RequestOffer => ({
  ...{ id, title, delivers, credits, days },
  contentType: content_type as RequestOffer['contentType'],
});

export function createTerms(deps: TermsDependencies): Terms {
  const { clock } = deps;
  const { db } = deps.database;

  async function read(creatorId: string): Promise<RequestTerms> {
    const [terms, offers] = await Promise.all([store.findTerms(db, creatorId), store.listOffers(db, creatorId)]);
    return {
      openTo: (terms?.open_to ?? 'diamond') as RequestTerms['openTo'],
      minimum: terms?.minimum_credits ?? offeredPriceRange.min,
      offers: offers.map(toOffer),
    };
  }

  async function mayAsk(viewer: Viewer, creatorId: string, openTo: RequestTerms['openTo']): Promise<boolean> {
    if (creatorId === viewer.profileId) return false;
    if (await deps.mayRequestContent(viewer.accountId)) return true;
    if (openTo !== 'subscribers' || !viewer.profileId) return false;
    // Any tier: the creator says `subscribers`.
    return (await deps.subscriptions.listOpenTiers(viewer.profileId, [creatorId])).has(creatorId);
  }

  return {
    async getRequestTerms(viewer, creatorId) {
      await deps.profiles.requireCreator(viewer, creatorId);
      const terms = await read(creatorId);
      return { ...terms, mayRequest: await mayAsk(viewer, creatorId, terms.openTo) };
    },
    ownRequestTerms: (viewer) => read(requireProfileId(viewer)),
    async setRequestTerms(viewer, { openTo, minimum, offers }) {
      const profileId = requireProfileId(viewer);
      await db.transaction().execute(async (tx) => {
        await store.lockTerms(tx, profileId);
        const known = new Set((await store.listOffers(tx, profileId)).map(({ id }) => id));
        const kept = offers.flatMap(({ id }) => id ?? []);
        if (new Set(kept).size !== kept.length || kept.some((id) => !known.has(id)))
          throw new AppError('CONFLICT', { message: 'Your menu has changed. Look at it again' });
        const row = { profile_id: profileId, open_to: openTo, minimum_credits: minimum, updated_at: clock.now() };
        await store.putTerms(tx, row);
        await store.replaceOffers(
          tx,
          profileId,
          offers.map(({ id = newId(), title, delivers, contentType, credits, days }, position) => ({
            ...{ id, profile_id: profileId, position, title, delivers, credits, days },
            content_type: contentType,
          })),
        );
      });
      return read(profileId);
    },
    async requireMayAsk(viewer, creatorId) {
      const { openTo } = await read(creatorId);
      if (!(await mayAsk(viewer, creatorId, openTo))) throw new AppError('VIP_REQUIRED');
    },
    async readOffer(creatorId, { offerId, offeredPrice, contentType, title }) {
      const { minimum, offers } = await read(creatorId);
      if (offerId === undefined) {
        if (offeredPrice >= minimum) return null;
        throw new AppError('VALIDATION_FAILED', { message: say`This creator takes requests from ${minimum} credits` });
      }
      const offer = offers.find(({ id }) => id === offerId);
      if (!offer || offer.title !== title || offer.contentType !== contentType)
        throw new AppError('CONFLICT', { message: 'This offer has changed. Look at it again' });
      requireShownCredits(offeredPrice, offer.credits);
      return offer;
    },
  };
}
