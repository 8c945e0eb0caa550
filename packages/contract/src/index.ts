import { activityOperations } from './activity.ts';
import { adminMoneyOperations } from './admin-money.ts';
import { ageVerificationOperations } from './age-verification.ts';
import { callsOperations } from './calls.ts';
import { contentOperations } from './content.ts';
import { creatorOperations } from './creator.ts';
import { creditsOperations } from './credits.ts';
import { discoveryOperations } from './discovery.ts';
import { disputesOperations } from './disputes.ts';
import { giftsOperations } from './gifts.ts';
import { identityOperations } from './identity.ts';
import { locationsOperations } from './locations.ts';
import { marketplaceOperations } from './marketplace.ts';
import { matchingOperations } from './matching.ts';
import { mediaOperations } from './media.ts';
import { messagingOperations } from './messaging.ts';
import { creatorMessagesOperations } from './messaging-creators.ts';
import { messagePaidOperations } from './messaging-paid.ts';
import { notificationsOperations } from './notifications.ts';
import { paymentsOperations } from './payments.ts';
import { nearbyOperations, peopleOperations, visibilityOperations } from './people.ts';
import { profilesOperations } from './profiles.ts';
import { reportsOperations } from './reports.ts';
import { requestsOperations } from './requests.ts';
import { socialOperations } from './social.ts';
import { subscriptionPricesOperations } from './subscription-prices.ts';
import { paidSubscriptionsOperations, subscriptionsOperations } from './subscriptions.ts';
import { systemOperations } from './system.ts';
import { tipsOperations } from './tips.ts';
import { vipOperations } from './vip.ts';

/** Every operation of the product, once. The server binds to it; the client, the document and the access matrix derive from it. */
export const operations = {
  ...systemOperations,
  ...identityOperations,
  ...ageVerificationOperations,
  ...profilesOperations,
  ...visibilityOperations,
  ...nearbyOperations,
  ...peopleOperations,
  ...discoveryOperations,
  ...matchingOperations,
  ...activityOperations,
  ...messagingOperations,
  ...messagePaidOperations,
  ...creatorMessagesOperations,
  ...mediaOperations,
  ...contentOperations,
  ...socialOperations,
  ...marketplaceOperations,
  ...giftsOperations,
  ...callsOperations,
  ...requestsOperations,
  ...disputesOperations,
  ...subscriptionsOperations,
  ...paidSubscriptionsOperations,
  ...subscriptionPricesOperations,
  ...tipsOperations,
  ...vipOperations,
  ...paymentsOperations,
  ...creditsOperations,
  ...creatorOperations,
  ...adminMoneyOperations,
  ...locationsOperations,
  ...reportsOperations,
  ...notificationsOperations,
} as const;

export type OperationName = keyof typeof operations;
