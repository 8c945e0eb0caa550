import { type GiftId, gifts } from '@vlam/contract/gifts';
import type { NotificationKind, NotificationView } from '@vlam/contract/notifications';
import type { Earned } from '@vlam/contract/schemas';
import * as z from 'zod/mini';
import { formatEarned } from '../../platform/format-earned.ts';
import { formatRand } from '../../platform/rand.ts';
import { englishTexts } from './english-texts.ts';
import type { ListedRow } from './store.ts';

const kept = z.object({
  subject: z.optional(z.string()),
  value: z.optional(z.int()),
  currency: z.optional(z.enum(['credits', 'cents'])),
  saleId: z.optional(z.string()),
  giftId: z.optional(z.string()),
});

/** Their subject is a day. */
const namesDay: ReadonlySet<NotificationKind> = new Set([
  'subscription_ending',
  'subscription_term_renews',
  'subscription_term_over',
]);

const dateOf = new Intl.DateTimeFormat('en-ZA', { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' });

type Actor = NonNullable<NotificationView['actor']>;

/** The named actor: the only one, or the latest of several. */
export const actorIdOf = (row: ListedRow): string | null => row.actor_id ?? row.named?.[0] ?? null;

function linkOf(kind: NotificationKind, row: ListedRow, actorId: string | null): string {
  const person = actorId ? `/profile/${actorId}` : '/notifications';
  switch (kind) {
    case 'message':
    case 'match':
    // Only members ring: a creator who missed a call writes back.
    case 'call_missed':
      return actorId ? `/chat/${actorId}` : '/messages';
    case 'like':
    case 'comment':
    case 'consent_revoked':
    case 'content_approved':
    case 'content_removed':
    case 'content_file_removed':
      return row.profile_id ? `/profile/${row.profile_id}` : '/profile';
    case 'post':
      return row.target_id ? `/creator/${row.target_id}` : person;
    case 'live':
      return row.target_id ? `/live/${row.target_id}` : person;
    case 'album_shared':
      return row.target_id ? `/library?album=${row.target_id}` : '/library?show=shared';
    case 'gift':
      return '/gifts';
    case 'tip':
    case 'subscriber':
    case 'payout_sent':
    case 'payout_returned':
    case 'payout_planned':
    case 'payout_weekly':
    case 'payout_skipped':
    case 'payout_account':
      return '/dashboard';
    case 'decision':
    case 'appeal_answered':
      return '/decisions';
    case 'appeal_waiting':
      return '/admin/reports?tab=appeals';
    case 'registration_waiting':
      return '/admin/fpb-registrations';
    case 'registration_approved':
    case 'registration_exempt':
    case 'registration_ending':
    case 'registration_lapsed':
      return '/fpb-registration';
    case 'agreement_ending':
      return '/profile';
    case 'document_accepted':
    case 'document_refused':
    case 'document_ending':
    case 'document_lapsed':
      return '/identity';
    case 'breach':
    case 'information_answered':
      return '/compliance/personal-information';
    case 'information_waiting':
      return '/admin/records/requests';
    // Never who or what it was about.
    case 'report_resolved':
    case 'report_dismissed':
      return '/notifications';
    case 'report_waiting':
      return '/admin/reports';
    case 'takedown_waiting':
      return '/admin/takedowns';
    case 'takedown_hidden':
    case 'takedown_removed':
    case 'takedown_restored':
      return '/decisions?tab=complaints';
    case 'dispute_waiting':
      return '/admin/reports?tab=disputes';
    case 'consent_asked':
      return '/consents';
    case 'consent_answered':
    case 'content_refused':
      return row.target_id ? `/create?item=${row.target_id}` : '/profile';
    case 'check_in':
      return '/locations?safety=open';
    case 'subscription_price':
      return row.target_id ? `/settings/payments?subscription=${row.target_id}` : '/settings/payments';
    case 'subscription_offered':
    case 'subscription_accepted':
    case 'subscription_returned':
      return '/gifts?show=subscriptions';
    case 'subscription_given':
      return person;
    case 'subscription_failed':
    case 'subscription_ending':
    case 'subscription_term_renews':
    case 'subscription_term_over':
      return '/settings/payments';
    case 'content_refunded':
      return '/credits';
    case 'second_factor_added':
    case 'second_factor_removed':
      return '/security';
    case 'password_changed':
    case 'email_changed':
      return '/account';
    case 'flame':
      return person;
    default:
      return '/requests';
  }
}

const inMoney = (value: number, currency: string): string =>
  currency === 'cents' ? formatRand(value) : value === 1 ? '1 credit' : `${value} credits`;

/** The sale in credits that the notice is about. */
export const saleIdOf = (row: ListedRow): string | null => kept.parse(row.details).saleId ?? null;

export function toNotificationView(
  row: ListedRow,
  { actors, sales }: { actors: ReadonlyMap<string, Actor>; sales: ReadonlyMap<string, Earned> },
): NotificationView {
  const kind = row.kind as NotificationKind;
  const { subject = null, value, currency, saleId, giftId } = kept.parse(row.details);
  const actorId = actorIdOf(row);
  const actor = (actorId && actors.get(actorId)) || null;
  const amount = value !== undefined && currency ? { value, currency } : null;
  const earned = sales.get(saleId ?? '') ?? null;
  const gift = gifts.find(({ id }) => id === giftId);
  return {
    id: row.id,
    kind,
    title: englishTexts[kind]({
      who: actor?.name ?? 'Somebody',
      count: row.count,
      subject: subject ? `“${subject}”` : 'it',
      until: namesDay.has(kind) && subject ? dateOf.format(new Date(subject)) : '',
      amount: amount ? inMoney(amount.value, amount.currency) : '',
      earned: earned ? formatEarned(earned) : '',
    }),
    body: gift?.name ?? '',
    link: linkOf(kind, row, actor?.id ?? null),
    createdAt: row.at.toISOString(),
    readAt: row.read_at?.toISOString() ?? null,
    count: row.count,
    actor,
    subject,
    amount,
    earned,
    giftId: (gift?.id as GiftId | undefined) ?? null,
  };
}
