import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { chatsOf, contentsOf } from '../../../../test/chats.ts';
import { aBlock, giveCredits, type TestProfile } from '../../../../test/factories.ts';
import { aPicture, sendFile } from '../../../../test/pictures.ts';
import { useTestApp } from '../../../../test/use-app.ts';
import { newId } from '../../../platform/ids.ts';

const { write, read, aPair } = chatsOf(() => t);
const t = useTestApp({ poolSize: 8 });

/** Two whose messages go after a minute, and one of them with credits. */
async function fleeting(): Promise<{ creator: TestProfile; fan: TestProfile }> {
  const pair = await aPair();
  await write(pair.fan, pair.creator, 'Hello');
  await giveCredits(t, pair.fan.accountId, 200);
  await t
    .client(pair.fan)
    .call('setConversation', { params: { profileId: pair.creator.profileId }, body: { autoDelete: 1 } });
  return pair;
}
async function letGo(): Promise<void> {
  t.clock.advance(61_000);
  await t.context.messaging.deleteExpired();
  await t.drain();
}

it('a retry of an expired tip returns it, and it is paid once', async () => {
  const { creator, fan } = await fleeting();
  const body = { clientId: newId(), credits: 30, message: 'Thanks' };
  const tip = () => t.client(fan).call('tipInChat', { params: { profileId: creator.profileId }, body });
  expect((await tip()).body.balance).toBe(170);
  await letGo();
  const again = await tip();
  expect(again.status).toBe(201);
  expect(again.body).toMatchObject({ balance: 170, message: { content: '' } });
  expect(contentsOf(await read(creator, fan))).toEqual(['Hello']);
});

it('a retry succeeds after photo and message expired, and fails for a photo that never arrived', async () => {
  const { creator, fan } = await fleeting();
  const { id: mediaId } = await sendFile(t, fan, await aPicture({ width: 480, height: 600, seed: 7 }), 'image');
  await t.drain();
  const clientId = newId();
  const send = (body: { clientId: string; again?: boolean }) =>
    t
      .client(fan)
      .call('sendMessage', { params: { profileId: creator.profileId }, body: { content: '', mediaId, ...body } });
  const { body: sent } = await send({ clientId });
  await letGo();
  const again = await send({ clientId, again: true });
  expect(again.status).toBe(201);
  expect(again.body).toMatchObject({ seq: sent.seq, media: null });
  expect((await send({ clientId: newId(), again: true })).error?.code).toBe('MEDIA_NOT_READY');
});

it('erasing a member deletes tombstones; a block marks the thread while it lasts', async () => {
  const { creator, fan } = await fleeting();
  await write(fan, creator, 'Gone soon');
  await letGo();
  const barred = async () => {
    const { rows } = await sql<{ barred: boolean }>`
      select barred from conversations where ${fan.profileId}::uuid in (low_id, high_id)`.execute(t.db);
    return rows.map((row) => row.barred);
  };
  const kept = async () =>
    (await sql`select from message_tombstones where sender_id = ${fan.profileId}`.execute(t.db)).rows.length;
  await aBlock(t, { blocker: creator, blocked: fan });
  expect([await barred(), await kept()]).toEqual([[true], 1]);
  await t.db.deleteFrom('blocks').where('blocker_id', '=', creator.profileId).execute();
  expect(await barred()).toEqual([false]);
  await aBlock(t, { blocker: fan, blocked: creator });
  await t.db.deleteFrom('conversations').where('low_id', 'in', [fan.profileId, creator.profileId]).execute();
  expect(await kept()).toBe(0);
});

it('never marks own messages as delivered', async () => {
  const { creator, fan } = await fleeting();
  const { body } = await write(fan, creator, 'Mine');
  await t.client(fan).call('markDelivered', { params: { profileId: creator.profileId }, body: { messageId: body.id } });
  const { rows } = await sql<{ seq: string }>`
    select delivered_seq::text as seq from conversation_members where profile_id = ${fan.profileId}`.execute(t.db);
  expect(rows).toEqual([{ seq: '0' }]);
});

it('quotes a tip as a tip, with its amount', async () => {
  const { creator, fan } = await fleeting();
  const body = { clientId: newId(), credits: 30 };
  const { message } = (await t.client(fan).call('tipInChat', { params: { profileId: creator.profileId }, body })).body;
  const { body: answer } = await write(creator, fan, 'Thank you', { replyToId: message.id });
  expect(answer.replyTo).toMatchObject({ id: message.id, tip: 30, content: '' });
});

it('a reply to a deleted or expired message is sent without its quote, once; to another thread it is refused', async () => {
  const { creator, fan } = await fleeting();
  const [stays, taken, expired] = [await aPair(), await write(creator, fan, 'One'), await write(creator, fan, 'Two')];
  await t.client(creator).call('unsendMessage', { params: { id: taken.body.id } });
  await t.client(fan).call('setConversation', { params: { profileId: creator.profileId }, body: { autoDelete: null } });
  await letGo();
  for (const [about, again] of [
    [taken, false],
    [expired, false],
    [expired, true],
  ] as const) {
    const clientId = newId();
    const answer = () =>
      write(fan, creator, 'Really?', { replyToId: about.body.id, clientId, ...(again ? { again } : {}) });
    const [first, second] = [await answer(), await answer()];
    expect(first).toMatchObject({ status: 201, body: { content: 'Really?', replyTo: null } });
    expect(second.body.id).toBe(first.body.id);
  }
  expect(contentsOf(await read(creator, fan))).toEqual(['Hello', 'Really?', 'Really?', 'Really?']);
  const elsewhere = await write(stays.fan, stays.creator, 'Private');
  expect((await write(fan, creator, 'About it', { replyToId: elsewhere.body.id })).error?.code).toBe('NOT_FOUND');
  await t.client(stays.fan).call('unsendMessage', { params: { id: elsewhere.body.id } });
  expect((await write(fan, creator, 'About it', { replyToId: elsewhere.body.id })).error?.code).toBe('NOT_FOUND');
});

it('refuses a reply to an expired message that is not deleted yet', async () => {
  const { creator, fan } = await fleeting();
  const { body } = await write(creator, fan, 'Two');
  t.clock.advance(61_000);
  expect((await write(fan, creator, 'Really?', { replyToId: body.id })).body.replyTo).toBeNull();
});
