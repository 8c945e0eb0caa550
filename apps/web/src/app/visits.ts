import type { ProfileView } from '@vlam/contract/profiles';
import { recordVisit } from '../features/profiles/visit.ts';
import { queryClient } from './query-client.ts';

let latest: string | null = null;

/** Counts a visit of a creator's page, and how the member came to it; once while the page stays open. */
export function record({ id, creator, isOwn }: Pick<ProfileView, 'id' | 'creator' | 'isOwn'>): void {
  const isSame = latest === id;
  latest = id;
  if (creator && !isOwn && !isSame) recordVisit(queryClient, id);
}
