import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../lib/api.ts';
import type { CurrentUser } from '../../lib/session.ts';

export interface Badges {
  /** Credits; undefined while unknown. */
  balance: number | undefined;
  messages: number;
  notifications: number;
}

/** Numbers on the shell's icons. */
export function useBadges(user: CurrentUser | null | undefined): Badges {
  const { data } = useQuery({
    ...queryOf('creditBalance'),
    enabled: user !== null && user?.requiresAgeVerification === false,
  });
  return {
    balance: user ? data?.balance : undefined,
    messages: user?.unread.messages ?? 0,
    notifications: user?.unread.notifications ?? 0,
  };
}
