import type { RetentionRule } from '@vlam/contract/records-retention';
import { maxStoredCount, type StoredInformation } from '@vlam/contract/records-stored';
import type { StoredKind } from '@vlam/contract/rules/records';
import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { ownTables } from './member-tables.ts';

interface Kind {
  /** Class of `retention_rules`; null for what stays until the member removes it or leaves. */
  rule: string | null;
  /** Tables of `ownTables` whose rows are counted. */
  counts?: readonly string[];
  /** Further tables of the kind, which would be slow to count or mean nothing as a number. */
  also?: readonly string[];
  /** Rows in place of those of `counts`. Those past their time do not count, so that no legal hold shows. */
  rows?(accountId: string, since: Date): RawBuilder<unknown>;
}

const seen =
  (kind: 'network' | 'device') =>
  (accountId: string, since: Date): RawBuilder<unknown> =>
    sql`select from account_sightings where account_id = ${accountId} and kind = ${kind} and last_at >= ${since}`;

/** What is stored of a member, in the order of the list. Kinds without rows to count have no number. */
export const storedKinds: Readonly<Record<StoredKind, Kind>> = {
  account: {
    rule: null,
    counts: ['accounts', 'profiles'],
    also: [
      ...['account_consents', 'account_erasures', 'account_origins', 'email_changes', 'external_identities'],
      ...['passkeys', 'profile_handles'],
    ],
  },
  settings: {
    rule: null,
    also: [
      ...['call_settings', 'matching_preferences', 'message_preferences', 'message_welcomes', 'notification_devices'],
      ...[
        'message_follower_welcomes',
        'notification_settings',
        'payout_schedules',
        'request_offers',
        'request_terms',
        'safety_contacts',
        'saved_replies',
        'spending_limits',
        'staff_filters',
        'tip_menu_items',
      ],
    ],
  },
  age_check: { rule: null, counts: ['age_verifications'] },
  age_attempt: { rule: 'age_attempt', counts: ['age_verification_attempts'], also: ['age_refused_numbers'] },
  identity_document: { rule: 'identity_document', counts: ['identity_documents'] },
  selfie: { rule: 'selfie', counts: ['photo_checks'] },
  session: { rule: 'session', counts: ['sessions'] },
  network: { rule: 'network', rows: seen('network'), also: ['account_sightings'] },
  device: { rule: 'device', rows: seen('device'), also: ['account_sightings'] },
  mail: {
    rule: 'mail',
    rows: (accountId, since) => sql`select from outgoing_mail as mail join accounts as own on own.email = mail.recipient
      where own.id = ${accountId} and coalesce(mail.sent_at, mail.created_at) >= ${since}`,
  },
  notification: { rule: 'notification', counts: ['notifications'] },
  message: {
    rule: null,
    counts: ['conversation_members'],
    also: ['messages', 'message_broadcasts', 'calls', 'live_messages'],
  },
  disappearing: { rule: 'disappearing_message' },
  photo: { rule: null, counts: ['media'], also: ['profile_photos', 'albums', 'album_people'] },
  content: {
    rule: null,
    counts: ['content_items'],
    also: ['bundles', 'comments', 'hotspot_events', 'lives', 'live_reminders'],
  },
  people: {
    rule: null,
    counts: ['follows', 'blocks'],
    also: [
      ...[
        'content_saves',
        'event_attendances',
        'fan_lists',
        'fan_notes',
        'fan_origins',
        'flames',
        'hidden_contacts',
        'interest_post_likes',
        'likes',
      ],
      ...['mood_likes', 'page_visits', 'profile_acquaintances', 'profile_restrictions'],
    ],
  },
  day: {
    rule: 'discovery',
    counts: ['discovery_places'],
    also: ['cravings', 'interest_posts', 'moods', 'tonight_requests', 'tonight_responses'],
  },
  trip: { rule: 'trip', counts: ['travel_plans'] },
  safety_plan: { rule: 'safety_plan', counts: ['safety_plans'] },
  money: {
    rule: 'money',
    counts: ['ledger_transfers', 'payment_orders'],
    also: [
      ...['bonus_grants', 'bundle_access', 'bundle_purchases', 'content_requests', 'creator_referrals'],
      ...['earnings_days', 'earnings_items'],
      ...['gifts_sent', 'ledger_accounts', 'live_tickets', 'payment_debts', 'subscription_months'],
      ...['subscription_gifts', 'tip_menu_tips'],
      ...['subscription_offer_uses', 'subscription_offers', 'subscription_price_requests', 'subscription_terms'],
      'subscription_tiers',
      ...['subscriptions', 'tips', 'vip_memberships', 'vip_periods'],
    ],
  },
  payment_event: { rule: 'payment_event' },
  purchase_consent: { rule: 'purchase_consent', counts: ['consents'] },
  card: { rule: null, also: ['payment_methods'] },
  creator: {
    rule: 'erased_creator',
    counts: ['creator_agreements'],
    also: ['film_board_registrations', 'payout_accounts', 'payouts'],
  },
  consent_record: { rule: 'consent_record', also: ['content_people'] },
  report: { rule: 'report', counts: ['reports'] },
  decision: { rule: 'decision', counts: ['staff_decisions'], also: ['takedown_statements'] },
  phrase_match: { rule: 'phrase_match' },
  information_request: { rule: 'information_request', counts: ['information_requests'] },
  data_export: { rule: 'data_export', counts: ['data_exports'] },
  audit_log: { rule: 'audit_log' },
  search: { rule: 'search' },
};

const order = Object.keys(storedKinds) as StoredKind[];

const dayMs = 86_400_000;

/** Lists what is stored of an account: each kind with its number of rows, up to `maxStoredCount`, and its rule. */
export function createStoredInformation(
  { db }: Pick<Database, 'db'>,
  clock: Clock,
): { list(accountId: string): Promise<StoredInformation> } {
  function rowsOf(table: string, accountId: string): RawBuilder<unknown> {
    const owned = ownTables[table];
    if (!owned) throw new Error(`${table} is not a member's own`);
    const owner =
      owned.by === 'account' ? sql`${accountId}` : sql`(select id from profiles where account_id = ${accountId})`;
    return sql`select from ${sql.table(table)} as item where ${sql.ref(`item.${owned.column}`)} = ${owner}`;
  }

  async function count(accountId: string, daysOf: (kind: StoredKind) => number | null) {
    const now = clock.now().getTime();
    const parts = order.flatMap((kind) => {
      const { counts = [], rows } = storedKinds[kind];
      const since = new Date(now - (daysOf(kind) ?? 0) * dayMs);
      const each = rows ? [rows(accountId, since)] : counts.map((table) => rowsOf(table, accountId));
      return each.map(
        (part) => sql`select ${kind}::text as kind, count(*)::int as number
          from (${part} limit ${maxStoredCount + 1}) as counted`,
      );
    });
    const { rows } = await sql<{ kind: string; number: number }>`
      select kind, sum(number)::int as number from (${sql.join(parts, sql` union all `)}) as part group by kind`.execute(
      db,
    );
    return new Map(rows.map(({ kind, number }) => [kind, number]));
  }

  return {
    async list(accountId) {
      const rows = await db.selectFrom('retention_rules').select(['id', 'mode', 'days']).execute();
      const rules = new Map(rows.map((row) => [row.id, row]));
      const ruleOf = (kind: StoredKind) => {
        const { rule: id } = storedKinds[kind];
        const rule = id === null ? null : rules.get(id);
        if (rule === undefined) throw new Error(`no retention rule ${id}`);
        return rule && { mode: rule.mode as RetentionRule['mode'], days: rule.days };
      };
      const numbers = await count(accountId, (kind) => ruleOf(kind)?.days ?? null);
      return order.map((kind) => {
        const number = numbers.get(kind);
        return {
          kind,
          count: number === undefined ? null : Math.min(number, maxStoredCount),
          isMore: (number ?? 0) > maxStoredCount,
          rule: ruleOf(kind),
        };
      });
    },
  };
}
