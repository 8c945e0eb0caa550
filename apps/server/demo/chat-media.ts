import { join } from 'node:path';
import type pg from 'pg';
import type { Context } from '../src/context.ts';
import { insertRows } from './bulk.ts';
import { type SamplePerson, seededId } from './people.ts';
import { insertPictures } from './pictures.ts';
import { createRandom } from './random.ts';
import { demoScale } from './scale.ts';

/** Locked media that two creators offer the demo fan in their threads. */
const offers = [
  { kind: 'photo', price: 25 },
  { kind: 'video', price: 50 },
] as const;

interface Place {
  conversation_id: string;
  seq: string;
  created_at: Date;
  account_id: string;
}

/**
 * Attaches a locked picture and a locked clip to existing messages of creators to the demo fan. Without the decoder for
 * clips only the picture is attached.
 */
export async function insertChatMedia(
  client: pg.ClientBase,
  { context, people, now }: { context: Pick<Context, 'media'>; people: readonly SamplePerson[]; now: Date },
): Promise<void> {
  const fan = people.find(({ email }) => email === 'fan@vlam.test');
  if (!fan) return;
  const random = createRandom(demoScale.seed + 66);
  const { rows } = await client.query<Place>(
    `select distinct on (message.conversation_id) message.conversation_id, message.seq, message.created_at, sender.account_id
       from messages message
       join conversation_members own on own.conversation_id = message.conversation_id and own.profile_id = $1
       join profiles sender on sender.id = message.sender_id and sender.category is not null
       where message.sender_id <> $1 and own.box = 'inbox'
       order by message.conversation_id, message.seq desc`,
    [fan.profileId],
  );
  const places = rows.sort((left, right) => right.created_at.getTime() - left.created_at.getTime());
  for (const [index, { kind, price }] of offers.entries()) {
    const place = places[index];
    if (!place) return;
    const file = {
      mediaId: seededId(random, place.created_at, now),
      ownerId: place.account_id,
      publishedAt: place.created_at,
    };
    if (kind === 'photo') await insertPictures(client, random, [file]);
    else if (await context.media.clipsWork())
      await context.media.importSampleClip(file.ownerId, join(import.meta.dirname, 'clip.mp4'), {
        id: file.mediaId,
        createdAt: file.publishedAt,
      });
    else return;
    await insertRows(
      client,
      'message_attachments',
      {
        attachment_id: 'uuid',
        position: 'smallint',
        media_id: 'uuid',
        owner_account_id: 'uuid',
        is_album: 'boolean',
        created_at: 'timestamptz',
      },
      [[file.mediaId, 0, file.mediaId, file.ownerId, false, file.publishedAt]],
    );
    await client.query(
      'update messages set media_id = $3, media_type = $4, price = $5 where conversation_id = $1 and seq = $2',
      [place.conversation_id, place.seq, file.mediaId, kind, price],
    );
  }
}
