import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { aCreator, aFreePicture, aProfile } from '../../test/factories.ts';
import { useTestApp } from '../../test/use-app.ts';
import { newId } from '../platform/ids.ts';
import { createMemberData } from './member-data.ts';
import { otherTables, ownTables } from './member-tables.ts';

const t = useTestApp();

it('T86: knows of every table whether its rows are a member’s own', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name::text as name from information_schema.tables
      where table_schema = current_schema() and table_name not like 'kysely%'`.execute(t.db);
  const known = [...Object.keys(ownTables), ...Object.keys(otherTables)].sort();
  // A new table is put into one of the lists of `member-tables.ts`.
  expect(known).toEqual(rows.map(({ name }) => name).sort());
  expect(new Set(known).size).toBe(known.length);
});

it('gathers what is a member’s own, and nothing of others, no hashes and no secrets', async () => {
  const [member, other] = [await aCreator(t, { lastName: 'Mokoena' }), await aProfile(t, { lastName: 'Pillay' })];
  const { contentId } = await aFreePicture(t, { creator: member, title: 'Harbour' });
  await t.client(member).call('postComment', { params: { id: contentId }, body: { comment: 'From the roof' } });
  await t.client(other).call('postComment', { params: { id: contentId }, body: { comment: 'Secret of another' } });
  await t.client(other).call('report', { body: { targetType: 'profile', targetId: member.profileId, reason: 'spam' } });
  const gathered = await createMemberData(t.database).gather(member.accountId);
  expect([...gathered.keys()].sort()).toEqual(Object.keys(ownTables).sort());
  expect(gathered.get('accounts')).toEqual([expect.objectContaining({ email: member.email, last_name: 'Mokoena' })]);
  expect(gathered.get('content_items')).toEqual([expect.objectContaining({ id: contentId, title: 'Harbour' })]);
  const text = JSON.stringify([...gathered]);
  expect(text).toContain('From the roof');
  for (const foreign of [
    'Secret of another',
    'Pillay',
    other.accountId,
    other.profileId,
    'password_hash',
    'token_hash',
  ])
    expect(text, foreign).not.toContain(foreign);
});

it('T86: hands a recipient the subscriptions given to them, and nothing of who gave', async () => {
  const [giver, recipient, creator] = [await aProfile(t), await aProfile(t), await aCreator(t)];
  const [id, orderId, at] = [newId(), newId(), t.clock.now()];
  await t.db
    .insertInto('subscription_gifts')
    .values({
      ...{ id, order_id: orderId, giver_account_id: giver.accountId, giver_id: giver.profileId },
      ...{ recipient_id: recipient.profileId, creator_id: creator.profileId, months: 3, amount_cents: 29_700 },
      ...{ is_unnamed: false, state: 'offered', offered_at: at, answer_by: at },
    })
    .execute();
  const giftsOf = async (who: { accountId: string }) =>
    (await createMemberData(t.database).gather(who.accountId)).get('subscription_gifts') ?? [];
  const received = await giftsOf(recipient);
  expect(received).toMatchObject([{ id, creator_id: creator.profileId, months: 3, state: 'offered' }]);
  for (const foreign of [giver.accountId, giver.profileId, orderId, 'amount_cents', 'giver'])
    expect(JSON.stringify(received), foreign).not.toContain(foreign);
  expect(await giftsOf(giver)).toMatchObject([{ id, amount_cents: 29_700 }]);
  expect(await giftsOf(creator)).toEqual([]);
});
