import type { ComplianceAction } from '@vlam/contract/rules/film-board';
import { addDays } from '../../platform/clock.ts';
import type { RegistrationRow } from './store.ts';

/** What is known of a creator's registration on a calendar day. */
export interface Registered {
  latest: RegistrationRow | undefined;
  /** The one that holds. */
  active: RegistrationRow | undefined;
  today: string;
  /** Days before its end from which a registration may be renewed. */
  renewalDays: number;
}

const isEnding = ({ active, today, renewalDays }: Registered): boolean =>
  Boolean(active?.valid_until && active.valid_until <= addDays(today, renewalDays));

/** Whether an application may be sent: none waits, and none holds for long. */
export const mayApply = (known: Registered): boolean =>
  known.latest?.status !== 'pending' && (!known.active || isEnding(known));

/** What a creator has to do next; null for nothing. */
export function actionOf(known: Registered): ComplianceAction | null {
  const { latest, active } = known;
  if (latest?.status === 'pending') return null;
  if (latest?.status === 'refused') return 'correct';
  if (!active) return 'register';
  if (isEnding(known)) return 'renew';
  return active.certificate_media_id || active.has_certificate_pdf ? null : 'add_certificate';
}

/** The reminder that is due: the fewest of the days that are not fewer than what is left; null when it was sent. */
export function reminderDue(
  { daysLeft, remindedDays }: { daysLeft: number; remindedDays: number | null },
  reminderDays: readonly number[],
): number | null {
  const due = [...reminderDays].sort((one, other) => one - other).find((days) => days >= daysLeft);
  return due !== undefined && (remindedDays === null || due < remindedDays) ? due : null;
}
