import { serverTime } from '../../lib/clock.ts';
import type { MessageView } from './types.ts';

/**
 * Whether a message's time is over; nobody says so again when it is. `now` is what this device's clock says, which may
 * be wrong by hours: its time runs on the server's.
 */
export const isOver = ({ expiresAt }: Pick<MessageView, 'expiresAt'>, now: number): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= serverTime(now);

/** What the other wrote and this page shows; nothing else has been seen. */
export const shownOf = (messages: readonly MessageView[], otherId: string, now: number): MessageView[] =>
  messages.filter((each) => each.senderId === otherId && !isOver(each, now));
