import type { Db } from '../../platform/database.ts';
import { findOriginalId } from './copies.ts';
import type { Intake } from './intake.ts';
import type { StoredMedia } from './media.ts';
import { updateSizes } from './store.ts';

/** Draws a sample picture at its first request; null when the id is not one of the samples. */
export type DrawSample = (mediaId: string) => Promise<Buffer | null>;

/** Draws sample pictures whose files are missing, each once at a time; returns whether it could. */
export function createRedraw({
  db,
  intake,
  drawSample,
}: {
  db: Db;
  intake: Pick<Intake, 'storeSample'>;
  drawSample: DrawSample | undefined;
}): (media: StoredMedia) => Promise<boolean> {
  const pending = new Map<string, Promise<boolean>>();
  async function redraw(media: StoredMedia): Promise<boolean> {
    const original = media.isCopy ? await findOriginalId(db, media.storageKey) : media.id;
    const picture = original && (await drawSample?.(original));
    if (!picture) return false;
    await updateSizes(db, media.id, await intake.storeSample(media.storageKey, picture));
    return true;
  }
  return (media) => {
    const folder = media.storageKey;
    const drawn = pending.get(folder) ?? redraw(media).finally(() => pending.delete(folder));
    pending.set(folder, drawn);
    return drawn;
  };
}
