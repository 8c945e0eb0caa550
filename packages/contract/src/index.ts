import { administrationOperations } from './administration.ts';
import { ageVerificationOperations } from './age-verification.ts';
import { callsOperations } from './calls.ts';
import { contentOperations } from './content.ts';
import { creditsOperations } from './credits.ts';
import { discoveryOperations } from './discovery.ts';
import { activityOperations } from './discovery-activity.ts';
import { nearbyOperations, peopleOperations } from './discovery-people.ts';
import { giftsOperations } from './gifts.ts';
import { identityOperations } from './identity.ts';
import { locationsOperations } from './locations.ts';
import { marketplaceOperations } from './marketplace.ts';
import { matchingOperations } from './matching.ts';
import { mediaOperations } from './media.ts';
import { messagingOperations } from './messaging.ts';
import { creatorMessagesOperations } from './messaging-creators.ts';
import { messagePaidOperations } from './messaging-paid.ts';
import { moderationOperations } from './moderation.ts';
import { notificationsOperations } from './notifications.ts';
import { paymentsOperations } from './payments.ts';
import { payoutsOperations } from './payouts.ts';
import { profilesOperations } from './profiles.ts';
import { privacyOperations } from './profiles-privacy.ts';
import { disputesOperations } from './request-disputes.ts';
import { requestsOperations } from './requests.ts';
import { socialOperations } from './social.ts';
import { tipsOperations } from './social-tips.ts';
import { subscriptionPricesOperations } from './subscription-prices.ts';
import { paidSubscriptionsOperations, subscriptionsOperations } from './subscriptions.ts';
import { systemOperations } from './system.ts';
import { vipOperations } from './vip.ts';

/** Every operation. The server binds to it; client, OpenAPI document and access matrix derive from it. */
export const operations = {
  ...systemOperations,
  ...identityOperations,
  ...ageVerificationOperations,
  ...profilesOperations,
  ...privacyOperations,
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
  ...payoutsOperations,
  ...administrationOperations,
  ...locationsOperations,
  ...moderationOperations,
  ...notificationsOperations,
} as const;

export type OperationName = keyof typeof operations;
