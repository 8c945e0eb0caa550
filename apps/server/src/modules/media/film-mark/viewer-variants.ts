import type { KeyObject } from 'node:crypto';
import type { Database } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { sentence } from '../../../platform/words.ts';
import type { StoredMedia } from '../media.ts';
import { codeWord, layersIn } from './code.ts';
import { variantName } from './outcome.ts';
import { placesOf, type SegmentPlace } from './segment-places.ts';
import { isMarkPending, listVariants, type StoredVariant } from './variant-store.ts';

export interface ViewerVariants {
  /** The segments of a rung for an account. Throws `MEDIA_NOT_READY` before the variants are encoded. */
  segmentsFor(
    media: Pick<StoredMedia, 'id' | 'storageKey'>,
    track: { name: string; initSize: number; segmentSizes: readonly number[] },
    accountId: string,
  ): Promise<SegmentPlace[]>;
  /** Throws `MEDIA_NOT_READY`. */
  requireReady(media: Pick<StoredMedia, 'id' | 'storageKey'>): Promise<void>;
}

const maxCached = 200;
/** Thrown when a member buys or plays a film too early. */
export const beingPreparedMessage = sentence('This video is being prepared for its buyers. Try again in a few minutes');
const notReady = () => new AppError('MEDIA_NOT_READY', { message: beingPreparedMessage });

export function createViewerVariants({ db, markKey }: { db: Database['db']; markKey: KeyObject }): ViewerVariants {
  /** Once encoded they never change. */
  const known = new Map<string, StoredVariant[]>();

  async function variantsIn(storageKey: string): Promise<StoredVariant[]> {
    const cached = known.get(storageKey);
    if (cached) return cached;
    const variants = await listVariants(db, storageKey);
    if (variants.length === 0) throw notReady();
    known.set(storageKey, variants);
    const [oldest] = known.keys();
    if (known.size > maxCached && oldest) known.delete(oldest);
    return variants;
  }

  return {
    async requireReady({ id, storageKey }) {
      await variantsIn(storageKey);
      if (await isMarkPending(db, [id])) throw notReady();
    },
    async segmentsFor({ id, storageKey }, track, accountId) {
      const variants = (await variantsIn(storageKey)).filter((each) => each.track === track.name);
      const count = track.segmentSizes.length;
      const word = codeWord(markKey, { mediaId: id, accountId }, count, layersIn(variants));
      const places = new Map([[0, placesOf(track.name, track)]]);
      for (const each of variants) places.set(each.variant, placesOf(variantName(track.name, each.variant), each));
      return Array.from(word, (variant, segment) => {
        const place = places.get(variant)?.[segment];
        if (!place) throw notReady();
        return place;
      });
    },
  };
}
