import type pg from 'pg';
import { insertRows } from './bulk.ts';
import { type SamplePerson, seededId } from './people.ts';
import { insertPictures } from './pictures.ts';
import { createRandom } from './random.ts';
import { demoScale } from './scale.ts';

/** Albums that the demo creator shares with the demo fan. */
const albums = [
  { title: 'Before the shutters open', files: 5, daysAgo: 2 },
  { title: 'One lamp, unused frames', files: 3, daysAgo: 9 },
] as const;
const day = 86_400_000;

/** Writes the albums of the demo creator, with pictures of their own. */
export async function insertAlbums(client: pg.ClientBase, people: readonly SamplePerson[], now: Date): Promise<void> {
  const [creator, fan] = ['creator@vlam.test', 'fan@vlam.test'].map((email) =>
    people.find((one) => one.email === email),
  );
  if (!creator || !fan) return;
  const random = createRandom(demoScale.seed + 67);
  for (const { title, files, daysAgo } of albums) {
    const at = new Date(now.getTime() - daysAgo * day);
    const albumId = seededId(random, at, now);
    const pictures = Array.from({ length: files }, (_, position) => {
      // Uploaded before the album was made, a few minutes apart.
      const uploadedAt = new Date(at.getTime() - (files - position) * 4 * 60_000 - position * 17_000);
      return { mediaId: seededId(random, uploadedAt, now), ownerId: creator.accountId, publishedAt: uploadedAt };
    });
    await insertPictures(client, random, pictures);
    await insertRows(
      client,
      'albums',
      { id: 'uuid', profile_id: 'uuid', title: 'text', created_at: 'timestamptz', changed_at: 'timestamptz' },
      [[albumId, creator.profileId, title, at, at]],
    );
    await insertRows(
      client,
      'album_files',
      { album_id: 'uuid', position: 'smallint', media_id: 'uuid' },
      pictures.map(({ mediaId }, position) => [albumId, position, mediaId]),
    );
    await insertRows(client, 'album_people', { album_id: 'uuid', profile_id: 'uuid', shared_at: 'timestamptz' }, [
      [albumId, fan.profileId, at],
    ]);
  }
}
