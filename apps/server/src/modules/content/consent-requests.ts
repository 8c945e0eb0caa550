import { consentDays } from '@vlam/contract/consents';
import type { Clock } from '../../platform/clock.ts';
import type { Notice } from '../../platform/notices.ts';
import type { ItemRow } from './store.ts';

const dayMs = 86_400_000;

/** The time until which a request that is made now may be answered. */
export const lastDayToAnswer = (clock: Pick<Clock, 'now'>): Date =>
  new Date(clock.now().getTime() + consentDays * dayMs);

/** Asks a member for their consent to a file; once per member and file. */
export const consentNotice = (item: ItemRow, accountId: string, mediaId: string | null): Notice => ({
  kind: 'consent_asked',
  to: { accountId },
  key: `consent:${item.id}:${accountId}:${mediaId}`,
  actorId: item.profile_id,
});
