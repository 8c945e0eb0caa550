import type { Database } from '../../platform/database.ts';
import { paletteOf } from '../../platform/imagery/palettes.ts';
import { veilWebp } from '../../platform/imagery/pictures.ts';
import { createRenderedCache } from '../../platform/imagery/rendered-cache.ts';
import type { MediaService } from '../media/service.ts';
import type { ItemRow } from './store.ts';

/** Pixels of a veil: an item's card in 4:5 at two pixels a point. */
const size = { width: 344, height: 430 } as const;

export interface Veils {
  draw(item: Pick<ItemRow, 'id' | 'profile_id' | 'media_id'>): Promise<Buffer>;
}

/** What stands for an item nobody has paid for: cloth drawn from its id in its creator's light, never from the file. */
export function createVeils(deps: { database: Database; media: Pick<MediaService, 'tintsOf'> }): Veils {
  const cache = createRenderedCache({ maxBytes: 32 * 1024 * 1024 });
  return {
    draw: (item) =>
      cache.get(item.id, async () => {
        const tints = item.media_id ? await deps.media.tintsOf(deps.database.db, item.media_id) : [];
        return veilWebp(item.id, { ...size, palette: paletteOf(item.profile_id), tints });
      }),
  };
}
