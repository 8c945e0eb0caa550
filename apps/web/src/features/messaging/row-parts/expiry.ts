import { serverTime } from '../../../lib/helpers/clock.ts';
import type { MessageView } from '../types.ts';

/**
 * True when a message has expired; no event reports that. `now` is the device's clock, which may be off by hours;
 * expiry follows the server's.
 */
export const isExpired = ({ expiresAt }: Pick<MessageView, 'expiresAt'>, now: number): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= serverTime(now);

/** The other member's messages that are shown here; only these count as seen. */
export const seenMessages = (messages: readonly MessageView[], otherId: string, now: number): MessageView[] =>
  messages.filter((each) => each.senderId === otherId && !isExpired(each, now));
