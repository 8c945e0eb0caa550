import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { jobTasks } from '../../src/modules.ts';
import { imageLibrary } from '../../src/platform/imagery/sharp.ts';
import { chatsOf } from '../chats.ts';
import { findCanary } from '../everywhere.ts';
import { aCreator, aSession, aSubscription, giveCredits, type TestProfile } from '../factories.ts';
import { aPicture, sendFile } from '../pictures.ts';
import { publicationOf } from '../publications.ts';
import { readZip } from '../read-zip.ts';
import { useTestApp } from '../use-app.ts';

// Two members use the features with each other, each with a word of their own in all they write and in their pictures.
// First each saves a copy; then one of them leaves.

const t = useTestApp({ at: new Date('2026-11-24T08:00:00+02:00') });
const chat = chatsOf(() => t);
const dayMs = 86_400_000;
const [ofLeaver, ofStayer] = ['kanarie8', 'mossie9'];
/** In what the one who stays wrote about the one who leaves. */
const aboutLeaver = 'hadeda7';

let leaver: TestProfile;
let stayer: TestProfile;
let item: { leaver: string; stayer: string };
let copies: { leaver: string; stayer: string };
let linesBefore: number;

async function aPictureOf(who: TestProfile, word: string, seed: number): Promise<string> {
  const bytes = await imageLibrary()(await aPicture({ seed }))
    .withExif({ IFD0: { ImageDescription: word, Artist: word }, IFD3: { GPSLatitude: '26/1 12/1 0/1' } })
    .jpeg()
    .toBuffer();
  expect(bytes.includes(word)).toBe(true);
  const { id, status } = await sendFile(t, who, bytes);
  expect(status).toBe(204);
  await t.drain();
  return id;
}

async function must<Body>(answer: Promise<{ status: number; text: string; body: Body }>): Promise<Body> {
  const { status, text, body } = await answer;
  if (status >= 300) throw new Error(`${status} ${text}`);
  return body;
}

async function run(name: string): Promise<void> {
  await jobTasks(t.context)
    .find(({ kind }) => kind.name === name)
    ?.run({}, { id: '1', attempt: 1 });
  await t.drain();
}

async function publish(who: TestProfile, word: string, seed: number): Promise<string> {
  const mediaId = await aPictureOf(who, word, seed);
  const body = publicationOf(mediaId, { title: `${word} title`, description: `${word} description`, tags: [word] });
  return (await must(t.client(who).call('createContent', { body }))).id;
}

async function live(who: TestProfile, word: string, other: TestProfile, others: string, seed: number): Promise<void> {
  const client = t.client(who);
  await must(client.call('setPhotos', { body: { mediaIds: [await aPictureOf(who, word, seed)] } }));
  await must(client.call('postComment', { params: { id: others }, body: { comment: `${word} comment` } }));
  await must(client.call('toggleLike', { params: { id: others } }));
  await must(client.call('toggleFollow', { params: { id: other.profileId } }));
  const attachmentId = await aPictureOf(who, word, seed + 1);
  await must(chat.write(who, other, `${word} message`));
  await must(chat.write(who, other, `${word} with a picture`, { mediaId: attachmentId }));
  await must(
    client.call('report', {
      body: { targetType: 'content', targetId: others, reason: 'spam', details: `${word} report` },
    }),
  );
  await must(client.call('saveReply', { body: { title: `${word} reply`, content: `${word} reply` } }));
  const params = { id: other.profileId };
  const about = who === stayer ? ` ${aboutLeaver}` : '';
  await must(client.call('setFanNote', { params, body: { note: `${word} note${about}` } }));
  const list = await must(client.call('createFanList', { body: { name: `${word} list` } }));
  await must(client.call('setFanLists', { params, body: { listIds: [list.id] } }));
  for (const kind of ['special', 'orientation'] as const)
    await must(client.call('giveAccountConsent', { params: { kind }, body: { number: 1 } }));
  const prompts = [{ prompt: 'sunday' as const, answer: `${word} answer` }];
  const intimate = { pronouns: `${word} pronouns`, orientation: 'queer' as const, lookingFor: ['Friendship' as const] };
  await must(client.call('updateProfile', { body: { ...intimate, prompts, relationshipStatus: 'open' } }));
  await must(client.call('requestInformation', { body: { kind: 'access', text: `${word} wants to know` } }));
  await client.call('searchProfiles', { query: { q: word } });
}

async function copyOf(who: TestProfile): Promise<string> {
  await must(t.client(who).call('askOwnExport'));
  await t.drain();
  const saved = await t.client(who).request('GET', '/api/account/export/data.zip');
  return [...readZip(saved.bytes).values()].map(String).join('\n');
}

async function listStored(): Promise<Map<string, Buffer>> {
  const folder = join(t.config.dataDir, 'media');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return new Map(await Promise.all(files.map(async (file) => [file, await readFile(file)] as const)));
}

beforeAll(async () => {
  leaver = await aCreator(t, {
    ...{ displayName: `${ofLeaver} page`, bio: `${ofLeaver} bio`, firstName: ofLeaver, lastName: ofLeaver },
    email: `${ofLeaver}@people.test`,
  });
  stayer = await aCreator(t, {
    ...{ displayName: `${ofStayer} page`, bio: `${ofStayer} bio`, firstName: ofStayer, lastName: ofStayer },
    email: `${ofStayer}@people.test`,
  });
  for (const who of [leaver, stayer]) await giveCredits(t, who.accountId, 200);
  await aSubscription(t, { subscriber: leaver, creator: stayer });
  await aSubscription(t, { subscriber: stayer, creator: leaver });
  item = { leaver: await publish(leaver, ofLeaver, 11), stayer: await publish(stayer, ofStayer, 31) };
  await live(leaver, ofLeaver, stayer, item.stayer, 51);
  await live(stayer, ofStayer, leaver, item.leaver, 71);
  await t.drain();
  copies = { leaver: await copyOf(leaver), stayer: await copyOf(stayer) };
});

describe('T87: the copy of one member', () => {
  it('holds what they wrote themselves, everywhere', () => {
    for (const [copy, word] of [
      [copies.leaver, ofLeaver],
      [copies.stayer, ofStayer],
    ] as const)
      for (const what of [
        'page',
        'bio',
        'title',
        'description',
        'comment',
        'message',
        'with a picture',
        'report',
        'reply',
        ...['note', 'list', 'answer', 'pronouns'],
      ])
        expect(copy, what).toContain(`${word} ${what}`);
  });

  it('holds no word and no name of the other member of every pair', () => {
    expect(copies.leaver).not.toContain(ofStayer);
    expect(copies.stayer).not.toContain(ofLeaver);
  });
});

describe('T86: a member who left', () => {
  beforeAll(async () => {
    const evidence = await t.db.selectFrom('reports').select('id').execute();
    expect(evidence).toHaveLength(2);
    await t.db
      .updateTable('reports')
      .set({ state: 'dismissed', outcome: 'Nothing wrong', decided_at: t.clock.now() })
      .execute();
    // What fans had paid for is over.
    await t.db
      .updateTable('subscriptions')
      .set({ paid_until: t.clock.now() })
      .where('creator_id', '=', leaver.profileId)
      .execute();
    const client = t.client(leaver);
    const { credits, earningsCents, obstacles } = (await must(client.call('ownData'))).deletion;
    expect(obstacles).toEqual([]);
    await must(client.call('deleteAccount', { body: { credits, earningsCents } }));
    linesBefore = t.log.length;
    t.clock.advance(31 * dayMs);
    for (const name of [
      'records.erase-accounts',
      'records.retention',
      'media.sweep',
      'idempotency.sweep',
      'identity.sweep',
    ])
      await run(name);
    Object.assign(stayer, await aSession(t, stayer.accountId));
  });

  it('is found in the database only where the rules keep it', async () => {
    expect(await findCanary(t.db, ofLeaver)).toEqual(['outgoing_mail.recipient', 'reports.details']);
  });

  it('left no note about them, nothing of their sex life and no word of what they agreed to', async () => {
    expect(copies.stayer).toContain(aboutLeaver);
    expect(await findCanary(t.db, aboutLeaver)).toEqual([]);
    const { rows } = await sql<{ intimate: number; consents: number; kept: number }>`
      select (select count(*)::int from profiles where account_id = ${leaver.accountId}
          and (orientation is not null or pronouns is not null or prompts <> '[]' or relationship_status is not null
            or looking_for <> '{}')) as intimate,
        (select count(*)::int from account_consents where account_id = ${leaver.accountId} and kind <> 'terms') as consents,
        (select count(*)::int from account_consents where account_id = ${stayer.accountId} and withdrawn_at is null) as kept`.execute(
      t.db,
    );
    expect(rows).toEqual([{ intimate: 0, consents: 0, kept: 3 }]);
  });

  it('left no file, and the other keeps theirs', async () => {
    const stored = await listStored();
    const { rows } = await sql<{ folder: string }>`
      select storage_key as folder from media where owner_id = ${stayer.accountId}
        union select key from profile_photos where profile_id = ${stayer.profileId}`.execute(t.db);
    const folders = new Set(rows.map(({ folder }) => folder));
    expect(folders.size).toBeGreaterThan(3);
    expect([...stored.keys()].filter((file) => ![...folders].some((folder) => file.includes(folder)))).toEqual([]);
    // Not even of what stays: a picture loses what its camera wrote when it arrives.
    for (const [file, bytes] of stored) expect(bytes.includes(ofStayer), file).toBe(false);
  });

  it('is in no job, no line of the log, and no mail but the receipt', async () => {
    expect(JSON.stringify(t.log)).not.toContain(ofLeaver);
    expect(t.log.slice(linesBefore).filter(({ level }) => level === 'error')).toEqual([]);
    const mails = (await t.context.mailer.outbox()).filter(({ to }) => to === leaver.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Your account was erased']);
    expect(mails[0]?.text).not.toContain(ofLeaver);
  });

  it('is in no thread, notice, list, search or count of the other', async () => {
    const client = t.client(stayer);
    expect((await chat.threads(stayer)).body.items).toEqual([]);
    const seen = await Promise.all([
      client.call('listNotifications'),
      client.call('listComments', { params: { id: item.stayer } }),
      client.call('searchProfiles', { query: { q: ofLeaver } }),
      client.call('listFollowing'),
      client.call('contentFeed'),
    ]);
    for (const answer of seen) {
      expect(answer.status).toBe(200);
      expect(answer.text).not.toContain(ofLeaver);
      expect(answer.text).not.toContain(leaver.profileId);
    }
    const own = await t.db
      .selectFrom('content_items')
      .select(['like_count', 'comment_count'])
      .where('id', '=', item.stayer)
      .executeTakeFirst();
    expect(own).toEqual({ like_count: 0, comment_count: 0 });
    const page = await t.db
      .selectFrom('profiles')
      .select(['like_count', 'follower_count', 'subscriber_count'])
      .where('id', '=', stayer.profileId)
      .executeTakeFirst();
    expect(page).toEqual({ like_count: 0, follower_count: 0, subscriber_count: 0 });
  });

  it('is not in the next copy of the other', async () => {
    expect(await copyOf(stayer)).not.toContain(ofLeaver);
  });
});
