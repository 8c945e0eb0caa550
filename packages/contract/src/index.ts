import { accountConsentOperations } from './account-consents.ts';
import { administrationOperations } from './administration.ts';
import { adminsOperations } from './administration-admins.ts';
import { auditOperations } from './administration-audit.ts';
import { figuresOperations } from './administration-figures.ts';
import { healthOperations } from './administration-health.ts';
import { listsOperations } from './administration-lists.ts';
import { memberOperations } from './administration-member.ts';
import { settingsOperations } from './administration-settings.ts';
import { sharesOperations } from './administration-shares.ts';
import { usersOperations } from './administration-users.ts';
import { ageVerificationOperations } from './age-verification.ts';
import { callsOperations } from './calls.ts';
import { captionsOperations } from './captions.ts';
import { complianceOperations } from './compliance.ts';
import { consentsOperations } from './consents.ts';
import { contentOperations } from './content.ts';
import { contentRegistersOperations } from './content-registers.ts';
import { contentRulesOperations } from './content-rules.ts';
import { creditsOperations } from './credits.ts';
import { decisionsOperations } from './decisions.ts';
import { discoveryOperations } from './discovery.ts';
import { activityOperations } from './discovery-activity.ts';
import { nearbyOperations, peopleOperations } from './discovery-people.ts';
import { fansOperations } from './fans.ts';
import { fanFiguresOperations } from './fans-figures.ts';
import { filmBoardOperations } from './film-board.ts';
import { giftsOperations } from './gifts.ts';
import { identityOperations } from './identity.ts';
import { accountOperations } from './identity-account.ts';
import { coverOperations } from './identity-cover.ts';
import { factorsOperations } from './identity-factors.ts';
import { languageOperations } from './identity-language.ts';
import { legalOperations } from './legal.ts';
import { libraryOperations } from './library.ts';
import { livesOperations } from './lives.ts';
import { locationsOperations } from './locations.ts';
import { safetyContactOperations } from './locations-safety-contact.ts';
import { marketplaceOperations } from './marketplace.ts';
import { matchingOperations } from './matching.ts';
import { mediaOperations } from './media.ts';
import { messagingOperations } from './messaging.ts';
import { creatorMessagesOperations } from './messaging-creators.ts';
import { muteOperations } from './messaging-mutes.ts';
import { messagePaidOperations } from './messaging-paid.ts';
import { tipMenuOperations } from './messaging-tip-menu.ts';
import { moderationOperations } from './moderation.ts';
import { moderationWordsOperations } from './moderation-words.ts';
import { notificationsOperations } from './notifications.ts';
import { paymentsOperations } from './payments.ts';
import { statementOperations } from './payments-statement.ts';
import { payoutsOperations } from './payouts.ts';
import { profilesOperations } from './profiles.ts';
import { contactOperations } from './profiles-contacts.ts';
import { handleOperations } from './profiles-handles.ts';
import { profileIdentityOperations } from './profiles-identity.ts';
import { photoCheckOperations } from './profiles-photo-check.ts';
import { photosOperations } from './profiles-photos.ts';
import { privacyOperations } from './profiles-privacy.ts';
import { recordsOperations } from './records.ts';
import { breachesOperations } from './records-breaches.ts';
import { staffConsentsOperations } from './records-consents.ts';
import { holdsOperations } from './records-holds.ts';
import { informationOperations } from './records-information.ts';
import { ownDataOperations } from './records-own-data.ts';
import { reportsOperations } from './records-reports.ts';
import { retentionOperations } from './records-retention.ts';
import { reviewersOperations } from './records-reviewers.ts';
import { storedOperations } from './records-stored.ts';
import { suspendedDataOperations } from './records-suspended.ts';
import { referralsOperations } from './referrals.ts';
import { disputesOperations } from './request-disputes.ts';
import { requestTermsOperations } from './request-terms.ts';
import { requestsOperations } from './requests.ts';
import { riskOperations } from './risk.ts';
import { socialOperations } from './social.ts';
import { savesOperations } from './social-saves.ts';
import { tipsOperations } from './social-tips.ts';
import { studioOperations } from './studio.ts';
import { subscriptionGiftsOperations } from './subscription-gifts.ts';
import { subscriptionPricesOperations } from './subscription-prices.ts';
import { subscriptionSalesOperations } from './subscription-sales.ts';
import { subscriptionTermsOperations } from './subscription-terms.ts';
import { subscriptionTiersOperations } from './subscription-tiers.ts';
import { paidSubscriptionsOperations, subscriptionsOperations } from './subscriptions.ts';
import { systemOperations } from './system.ts';
import { takedownsOperations } from './takedowns.ts';
import { vipOperations } from './vip.ts';

/** Every operation. The server binds to it; client, OpenAPI document and access matrix derive from it. */
export const operations = {
  ...systemOperations,
  ...identityOperations,
  ...factorsOperations,
  ...coverOperations,
  ...languageOperations,
  ...accountOperations,
  ...accountConsentOperations,
  ...ageVerificationOperations,
  ...profilesOperations,
  ...privacyOperations,
  ...contactOperations,
  ...handleOperations,
  ...photosOperations,
  ...photoCheckOperations,
  ...profileIdentityOperations,
  ...nearbyOperations,
  ...peopleOperations,
  ...discoveryOperations,
  ...matchingOperations,
  ...activityOperations,
  ...messagingOperations,
  ...muteOperations,
  ...messagePaidOperations,
  ...tipMenuOperations,
  ...creatorMessagesOperations,
  ...mediaOperations,
  ...captionsOperations,
  ...contentOperations,
  ...contentRulesOperations,
  ...contentRegistersOperations,
  ...consentsOperations,
  ...studioOperations,
  ...fansOperations,
  ...fanFiguresOperations,
  ...socialOperations,
  ...marketplaceOperations,
  ...giftsOperations,
  ...callsOperations,
  ...livesOperations,
  ...libraryOperations,
  ...requestsOperations,
  ...disputesOperations,
  ...requestTermsOperations,
  ...subscriptionsOperations,
  ...paidSubscriptionsOperations,
  ...subscriptionPricesOperations,
  ...subscriptionSalesOperations,
  ...subscriptionTermsOperations,
  ...subscriptionTiersOperations,
  ...subscriptionGiftsOperations,
  ...referralsOperations,
  ...savesOperations,
  ...tipsOperations,
  ...vipOperations,
  ...paymentsOperations,
  ...statementOperations,
  ...creditsOperations,
  ...payoutsOperations,
  ...administrationOperations,
  ...auditOperations,
  ...usersOperations,
  ...listsOperations,
  ...adminsOperations,
  ...settingsOperations,
  ...sharesOperations,
  ...figuresOperations,
  ...healthOperations,
  ...memberOperations,
  ...locationsOperations,
  ...safetyContactOperations,
  ...moderationOperations,
  ...moderationWordsOperations,
  ...takedownsOperations,
  ...decisionsOperations,
  ...legalOperations,
  ...complianceOperations,
  ...filmBoardOperations,
  ...riskOperations,
  ...recordsOperations,
  ...reportsOperations,
  ...retentionOperations,
  ...holdsOperations,
  ...informationOperations,
  ...ownDataOperations,
  ...suspendedDataOperations,
  ...storedOperations,
  ...breachesOperations,
  ...staffConsentsOperations,
  ...reviewersOperations,
  ...notificationsOperations,
} as const;

export type OperationName = keyof typeof operations;
