import { type RawBuilder, sql } from 'kysely';

/** The erased member; a member without a profile has an id that no profile has. */
export interface Erased {
  account: RawBuilder<unknown>;
  profile: RawBuilder<unknown>;
}

/** A count that is lower by each row that goes. */
export interface Counted {
  table: string;
  column: string;
  /** Of the row that goes: what is counted. */
  of: RawBuilder<unknown>;
  /** Rows that were counted; absent: all. */
  only?: RawBuilder<unknown>;
}

/** Rows of one table, called `item` in `rows`: deleted, or with `empties` left without what the member wrote. */
export interface ErasedPart {
  table: string;
  rows(who: Erased): RawBuilder<unknown>;
  /** Rows that are emptied already are none of `rows`. */
  empties?(at: Date): RawBuilder<unknown>;
  counts?: readonly Counted[];
}

/** Stands where the law keeps a row that must say something. */
export const erasedText = 'Erased';

const byAccount = (table: string, column = 'account_id'): ErasedPart => ({
  table,
  rows: ({ account }) => sql`${sql.ref(`item.${column}`)} = ${account}`,
});
const byProfile = (table: string, ...columns: string[]): ErasedPart => ({
  table,
  rows: ({ profile }) =>
    sql`(${sql.join(
      (columns.length > 0 ? columns : ['profile_id']).map((column) => sql`${sql.ref(`item.${column}`)} = ${profile}`),
      sql` or `,
    )})`,
});
const counting = (part: ErasedPart, ...counts: Counted[]): ErasedPart => ({ ...part, counts });
const ofItems =
  (column: string) =>
  ({ profile }: Erased) =>
    sql`${sql.ref(`item.${column}`)} = any (array(
      select owned.id from content_items as owned where owned.profile_id = ${profile}))`;
const creatorOfItem = sql`(select counted.profile_id from content_items as counted where counted.id = erased.content_id)`;

/** Attachments that no report keeps as evidence. */
export const unreported = sql`not exists (
  select from report_attachments as evidence where evidence.attachment_id = item.attachment_id)`;

/** Both of a request may have written the reason. */
const deliveryTexts = sql`offer_delivers = case when offer_delivers is not null then ${erasedText}::text end,
  delivery_message = case when delivery_message is not null then ${erasedText}::text end,
  dispute_answer = case when dispute_answer is not null then ${erasedText}::text end,
  reason = case when reason is not null then ${erasedText}::text end`;

/** In the order of their references. Threads, pictures and files go before, by the modules that own them. */
export const erasedParts: readonly ErasedPart[] = [
  // How they signed in and from where.
  byAccount('sessions'),
  byAccount('passkeys'),
  byAccount('totp_factors'),
  byAccount('recovery_codes'),
  byAccount('password_resets'),
  {
    table: 'outgoing_mail',
    rows: ({ account }) => sql`item.recipient = any (array(
        select unnest(array[old_email, new_email]) from email_changes where account_id = ${account}))
      and not exists (select from accounts as holder where holder.email = item.recipient and holder.id <> ${account})`,
  },
  byAccount('email_changes'),
  byAccount('pending_sign_ins'),
  byAccount('external_identities'),
  byAccount('account_consents'),
  byAccount('account_origins'),
  byAccount('account_sightings'),
  {
    table: 'bonus_grants',
    rows: emptied('account_id', sql`(item.address is not null or item.device is not null)`),
    empties: () => sql`address = null, device = null`,
  },
  // Who they are.
  byAccount('age_refused_numbers'),
  byAccount('age_verification_attempts'),
  byAccount('age_verifications'),
  byAccount('identity_documents'),
  byAccount('payment_methods'),
  byProfile('payout_accounts'),
  byProfile('payout_schedules'),
  // What they set, asked for and were notified of.
  byAccount('data_exports'),
  byAccount('idempotency_keys', 'owner_id'),
  byAccount('credit_intents', 'owner_id'),
  byAccount('notification_devices'),
  byAccount('notification_parts'),
  byAccount('notifications'),
  byAccount('notification_settings'),
  {
    // A group without other actors names what they published.
    table: 'notifications',
    rows: ({
      profile,
    }) => sql`item.id in (select part.notification_id from notification_parts as part where part.actor_id = ${profile})
      and not exists (select from notification_parts as another
        where another.notification_id = item.id and another.actor_id is distinct from ${profile})`,
  },
  byProfile('notification_parts', 'actor_id'),
  byProfile('notifications', 'actor_id', 'profile_id'),
  byAccount('profile_view_quotas'),
  byAccount('safety_plans'),
  byAccount('safety_contacts'),
  byAccount('spending_limits'),
  byAccount('staff_filters'),
  byAccount('staff_batch_accounts'),
  byAccount('phrase_matches'),
  byAccount('live_viewers'),
  byProfile('activity_quotas'),
  byProfile('matching_preferences'),
  byProfile('matching_results', 'profile_id', 'other_id'),
  byProfile('matching_runs'),
  byProfile('hidden_contacts'),
  byProfile('profile_handles'),
  byProfile('message_broadcasts'),
  byProfile('message_broadcast_recipients'),
  byProfile('message_preferences'),
  byProfile('message_quotas'),
  byProfile('message_response_stats'),
  byProfile('message_welcomes'),
  byProfile('message_follower_welcomes'),
  { table: 'message_attachments', rows: ({ account }) => sql`item.owner_account_id = ${account} and ${unreported}` },
  byProfile('saved_replies'),
  byProfile('tip_menu_items'),
  byProfile('request_offers'),
  byProfile('request_terms'),
  // Where they were, and the people they met.
  byProfile('discovery_people'),
  byProfile('discovery_places'),
  byProfile('travel_plans'),
  byProfile('tonight_responses'),
  byProfile('tonight_requests'),
  counting(byProfile('event_attendances'), {
    table: 'hotspot_events',
    column: 'attendee_count',
    of: sql`erased.event_id`,
  }),
  byProfile('hotspot_events', 'organizer_id'),
  byProfile('cravings'),
  byProfile('flames', 'sender_id', 'recipient_id'),
  byProfile('flame_matches', 'low_id', 'high_id'),
  byProfile('profile_acquaintances', 'profile_id', 'other_id'),
  byProfile('blocks', 'blocker_id', 'blocked_id'),
  byProfile('profile_restrictions', 'creator_id', 'fan_id'),
  byProfile('fan_notes', 'creator_id', 'fan_id'),
  byAccount('page_visits'),
  byProfile('page_visits'),
  byAccount('fan_origins'),
  byProfile('fan_origins'),
  byProfile('creator_days'),
  byProfile('creator_values'),
  byProfile('fan_list_members', 'fan_id'),
  byProfile('fan_lists', 'creator_id'),
  counting(byProfile('follows', 'follower_id', 'creator_id'), {
    table: 'profiles',
    column: 'follower_count',
    of: sql`erased.creator_id`,
  }),
  // What they said and liked.
  counting(byProfile('interest_post_likes'), {
    table: 'interest_posts',
    column: 'like_count',
    of: sql`erased.target_id`,
  }),
  byProfile('interest_posts'),
  counting(byProfile('mood_likes'), { table: 'moods', column: 'like_count', of: sql`erased.target_id` }),
  byProfile('moods'),
  counting(
    byProfile('likes'),
    { table: 'content_items', column: 'like_count', of: sql`erased.content_id` },
    { table: 'profiles', column: 'like_count', of: creatorOfItem },
  ),
  counting(byProfile('comments'), {
    table: 'content_items',
    column: 'comment_count',
    of: sql`erased.content_id`,
    only: sql`erased.removed_at is null`,
  }),
  byProfile('content_saves'),
  byProfile('content_viewers', 'viewer_id'),
  byProfile('album_people'),
  byProfile('albums'),
  byProfile('live_reminders'),
  byProfile('live_removed'),
  { table: 'live_messages', rows: ({ profile }) => sql`item.profile_id = ${profile} and item.kind = 'text'` },
  {
    table: 'live_messages',
    rows: ({ profile }) => sql`item.profile_id = ${profile} and item.text <> ''`,
    empties: () => sql`text = ''`,
  },
  byProfile('call_lines'),
  byProfile('call_settings'),
  // What they published: an item stays without words and files, for the consents and ratings that hang on it.
  { table: 'comments', rows: (who) => sql`item.removed_at is null and ${ofItems('content_id')(who)}` },
  { table: 'comments', rows: (who) => sql`item.removed_at is not null and ${ofItems('content_id')(who)}` },
  { table: 'likes', rows: ofItems('content_id') },
  { table: 'content_saves', rows: ofItems('content_id') },
  { table: 'content_viewers', rows: ofItems('content_id') },
  { table: 'content_files', rows: ofItems('content_id') },
  {
    table: 'content_items',
    rows: ({ profile }) =>
      sql`item.profile_id = ${profile} and (item.title <> ${erasedText} or item.media_id is not null)`,
    empties: (at) => sql`title = ${erasedText}, description = '', tags = '{}', media_id = null, state = 'removed',
      removed_at = coalesce(removed_at, ${at}::timestamptz), publish_at = null, expires_at = null, publish_problem = null,
      x18_registration_id = null, x18_lock = null, needs_review = false, like_count = 0, comment_count = 0, view_count = 0`,
  },
  {
    table: 'bundles',
    rows: ({ profile }) => sql`item.creator_id = ${profile} and item.title <> ${erasedText}`,
    empties: (at) => sql`title = ${erasedText}, description = '', search_text = '', tags = '{}',
      withdrawn_at = coalesce(withdrawn_at, ${at}::timestamptz)`,
  },
  {
    table: 'lives',
    rows: ({ profile }) => sql`item.creator_id = ${profile} and item.title <> ${erasedText}`,
    empties: () => sql`title = ${erasedText}, goal_title = case when goal_title is not null then ${erasedText} end,
      ingest_hash = null`,
  },
  {
    table: 'film_board_registrations',
    rows: ({ profile }) =>
      sql`item.profile_id = ${profile}
        and num_nonnulls(item.answers_sealed, item.certificate_media_id, item.certificate_pdf) > 0`,
    empties: () => sql`answers_sealed = null, certificate_media_id = null, certificate_pdf = null`,
  },
  // What was paid for stays, without words.
  { table: 'content_request_steps', rows: ofRequests },
  {
    table: 'content_requests',
    rows: ({ profile }) => sql`item.requester_id = ${profile} and item.title <> ${erasedText}::text`,
    empties: () => sql`title = ${erasedText}::text, description = ${erasedText}::text, additional_notes = null,
      ${deliveryTexts}`,
  },
  {
    table: 'content_requests',
    rows: ({ profile }) => sql`item.creator_id = ${profile}
      and concat(item.offer_delivers, item.delivery_message, item.dispute_answer, item.reason) <> concat(
        case when item.offer_delivers is not null then ${erasedText}::text end,
        case when item.delivery_message is not null then ${erasedText}::text end,
        case when item.dispute_answer is not null then ${erasedText}::text end,
        case when item.reason is not null then ${erasedText}::text end)`,
    empties: () => deliveryTexts,
  },
  { table: 'tips', rows: emptied('account_id', sql`item.message <> ''`), empties: () => sql`message = ''` },
  {
    table: 'gifts_sent',
    rows: emptied('sender_account_id', sql`item.message is not null`),
    empties: () => sql`message = null`,
  },
  byProfile('subscription_terms', 'creator_id'),
  byProfile('subscription_tiers', 'creator_id'),
  byProfile('subscription_offers', 'creator_id'),
  {
    table: 'subscription_offer_uses',
    rows: ({ profile }) =>
      sql`item.subscriber_id = ${profile} and (item.address is not null or item.device is not null)`,
    empties: () => sql`address = null, device = null`,
  },
  {
    table: 'subscriptions',
    rows: ({ profile }) =>
      sql`(item.subscriber_id = ${profile} or item.creator_id = ${profile}) and item.ended_at is null`,
    empties: (at) => sql`ended_at = ${at}::timestamptz, next_attempt_at = null`,
    counts: [{ table: 'profiles', column: 'subscriber_count', of: sql`erased.creator_id` }],
  },
  byAccount('vip_memberships'),
  byAccount('bundle_access'),
  {
    table: 'payment_orders',
    rows: ({ profile }) => sql`item.description <> ${erasedText} and item.id = any (array(
      select paid.order_id from tips as paid where paid.profile_id = ${profile}
      union all select given.order_id from subscription_gifts as given where given.creator_id = ${profile}
      union all select period.order_id from subscription_periods as period
        join subscriptions as paid on paid.id = period.subscription_id where paid.creator_id = ${profile}))`,
    empties: () => sql`description = ${erasedText}`,
  },
  {
    table: 'payment_orders',
    rows: emptied('account_id', sql`(item.checkout_url is not null or item.details ? 'message')`),
    empties: () => sql`checkout_url = null, details = details - 'message'`,
  },
  {
    // The share ends; reversals of what was sold before still find it.
    table: 'creator_referrals',
    rows: ({ account, profile }) =>
      sql`(item.account_id = ${account} or item.referrer_id = ${profile}) and item.ended_at is null`,
    empties: (at) => sql`ended_at = ${at}`,
  },
  {
    table: 'earnings_holds',
    rows: ({ account, profile }) =>
      sql`(item.payer_id = ${account} or item.profile_id = ${profile}) and item.description <> ${erasedText}`,
    empties: () => sql`description = ${erasedText}`,
  },
  {
    table: 'ledger_transfers',
    rows: ({ account, profile }) =>
      sql`(item.owner_id in (${account}, ${profile}) or item.payee_id = ${profile}) and item.description <> ${erasedText}`,
    empties: () => sql`description = ${erasedText}`,
  },
];

function emptied(column: string, filled: RawBuilder<unknown>) {
  return ({ account }: Erased): RawBuilder<unknown> => sql`${sql.ref(`item.${column}`)} = ${account} and ${filled}`;
}

function ofRequests({ profile }: Erased): RawBuilder<unknown> {
  return sql`exists (select from content_requests as asked where asked.id = item.request_id
    and ${profile} in (asked.requester_id, asked.creator_id))`;
}
