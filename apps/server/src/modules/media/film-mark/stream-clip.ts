import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Database } from '../../../platform/database.ts';
import type { Storage } from '../../../platform/storage.ts';
import { clipName } from '../clip/outcome.ts';
import type { StoredMedia } from '../media.ts';
import { trackFileName } from '../stream/outcome.ts';
import { processStream } from '../stream/process-stream.ts';
import { listTracks, saveStream, startStream } from '../stream/stream-store.ts';
import { shareTracks } from './variant-store.ts';

interface StreamClipDependencies {
  db: Database['db'];
  storage: Storage;
  workFolder: string;
}

/**
 * Makes the tracks of a stream beside a clip, which is one file, so that its buyers can get marked copies. No effect
 * for a file that has them. A second run starts over.
 */
export function createStreamClip({ db, storage, workFolder }: StreamClipDependencies) {
  return async (media: StoredMedia): Promise<void> => {
    const { id, storageKey, clip } = media;
    if (!clip || (await listTracks(db, id)).length > 0) return;
    await shareTracks(db, media);
    if ((await listTracks(db, id)).length > 0) return;
    const folder = join(workFolder, `${storageKey}-stream`);
    const tracks = join(folder, 'tracks');
    await rm(folder, { recursive: true, force: true });
    await mkdir(tracks, { recursive: true, mode: 0o700 });
    try {
      const input = join(folder, clipName(clip));
      await pipeline(storage.read(`${storageKey}/${clipName(clip)}`), createWriteStream(input));
      await startStream(db, id);
      const stream = await processStream({ kind: 'video', input, folder: tracks, onProgress: () => undefined });
      for (const { name } of stream.tracks)
        await storage.put(`${storageKey}/${trackFileName(name)}`, createReadStream(join(tracks, trackFileName(name))));
      await db.transaction().execute((tx) => saveStream(tx, id, stream));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
}
