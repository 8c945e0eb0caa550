import { sql } from 'kysely';
import type pg from 'pg';
import type { Database } from '../src/platform/database.ts';
import { abstractPictureSvg } from '../src/platform/imagery/abstract-picture.ts';
import { PALETTES, paletteAt } from '../src/platform/imagery/palettes.ts';
import { renderJpeg } from '../src/platform/imagery/render.ts';
import { insertRows } from './bulk.ts';
import type { Random } from './random.ts';
import { demoScale } from './scale.ts';

const shape = { width: 720, height: 900 } as const;
const widths = [360, 720];

/** A file that a sample person owns. */
export interface SampleFile {
  mediaId: string;
  ownerId: string;
  publishedAt: Date;
}

interface Drawing {
  folder: string;
  palette: number;
}

/** The columns that all sample files have, in the order of `insertFiles`. */
export const fileColumns = {
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
} as const;

const randomFolder = (random: Random): string =>
  Array.from({ length: 32 }, () => random.integer(0, 15).toString(16)).join('');

/** The distinct pictures of the sample world; made with the first of its files. */
async function drawings(client: pg.ClientBase, random: Random): Promise<Drawing[]> {
  await client.query(`create table if not exists demo_pictures (
    folder text primary key, n integer not null, palette smallint not null, drawn boolean not null default false)`);
  const { rows } = await client.query<Drawing>('select folder, palette from demo_pictures order by n');
  if (rows.length > 0) return rows;
  const made = Array.from({ length: demoScale.pictures }, () => ({
    folder: randomFolder(random),
    palette: random.integer(0, PALETTES.length - 1),
  }));
  await insertRows(
    client,
    'demo_pictures',
    { folder: 'text', n: 'integer', palette: 'smallint' },
    made.map(({ folder, palette }, n) => [folder, n, palette]),
  );
  return made;
}

/**
 * Writes the pictures' rows. Many share the files of one drawing, as the uses of one upload do; none of an owner's
 * do, nor any that were published one after the other. Files are drawn later, so they take no time at the start.
 */
export async function insertPictures(
  client: pg.ClientBase,
  random: Random,
  files: readonly SampleFile[],
): Promise<void> {
  const all = await drawings(client, random);
  const { rows: earlier } = await client.query<{ owner_id: string; storage_key: string }>(
    `select owner_id, storage_key from media where owner_id = any ($1) and kind = 'image'`,
    [[...new Set(files.map(({ ownerId }) => ownerId))]],
  );
  const taken = new Set(earlier.map(({ owner_id, storage_key }) => owner_id + storage_key));
  let next = random.integer(0, all.length - 1);
  const choose = (ownerId: string): Drawing => {
    for (let tries = 0; ; tries += 1) {
      const drawing = all[next % all.length] as Drawing;
      next += 1;
      if (taken.has(ownerId + drawing.folder) && tries < all.length) continue;
      taken.add(ownerId + drawing.folder);
      return drawing;
    }
  };
  const inOrder = [...files].sort((one, other) => one.publishedAt.getTime() - other.publishedAt.getTime());
  await insertRows(
    client,
    'media',
    fileColumns,
    inOrder.map(({ mediaId, ownerId, publishedAt }) => {
      const { folder, palette } = choose(ownerId);
      const { glow, key, dusk } = paletteAt(palette);
      const tints = [glow, key, dusk].join('|');
      const { width, height } = shape;
      const sizes = widths.join('|');
      return [mediaId, ownerId, 'image', 'ready', 0, width, height, tints, sizes, folder, publishedAt, publishedAt];
    }),
  );
}

/** Gives a picture a drawing that nothing else shows: an X18 rating closes every use of a file. */
export async function giveOwnDrawing(db: Database['db'], random: Random, mediaId: string): Promise<void> {
  const folder = randomFolder(random);
  await sql`insert into demo_pictures (folder, n, palette)
    select ${folder}, (select max(n) + 1 from demo_pictures), drawing.palette
      from media join demo_pictures as drawing on drawing.folder = media.storage_key
      where media.id = ${mediaId}`.execute(db);
  await db.updateTable('media').set({ storage_key: folder }).where('id', '=', mediaId).execute();
}

/** The original of a drawing. */
export const draw = ({ folder, palette }: Drawing): Promise<Buffer> =>
  renderJpeg(abstractPictureSvg(folder, { ...shape, palette }));

/** Draws a sample picture's original; null for other media. */
export async function drawSample(pool: pg.Pool, mediaId: string): Promise<Buffer | null> {
  const { rows } = await pool.query<Drawing>(
    `select folder, palette from demo_pictures join media on storage_key = folder where id = $1`,
    [mediaId],
  );
  return rows[0] ? draw(rows[0]) : null;
}
