import { type VeilWidth, veilWidths } from '@vlam/contract/rules/veil';
import type { Database } from '../../platform/database.ts';
import { paletteOf } from '../../platform/imagery/palettes.ts';
import { veilWebp } from '../../platform/imagery/pictures.ts';
import { createRenderedCache } from '../../platform/imagery/rendered-cache.ts';
import type { MediaService } from '../media/service.ts';
import type { ItemRow } from './store.ts';

/** Height of a veil to its width: an item's card. */
const ratio = 5 / 4;

export interface Veils {
  draw(item: Pick<ItemRow, 'id' | 'profile_id' | 'media_id'>, width?: VeilWidth): Promise<Buffer>;
}

/** The stand-in for an unpaid item: cloth drawn from its id in its creator's light, never from the file. */
export function createVeils(deps: { database: Database; media: Pick<MediaService, 'tintsOf'> }): Veils {
  const cache = createRenderedCache({ maxBytes: 32 * 1024 * 1024 });
  return {
    draw: (item, asked = veilWidths[0]) =>
      cache.get(`${item.id} ${asked}`, async () => {
        const width = Number(asked);
        const tints = item.media_id ? await deps.media.tintsOf(deps.database.db, item.media_id) : [];
        return veilWebp(item.id, {
          width,
          height: Math.round(width * ratio),
          palette: paletteOf(item.profile_id),
          tints,
        });
      }),
  };
}
