import type { Clock } from '../../platform/clock.ts';
import type { StoredMedia } from './media.ts';

/** Whether an account that does not own a file may see it now. */
export type MayView = (accountId: string, mediaId: string) => Promise<boolean>;

/** A right that ends is refused at the latest after this time. */
const maxAgeMs = 1_000;

interface FileAccessDependencies {
  find(mediaId: string): Promise<StoredMedia | undefined>;
  mayView: MayView;
  clock: Pick<Clock, 'monotonicMs'>;
}

/**
 * Finds files and checks viewers' rights to them. A granted right also covers the further ranges and segments of that
 * file within a second, because a player requests many. The file's row is read each time, so that a removed file is
 * refused at once. A refusal is not cached, so that a purchase takes effect at once.
 */
export function createFileAccess({ find, mayView, clock }: FileAccessDependencies) {
  /** When each right was last granted, oldest first. */
  const grantedAt = new Map<string, number>();

  function forgetExpired(): void {
    for (const [key, at] of grantedAt) {
      if (clock.monotonicMs() - at <= maxAgeMs) return;
      grantedAt.delete(key);
    }
  }

  return {
    /**
     * The ready file, or null without it or the right to it. `isContinued`: the request reads on from a place in the
     * file after its start.
     */
    async open(
      accountId: string,
      mediaId: string,
      { isContinued }: { isContinued: boolean },
    ): Promise<StoredMedia | null> {
      // Taken before the check: a right that ends during it must not last longer.
      const at = clock.monotonicMs();
      const media = await find(mediaId);
      if (media?.state !== 'ready') return null;
      if (media.ownerId === accountId) return media;
      forgetExpired();
      const key = `${accountId} ${mediaId}`;
      if (isContinued && grantedAt.has(key)) return media;
      const isOpen = await mayView(accountId, mediaId);
      grantedAt.delete(key);
      if (!isOpen) return null;
      grantedAt.set(key, at);
      return media;
    },
  };
}
