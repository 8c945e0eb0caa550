interface Kept {
  /** Columns that stay filled; absent: the whole row. */
  columns?: readonly string[];
  why: string;
}

const row = (why: string): Kept => ({ why });
const only = (why: string, ...columns: string[]): Kept => ({ columns, why });

const money = 'tax and FICA: five years at least, under an account without a name';
const staffReason = 'staff wrote it, and its retention rule ends it';
const complaint = 'retention rule takedown_case: three years from the decision';
const underWay = 'under way for minutes, names no account, and is swept within a day';
const ours = 'one of our own words';

/**
 * What may still be found of an erased member in the database, by table, and why. Whatever else holds their words is
 * emptied or deleted by `erasedParts`; the canary of `erasure.test.ts` compares both with every column there is.
 */
export const keptTables: Readonly<Record<string, Kept>> = {
  attempt_budgets: row('keyed hashes against guessing, which lapse'),
  audit_log: row('hash chain: ids, and what staff wrote'),
  authority_requests: row(staffReason),
  bonus_grants: only(money, 'kind', 'reference'),
  breach_notices: row(staffReason),
  breach_steps: row(staffReason),
  breaches: row(staffReason),
  bundle_purchases: row(money),
  call_tips_and_gifts: row(money),
  charge_claims: row(underWay),
  charged_back_cards: row('a fingerprint of the card, against a second chargeback'),
  consents: row('retention rule purchase_consent: five years'),
  content_classifications: row('Films and Publications Act s18C: every rating is kept for audit'),
  content_items: only(ours, 'fpb_rating', 'warning_labels'),
  content_people: row('retention rule consent_record: five years after the item went'),
  content_requests: only(
    'the decision of a dispute, by staff, and keys against double submission',
    'decision_reason',
    'key',
    'last_key',
  ),
  creator_agreements: row('retention rule erased_creator: five years'),
  earnings_days: only(money, 'source'),
  earnings_holds: only(money, 'kind', 'reference'),
  earnings_items: only(money, 'reference'),
  external_sign_ins: row(underWay),
  film_board_registrations: only('the number of a registration, and why staff decided as they did', 'number', 'reason'),
  gifts_sent: only(money, 'gift_id', 'key'),
  information_messages: row('retention rule information_request: three years, sealed'),
  information_requests: row('retention rule information_request: three years, sealed'),
  legal_holds: row(staffReason),
  lives: only(ours, 'category', 'stop_reason'),
  media: only('the random name of the folder that a delivered file had', 'storage_key'),
  outgoing_mail: only('the receipt of the erasure itself: recipient and subject for thirty days', 'recipient'),
  passkey_challenges: row(underWay),
  payment_events: row('retention rule payment_event: five years, sealed'),
  payment_orders: only(
    money,
    ...[
      'charge_currency',
      'decision_key',
      'description',
      'details',
      'failure_reason',
      'flag',
      'key',
      'ledger_currency',
    ],
    ...['provider', 'provider_reference', 'reference', 'refund_currency'],
  ),
  payouts: row('retention rule erased_creator: five years'),
  receipts: row('what the operator says of itself'),
  report_messages: row('retention rule report_evidence: ninety days, sealed'),
  report_recipients: row('addresses of authorities'),
  reports: row('retention rule report: three years from the decision'),
  reviewer_grants: row(staffReason),
  reviewer_items: row(staffReason),
  risk_bans: row('keyed hashes, against those who come back'),
  risk_cases: row('FICA s22, s23: five years'),
  risk_signals: row('FICA s22, s23: five years'),
  risk_steps: row('FICA s22, s23: five years'),
  safety_contact_opt_outs: row('the opt-out of another person, as a keyed hash'),
  second_payments: row(money),
  staff_batch_items: row('retention rule bulk_action: ninety days, states only'),
  staff_decisions: row('retention rule decision: five years'),
  takedown_cases: row(complaint),
  takedown_events: row(complaint),
  takedown_items: row(complaint),
  takedown_prints: row(complaint),
  takedown_statements: row(complaint),
};
