import type pg from 'pg';
import { abstractPictureSvg } from '../src/platform/imagery/abstract-picture.ts';
import { PALETTES, paletteAt } from '../src/platform/imagery/palettes.ts';
import { renderJpeg } from '../src/platform/imagery/render.ts';
import { insertRows } from './bulk.ts';
import type { SampleItem } from './content.ts';
import type { Random } from './random.ts';

const shape = { width: 1080, height: 1350 } as const;
const widths = [360, 720, 1080];

/**
 * Writes the pictures' rows. Their files are drawn at the first request, from the id and the palette stored here, so
 * that thousands of pictures take no time at the start.
 */
export async function insertPictures(
  client: pg.ClientBase,
  random: Random,
  items: readonly Pick<SampleItem, 'mediaId' | 'ownerId' | 'publishedAt'>[],
): Promise<void> {
  const pictures = items.map((item) => ({ item, palette: random.integer(0, PALETTES.length - 1) }));
  const folder = () => Array.from({ length: 32 }, () => random.integer(0, 15).toString(16)).join('');
  await insertRows(
    client,
    'media',
    {
      id: 'uuid',
      owner_id: 'uuid',
      kind: 'text',
      state: 'text',
      byte_size: 'bigint',
      width: 'integer',
      height: 'integer',
      tints: 'text[]',
      widths: 'integer[]',
      storage_key: 'text',
      created_at: 'timestamptz',
      ready_at: 'timestamptz',
    },
    pictures.map(({ item, palette }) => {
      const { glow, key, dusk } = paletteAt(palette);
      return [
        item.mediaId,
        item.ownerId,
        'image',
        'ready',
        0,
        shape.width,
        shape.height,
        [glow, key, dusk].join('|'),
        widths.join('|'),
        folder(),
        item.publishedAt,
        item.publishedAt,
      ];
    }),
  );
  await insertRows(
    client,
    'demo_media',
    { id: 'uuid', palette: 'smallint' },
    pictures.map(({ item, palette }) => [item.mediaId, palette]),
  );
}

/** Draws a sample picture's original; null for other media. */
export async function drawSample(pool: pg.Pool, mediaId: string): Promise<Buffer | null> {
  const { rows } = await pool.query<{ palette: number }>('select palette from demo_media where id = $1', [mediaId]);
  const sample = rows[0];
  return sample ? renderJpeg(abstractPictureSvg(mediaId, { ...shape, palette: sample.palette })) : null;
}
