import { createHmac, type KeyObject } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Database } from '../../../platform/database.ts';
import type { Storage } from '../../../platform/storage.ts';
import { runConfined } from '../confined.ts';
import { removeUnusedFolder } from '../copies.ts';
import type { StoredMedia } from '../media.ts';
import { findMedia } from '../store.ts';
import { type EncodedTrack, trackFileName } from '../stream/outcome.ts';
import { pictureTracks } from '../stream/playlists.ts';
import { listTracks } from '../stream/stream-store.ts';
import { layersFor } from './code.ts';
import { type EncodedVariant, seedName, type VariantOutcome, type VariantTask, variantName } from './outcome.ts';
import { createStreamClip } from './stream-clip.ts';
import { listUnmarkedTwins, listVariants, saveVariants, setMarked } from './variant-store.ts';

const program = join(import.meta.dirname, 'variant-worker.ts');
const limits = { maxMemory: 1_800 * 1024 ** 2, maxMs: 6 * 3_600_000 };

interface MakeVariantsDependencies {
  db: Database['db'];
  storage: Storage;
  markKey: KeyObject;
  workFolder: string;
}

/**
 * Encodes and stores the variants of every rung of a ready film, for a clip the rungs before; no effect when they are
 * there. A free use of a film that is sold is marked then. A second run starts over.
 */
export function createMakeVariants({ db, storage, markKey, workFolder }: MakeVariantsDependencies) {
  const streamClip = createStreamClip({ db, storage, workFolder });
  return async (mediaId: string): Promise<void> => {
    const media = await findMedia(db, mediaId);
    if (media?.state !== 'ready') return;
    if (!media.isMarked && !(await listUnmarkedTwins(db, [mediaId])).includes(mediaId)) return;
    await streamClip(media);
    if ((await listVariants(db, media.storageKey)).length === 0) await makeVariants(media);
    if (!media.isMarked) await setMarked(db, [mediaId]);
  };

  async function makeVariants({ id, storageKey }: Pick<StoredMedia, 'id' | 'storageKey'>): Promise<void> {
    const folder = join(workFolder, `${storageKey}-variants`);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    try {
      // A use of the file that is made later shares its folder, so the patterns are the folder's.
      const seed = createHmac('sha256', markKey).update(`film patterns ${storageKey}`).digest();
      const tracks = pictureTracks(await listTracks(db, id));
      const variants: EncodedVariant[] = [];
      for (const track of tracks) variants.push(...(await encodeTrack(storageKey, track, { folder, seed })));
      await db.transaction().execute((tx) => saveVariants(tx, storageKey, variants));
      // The file was removed during the work: delete what was just stored.
      await removeUnusedFolder(db, storage, storageKey);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  async function encodeTrack(
    storageKey: string,
    track: EncodedTrack,
    { folder, seed }: { folder: string; seed: Buffer },
  ): Promise<EncodedVariant[]> {
    const input = trackFileName(track.name);
    await pipeline(storage.read(`${storageKey}/${input}`), createWriteStream(join(folder, input)));
    const variants = await encodeVariants(folder, track, seed);
    for (const { variant } of variants) {
      const file = trackFileName(variantName(track.name, variant));
      await storage.put(`${storageKey}/${file}`, createReadStream(join(folder, file)));
      await rm(join(folder, file));
    }
    await rm(join(folder, input));
    return variants;
  }
}

/** Encodes the variants of a rung whose file lies in a folder, beside it, in a confined program. */
export async function encodeVariants(folder: string, track: EncodedTrack, seed: Buffer): Promise<EncodedVariant[]> {
  const { name, width, height, frameRate, segmentMs } = track;
  await writeFile(join(folder, seedName), seed, { mode: 0o600 });
  const task: VariantTask = {
    folder,
    input: join(folder, trackFileName(name)),
    track: { name, width, height, frameRate, segmentMs },
    layers: layersFor(segmentMs.length),
    ...limits,
  };
  const { code, lastLine } = await runConfined({
    program,
    args: [JSON.stringify(task)],
    reads: [],
    writable: folder,
    maxMs: limits.maxMs + 1_000,
  });
  const outcome = code === 0 ? (JSON.parse(lastLine) as VariantOutcome) : { refused: 'unreadable' };
  if ('refused' in outcome) throw new Error(`the variants of ${name} could not be encoded`);
  return outcome.variants;
}
