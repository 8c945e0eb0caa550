import type pg from 'pg';
import { insertRows } from './bulk.ts';
import { creatorThreads, fanThreads, type SampleThread } from './chat-texts.ts';
import { type SamplePerson, seededId } from './people.ts';
import { createRandom, type Random } from './random.ts';
import { demoScale } from './scale.ts';

const minute = 60_000;

/** The threads of the two demo accounts: five unread messages and one message request each. */
export async function insertChat(client: pg.ClientBase, people: readonly SamplePerson[], now: Date): Promise<void> {
  const random = createRandom(demoScale.seed + 60);
  const byEmail = new Map(people.map((person) => [person.email, person]));
  const taken = new Set<string>();
  for (const [email, threads] of [
    ['fan@vlam.test', fanThreads],
    ['creator@vlam.test', creatorThreads],
  ] as const) {
    const own = byEmail.get(email);
    if (!own) continue;
    for (const thread of threads) {
      const other = otherOf(thread, people, taken);
      if (!other) continue;
      taken.add(other.profileId);
      await insertThread(client, random, { own, other, thread, now });
    }
  }
}

/** People who stay online for a while, so that the list shows online people. */
function otherOf({ with: wanted }: SampleThread, people: readonly SamplePerson[], taken: ReadonlySet<string>) {
  if ('slug' in wanted) return people.find(({ sampleSlug }) => sampleSlug === wanted.slug);
  if ('email' in wanted) return people.find(({ email }) => email === wanted.email);
  return people.find(
    ({ n, city, creator, profileId }) =>
      n !== null &&
      n > demoScale.staying &&
      n < demoScale.online - 100 &&
      city === wanted.city &&
      (creator !== null) === wanted.creator &&
      !taken.has(profileId),
  );
}

export async function insertThread(
  client: pg.ClientBase,
  random: Random,
  { own, other, thread, now }: { own: SamplePerson; other: SamplePerson; thread: SampleThread; now: Date },
): Promise<void> {
  const at = (minutesAgo: number) => new Date(now.getTime() - minutesAgo * minute);
  const [low, high] = [own.profileId, other.profileId].sort() as [string, string];
  const lines = thread.lines.map(([who, minutesAgo, text, reaction], index) => ({
    seq: index + 1,
    senderId: who === 'I' ? own.profileId : other.profileId,
    at: at(minutesAgo),
    text,
    reaction: reaction ?? null,
  }));
  const [first, last] = [lines[0], lines.at(-1)];
  if (!first || !last) return;
  const id = seededId(random, first.at, now);
  const latestFrom = (profileId: string) => lines.findLast(({ senderId }) => senderId === profileId)?.seq ?? 0;
  await insertRows(
    client,
    'conversations',
    {
      id: 'uuid',
      low_id: 'uuid',
      high_id: 'uuid',
      counter: 'bigint',
      created_at: 'timestamptz',
      latest_at: 'timestamptz',
      low_latest_seq: 'bigint',
      high_latest_seq: 'bigint',
    },
    [[id, low, high, lines.length, first.at, last.at, latestFrom(low), latestFrom(high)]],
  );
  const side = (me: SamplePerson, them: SamplePerson, readSeq: number, box: string) => [
    id,
    me.profileId,
    them.profileId,
    box,
    latestFrom(me.profileId) > 0,
    last.seq,
    readSeq,
    latestFrom(them.profileId),
    last.at,
  ];
  await insertRows(
    client,
    'conversation_members',
    {
      conversation_id: 'uuid',
      profile_id: 'uuid',
      other_id: 'uuid',
      box: 'text',
      has_written: 'boolean',
      delivered_seq: 'bigint',
      read_seq: 'bigint',
      latest_incoming_seq: 'bigint',
      listed_at: 'timestamptz',
    },
    [side(own, other, last.seq - thread.unread, thread.box ?? 'inbox'), side(other, own, last.seq, 'inbox')],
  );
  await insertRows(
    client,
    'messages',
    {
      conversation_id: 'uuid',
      seq: 'bigint',
      revision: 'bigint',
      id: 'uuid',
      sender_id: 'uuid',
      client_id: 'text',
      content: 'text',
      low_reaction: 'text',
      high_reaction: 'text',
      created_at: 'timestamptz',
    },
    lines.map(({ seq, senderId, at: sentAt, text, reaction }) => {
      const messageId = seededId(random, sentAt, now);
      // The other member reacts.
      return [
        id,
        seq,
        seq,
        messageId,
        senderId,
        messageId,
        text,
        senderId === high ? reaction : null,
        senderId === low ? reaction : null,
        sentAt,
      ];
    }),
  );
  const met = [...new Set(lines.map(({ senderId }) => senderId))];
  await client.query(
    `insert into profile_acquaintances (profile_id, other_id, created_at)
       select one, case when one = $2 then $3 else $2 end, $4 from unnest($1::uuid[]) as one on conflict do nothing`,
    [met, low, high, first.at],
  );
}
