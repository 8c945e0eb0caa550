import { subscriptionGiftsOperations } from '@vlam/contract/subscription-gifts';
import { subscriptionPricesOperations } from '@vlam/contract/subscription-prices';
import { subscriptionSalesOperations } from '@vlam/contract/subscription-sales';
import { subscriptionTermsOperations } from '@vlam/contract/subscription-terms';
import { subscriptionTiersOperations } from '@vlam/contract/subscription-tiers';
import { paidSubscriptionsOperations, subscriptionsOperations } from '@vlam/contract/subscriptions';
import { type BoundOperation, bind } from '../../platform/operation.ts';
import { inRand } from '../../platform/shown-price.ts';
import type { ComplianceService } from '../compliance/service.ts';
import type { SubscriptionsService } from './service.ts';

interface SubscriptionsRoutesDependencies {
  subscriptions: SubscriptionsService;
  compliance: Pick<ComplianceService, 'withStartNowConsent'>;
}

export const subscriptionsRoutes = ({
  subscriptions,
  compliance,
}: SubscriptionsRoutesDependencies): BoundOperation[] => [
  ...bind(subscriptionsOperations, {
    checkSubscription: async ({ viewer, params }) => ({ subscribed: await subscriptions.check(viewer, params.id) }),
  }),
  ...bind(paidSubscriptionsOperations, {
    subscribe: ({ viewer, body }) =>
      compliance.withStartNowConsent(
        { viewer, given: body.startNow, reference: body.creatorId, price: inRand(body.amount) },
        () => subscriptions.subscribe(viewer, body),
      ),
    listSubscriptions: ({ viewer }) => subscriptions.listOwn(viewer),
    stopSubscription: ({ viewer, params }) => subscriptions.stop(viewer, params.id),
    resumeSubscription: ({ viewer, params }) => subscriptions.resume(viewer, params.id),
  }),
  ...bind(subscriptionSalesOperations, {
    getSubscriptionSales: ({ viewer }) => subscriptions.getSales(viewer),
    stopSellingSubscriptions: ({ viewer }) => subscriptions.stopSelling(viewer),
    sellSubscriptionsAgain: ({ viewer }) => subscriptions.sellAgain(viewer),
  }),
  ...bind(subscriptionTermsOperations, {
    getSubscriptionTerms: ({ viewer, params, query }) => subscriptions.getTerms(viewer, params.id, query.code),
    startTrial: ({ viewer, body }) => subscriptions.startTrial(viewer, body),
    getOwnTerms: ({ viewer }) => subscriptions.getOwnTerms(viewer),
    setOwnTerms: ({ viewer, body }) => subscriptions.setOwnTerms(viewer, body),
    listOffers: ({ viewer }) => subscriptions.listOffers(viewer),
    createOffer: ({ viewer, body }) => subscriptions.createOffer(viewer, body),
    endOffer: ({ viewer, params }) => subscriptions.endOffer(viewer, params.id),
  }),
  ...bind(subscriptionTiersOperations, {
    listOwnTiers: ({ viewer }) => subscriptions.listOwnTiers(viewer),
    addTier: ({ viewer, body }) => subscriptions.addTier(viewer, body),
    updateTier: ({ viewer, params, body }) => subscriptions.updateTier(viewer, Number(params.tier), body),
    removeTier: ({ viewer, params }) => subscriptions.removeTier(viewer, Number(params.tier)),
    changeRenewal: ({ viewer, params, body }) => subscriptions.changeRenewal(viewer, params.id, body),
  }),
  ...bind(subscriptionGiftsOperations, {
    giveSubscription: ({ viewer, body, idempotencyKey }) =>
      subscriptions.giveSubscription(viewer, body, idempotencyKey),
    listSubscriptionGifts: ({ viewer }) => subscriptions.listSubscriptionGifts(viewer),
    acceptSubscriptionGift: ({ viewer, params }) => subscriptions.acceptSubscriptionGift(viewer, params.id),
    refuseSubscriptionGift: ({ viewer, params }) => subscriptions.refuseSubscriptionGift(viewer, params.id),
    withdrawSubscriptionGift: ({ viewer, params }) => subscriptions.withdrawSubscriptionGift(viewer, params.id),
  }),
  ...bind(subscriptionPricesOperations, {
    getPriceRequest: ({ viewer }) => subscriptions.getPriceRequest(viewer),
    askForNewPrice: ({ viewer, body }) => subscriptions.askForNewPrice(viewer, body),
    answerNewPrice: ({ viewer, params, body }) => subscriptions.answerNewPrice(viewer, params.id, body),
  }),
];
