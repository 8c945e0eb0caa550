import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { RetentionRule } from '@vlam/contract/records-retention';

/** Names of the classes; one without a name here shows its id. */
export const ruleLabels: Partial<Record<string, MessageDescriptor>> = {
  identity_document: msg`Pictures of identity documents`,
  selfie: msg`Selfies for the photo check`,
  consent_record: msg`Consent of people in a picture`,
  takedown_case: msg`Takedown cases`,
  report_evidence: msg`Messages attached to reports`,
  report: msg`Reports`,
  decision: msg`Decisions and strikes`,
  money: msg`Ledger, orders and receipts`,
  payment_event: msg`What payment providers sent`,
  purchase_consent: msg`Consents to start now`,
  audit_log: msg`Audit log`,
  authority_request: msg`Requests of authorities`,
  legal_hold: msg`Legal holds`,
  held_row: msg`Copies for legal holds`,
  mail: msg`Mail that was sent`,
  age_attempt: msg`Failed age checks`,
  dead_job: msg`Failed background work`,
  bulk_action: msg`Bulk actions of staff`,
  session: msg`Ended sessions`,
  notification: msg`Notifications`,
  disappearing_message: msg`Disappearing messages`,
  safety_plan: msg`Safety plans`,
  trip: msg`Trips`,
  discovery: msg`Moods and posts of the day`,
  idempotency_key: msg`Keys against double submission`,
  search: msg`Searches`,
  period_report: msg`Reports of periods`,
  information_request: msg`Requests about personal information`,
  breach: msg`Incidents`,
  reviewer: msg`Access of reviewers`,
  left_account: msg`Accounts that their members closed`,
  data_export: msg`Copies of members' own data`,
  erased_creator: msg`Contracts and payouts of erased creators`,
  risk_case: msg`Cases about money`,
  network: msg`Networks of sign-ins`,
  device: msg`Devices of sign-ins`,
  phrase_match: msg`Texts with a listed phrase`,
  unconfirmed_request: msg`Requests whose link nobody opened`,
};

export const modeLabels: Record<RetentionRule['mode'], MessageDescriptor> = {
  job: msg`Nightly`,
  sweep: msg`By its own job`,
  kept: msg`Kept`,
  none: msg`Never stored`,
};
