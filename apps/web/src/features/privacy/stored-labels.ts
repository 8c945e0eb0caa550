import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { StoredInformation } from '@vlam/contract/records-stored';
import { comeBackDays, ownExportHours, type StoredKind } from '@vlam/contract/rules/records';

type Rule = NonNullable<StoredInformation[number]['rule']>;

export const storedLabels: Record<StoredKind, MessageDescriptor> = {
  account: msg`Account and page`,
  settings: msg`Settings, alerts and your safety contact`,
  age_check: msg`Age check`,
  age_attempt: msg`Age checks that failed`,
  identity_document: msg`Looks at your identity document`,
  selfie: msg`Photo checks`,
  session: msg`Sessions and devices signed in`,
  network: msg`Networks you signed in from, as codes`,
  device: msg`Browsers you signed in with, as codes`,
  mail: msg`Mail that was sent to you`,
  notification: msg`Notifications`,
  message: msg`Chats, with what you wrote in them, and calls`,
  disappearing: msg`Disappearing messages`,
  photo: msg`Photos, videos and albums`,
  content: msg`Posts, comments, events and shows`,
  people: msg`People you follow, like or block`,
  day: msg`Your place, moods and posts of the day`,
  trip: msg`Trips`,
  safety_plan: msg`Safety plans`,
  money: msg`Purchases, earnings and the ledger`,
  payment_event: msg`What payment providers sent`,
  purchase_consent: msg`Consents to start a purchase now`,
  card: msg`Saved cards: brand and last four digits`,
  creator: msg`Creator contract, bank account and payouts`,
  consent_record: msg`Consents of people in a picture`,
  report: msg`Reports you made`,
  decision: msg`Decisions about your account or content`,
  phrase_match: msg`Texts of yours with a listed word`,
  information_request: msg`Requests about your information`,
  data_export: msg`Copies of your data`,
  audit_log: msg`Log of what was changed, and by whom`,
  search: msg`What you search for`,
};

/** When the time of a rule with days begins. */
const afterTexts: Partial<Record<StoredKind, (time: string) => MessageDescriptor>> = {
  age_attempt: (time) => msg`${time} after the attempt`,
  identity_document: (time) => msg`The picture: ${time} after the decision. The result: as long as the account`,
  network: (time) => msg`${time} after the last sign-in from there`,
  device: (time) => msg`${time} after the last sign-in with it`,
  mail: (time) => msg`Recipient and subject: ${time}. The text goes when it is sent`,
  payment_event: (time) => msg`${time} after it came`,
  creator: (time) => msg`${time} after the account is erased, as the law against money laundering asks`,
  purchase_consent: (time) => msg`${time} after you gave it`,
  consent_record: (time) => msg`As long as the picture, and ${time}`,
  report: (time) => msg`${time} after the decision`,
  decision: (time) => msg`${time} after the decision`,
  information_request: (time) => msg`${time} after the answer`,
};

/** What has no number of days: another job ends it, it is kept, or it stays until the member removes it. */
const untilTexts: Partial<Record<StoredKind, MessageDescriptor>> = {
  account: msg`As long as the account, and ${comeBackDays} days after you delete it`,
  age_check: msg`As long as the account, and ${comeBackDays} days after you delete it`,
  selfie: msg`The selfie goes with the decision. The result: as long as the account`,
  session: msg`Two hours after its end`,
  notification: msg`30 days when read, 90 days otherwise`,
  disappearing: msg`The time that the writer chose`,
  day: msg`Moods and posts: a day or less. The place: until you change or hide it`,
  trip: msg`Until the day after it ends`,
  safety_plan: msg`Until soon after the return it names`,
  money: msg`Kept, also after you leave: tax law asks for five years at least, and the ledger cannot be changed. What you wrote there is taken out`,
  phrase_match: msg`Ninety days`,
  data_export: msg`${ownExportHours} hours`,
  audit_log: msg`Kept: nothing can be taken out of the log`,
  search: msg`Not stored`,
};

/** How long a kind is kept, by the rule that the server returned. `time` is the rule's days in words. */
export function keptText(kind: StoredKind, rule: Rule | null, time: string): MessageDescriptor {
  if (rule?.mode === 'none') return msg`Not stored`;
  if (rule?.mode === 'job') return afterTexts[kind]?.(time) ?? msg`For ${time}`;
  return untilTexts[kind] ?? msg`Until you remove it, or ${comeBackDays} days after you delete the account`;
}
