import { readdir } from 'node:fs/promises';
import { type Insertable, sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { chatsOf, contentsOf } from '../../../../test/chats.ts';
import { aProfile, type TestProfile } from '../../../../test/factories.ts';
import { aPicture, sendFile } from '../../../../test/pictures.ts';
import { aRatedDraft, aReadyFile, at } from '../../../../test/publications.ts';
import { useTestApp } from '../../../../test/use-app.ts';
import { jobTasks } from '../../../modules.ts';
import type { DB } from '../../../platform/database-types.ts';
import { newId } from '../../../platform/ids.ts';
import { listOldFolders } from '../../lives/segment-store.ts';

const t = useTestApp({ at: new Date('2026-11-24T08:00:00+02:00') });
const { write, read, aPair } = chatsOf(() => t);
const dayMs = 86_400_000;

const insert = async <Table extends keyof DB>(table: Table, row: Record<string, unknown>): Promise<void> => {
  await t.db
    .insertInto(table)
    .values(row as unknown as Insertable<DB[Table]>)
    .execute();
};
async function aHold(accountId: string): Promise<string> {
  const [id, now] = [newId(), t.clock.now()];
  const inDays = (days: number) => new Date(now.getTime() + days * dayMs);
  const found = await t.db.selectFrom('legal_holds').select('id').execute();
  await insert('legal_holds', {
    ...{ id, number: `LH-2611-${1000 + found.length}`, subject_type: 'account', subject_id: accountId },
    ...{ authority: 'police', reference: 'CAS 12/11/2026', reason: 'Preserve everything', placed_by: newId() },
    ...{ placed_at: now, until: inDays(300), confirm_by: inDays(3), confirmed_at: now, confirmed_by: newId() },
  });
  return id;
}
const endHolds = () => t.db.updateTable('legal_holds').set({ ended_at: t.clock.now() }).execute();
beforeEach(async () => {
  await t.db.deleteFrom('legal_holds').execute();
  await t.db.deleteFrom('held_rows').execute();
});

const runTask = async (name: string) => {
  const task = jobTasks(t.context).find(({ kind }) => kind.name === name);
  if (!task) throw new Error(`no job ${name}`);
  await task.run({} as never, { id: '1', attempt: 1 });
};
const keptOf = async (table: string, accountId?: string) => {
  let query = t.db.selectFrom('held_rows').select('content').where('table_name', '=', table);
  if (accountId) query = query.where('account_id', '=', accountId);
  return (await query.orderBy('removed_at').execute()).map(({ content }) => content as Record<string, unknown>);
};
const folderOf = async (mediaId: string) =>
  (await t.db.selectFrom('media').select('storage_key').where('id', '=', mediaId).executeTakeFirstOrThrow())
    .storage_key;
const isStored = async (folder: string) =>
  (await readdir(t.config.dataDir, { recursive: true })).some((path) => path.includes(`${folder}/`));

describe('T126: a hold on a member', () => {
  it('keeps messages that disappear, with files that others sent them; both see them gone', async () => {
    const { creator, fan } = await aPair();
    await write(creator, fan, 'Good evening');
    await aHold(fan.accountId);
    const set = { params: { profileId: fan.profileId }, body: { autoDelete: 1 } };
    await t.client(creator).call('setConversation', set);
    const { id: mediaId } = await sendFile(t, creator, await aPicture({ width: 480, height: 600, seed: 3 }));
    await t.drain();
    await write(creator, fan, 'Only for a minute', { mediaId });
    const folder = await folderOf(mediaId);
    t.clock.advance(61_000);
    await t.context.messaging.deleteExpired();
    await t.drain();
    for (const [own, other] of [
      [fan, creator],
      [creator, fan],
    ] as const)
      expect(contentsOf(await read(own, other))).toEqual(['Good evening']);
    expect(await keptOf('messages', fan.accountId)).toMatchObject([{ content: 'Only for a minute' }]);
    expect(await keptOf('messages', creator.accountId)).toEqual([]);
    expect(await keptOf('message_attachments')).toMatchObject([{ media_id: mediaId }]);
    expect(await isStored(folder)).toBe(true);
    expect((await t.client(creator).call('getMedia', at(mediaId))).body.state).not.toBe('ready');

    // The sweeps leave it, and after the last hold nothing of it stays.
    const later = async () => {
      t.clock.advance(9 * dayMs);
      await t.db.updateTable('held_rows').set({ removed_at: sql`removed_at - interval '40 days'` }).execute();
      await runTask('records.retention');
      await runTask('media.sweep');
      await t.drain();
    };
    await later();
    expect([(await keptOf('messages')).length, await isStored(folder)]).toEqual([1, true]);
    await endHolds();
    await later();
    expect([await keptOf('messages'), await isStored(folder)]).toEqual([[], false]);
    expect(await t.db.selectFrom('held_folders').selectAll().execute()).toEqual([]);
  });

  it('keeps what was unsent, and what both cleared, of the held member and to them', async () => {
    const { creator, fan } = await aPair();
    await aHold(fan.accountId);
    const sent = await write(fan, creator, 'I should not have said this');
    await t.client(fan).call('unsendMessage', at(sent.body.id));
    await write(creator, fan, 'Let us forget it');
    for (const [own, other] of [
      [fan, creator],
      [creator, fan],
    ] as const)
      await t.client(own).call('deleteConversation', { params: { profileId: other.profileId } });
    await t.drain();
    const texts = (await keptOf('messages', fan.accountId)).map(({ content }) => content);
    expect(texts).toEqual(expect.arrayContaining(['I should not have said this', 'Let us forget it']));
    expect(await t.db.selectFrom('messages').select('id').where('id', '=', sent.body.id).execute()).toEqual([]);
  });

  it('keeps the file of an item that its creator removes, and one that was never used', async () => {
    const { creator } = await aPair();
    await aHold(creator.accountId);
    const unused = await folderOf(await aReadyFile(t, creator));
    const { id } = await aRatedDraft(t, creator);
    const { media_id: mediaId } = await t.db
      .selectFrom('content_items')
      .select('media_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const folder = await folderOf(mediaId ?? '');
    expect((await t.client(creator).call('removeContent', at(id))).status).toBe(204);
    await t.drain();
    expect((await t.client(creator).call('getContent', at(id))).error?.code).toBe('NOT_FOUND');
    t.clock.advance(400 * dayMs);
    await runTask('media.sweep');
    await t.drain();
    expect([await isStored(folder), await isStored(unused)]).toEqual([true, true]);
    await endHolds();
    await runTask('media.sweep');
    await t.drain();
    expect([await isStored(folder), await isStored(unused)]).toEqual([false, false]);
    t.clock.advance(-400 * dayMs);
  });

  it('ends with its last day as well: nothing is kept after the night', async () => {
    const { creator } = await aPair();
    const holdId = await aHold(creator.accountId);
    const held = await folderOf(await aReadyFile(t, creator));
    await t.db.updateTable('legal_holds').set({ until: t.clock.now() }).where('id', '=', holdId).execute();
    await runTask('records.retention');
    await insert('moods', {
      ...{ id: newId(), profile_id: creator.profileId, words: 'Gone by morning' },
      ...{ created_at: t.clock.now(), expires_at: t.clock.now() },
    });
    await t.db.deleteFrom('moods').where('profile_id', '=', creator.profileId).execute();
    expect(await keptOf('moods', creator.accountId)).toEqual([]);
    t.clock.advance(400 * dayMs);
    await runTask('media.sweep');
    await t.drain();
    expect(await isStored(held)).toBe(false);
    t.clock.advance(-400 * dayMs);
  });

  it('keeps the files of a replay that has ended', async () => {
    const { creator } = await aPair();
    const [id, ended] = [newId(), new Date(t.clock.now().getTime() - 30 * dayMs)];
    await insert('lives', {
      ...{ id, creator_id: creator.profileId, title: 'A set', started_at: ended, ended_at: ended },
      ...{ ending: 'ended', has_files: true },
    });
    await insert('live_segments', {
      live_id: id,
      number: 1,
      epoch: 1,
      ms: 2000,
      folder: 'live/x',
      at: ended,
      kept: true,
    });
    const old = async () =>
      (await listOldFolders(t.db, { endedBefore: t.clock.now(), now: t.clock.now() })).map((show) => show.id);
    expect(await old()).toContain(id);
    await aHold(creator.accountId);
    expect(await old()).not.toContain(id);
  });

  it('keeps a copy of what the sweeps of the schedule remove, and nothing of a member without one', async () => {
    const [held, other] = [await aProfile(t), await aProfile(t)];
    await aHold(held.accountId);
    const past = new Date(t.clock.now().getTime() - 90 * dayMs);
    const rowsOf = async ({ accountId, profileId }: TestProfile) => {
      const times = { created_at: past, expires_at: past };
      await insert('moods', { id: newId(), profile_id: profileId, words: 'A quiet night', ...times });
      await insert('interest_posts', {
        ...{
          id: newId(),
          profile_id: profileId,
          category: 'casual',
          kind: 'chat',
          text: 'A walk by the sea',
          ...times,
        },
      });
      await insert('travel_plans', {
        ...{ profile_id: profileId, home_city: 'Durban', visiting_city: 'Cape Town', created_at: past },
        ...{ arrival_date: '2026-08-01', departure_date: '2026-08-05' },
      });
      await insert('safety_plans', {
        ...{ id: newId(), account_id: accountId, about: 'date', created_at: past, starts_at: past },
        ...{ back_by: new Date(past.getTime() + 3_600_000), contact_index: Buffer.alloc(32, 1) },
        ...{
          sealed: Buffer.alloc(40),
          token_hash: Buffer.from(newId().replaceAll('-', '').repeat(2), 'hex'),
          state: 'safe',
        },
      });
      await insert('sessions', {
        ...{ id: newId(), account_id: accountId, created_at: past, last_seen_at: past, expires_at: past },
        ...{ token_hash: Buffer.from(newId().replaceAll('-', '').repeat(2), 'hex') },
      });
    };
    for (const who of [held, other]) await rowsOf(who);
    const workers = await t.db.selectFrom('retention_rules').select('worker').where('mode', '=', 'sweep').execute();
    for (const { worker } of workers) await runTask(worker ?? '');
    await t.drain();
    for (const table of ['moods', 'interest_posts', 'travel_plans', 'safety_plans', 'sessions']) {
      expect([table, (await keptOf(table, held.accountId)).length]).toEqual([table, 1]);
      expect([table, (await keptOf(table, other.accountId)).length]).toEqual([table, 0]);
    }
    // Nothing in a copy opens anything.
    expect((await keptOf('sessions'))[0]).not.toHaveProperty('token_hash');
  });
});
