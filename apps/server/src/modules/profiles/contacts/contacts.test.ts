import { createHmac } from 'node:crypto';
import { normalizeAddress } from '@vlam/contract/rules/contacts';
import { beforeEach, describe, expect, it } from 'vitest';
import { aCreator, aFreePicture, anAccount, aProfile, type TestProfile } from '../../../../test/factories.ts';
import { useTestApp } from '../../../../test/use-app.ts';

const t = useTestApp();
let hider: TestProfile;
let contact: TestProfile;
let email: string;

const params = (id: string) => ({ params: { id } });
const emailOf = async ({ accountId }: TestProfile) =>
  (await t.db.selectFrom('accounts').select('email').where('id', '=', accountId).executeTakeFirstOrThrow()).email;
const hashOwnAddresses = () => {
  const task = t.context.profiles.tasks.find(({ kind }) => kind.name === 'profiles.hash-addresses');
  if (!task) throw new Error('there is no such task');
  return task.run({}, { id: '1', attempt: 1 });
};
/** As the browser hashes (`apps/web/src/features/privacy/hash-addresses.ts`). */
const hash = (key: string, address: string) =>
  createHmac('sha256', Buffer.from(key, 'base64url'))
    .update(normalizeAddress(address) ?? '')
    .digest('base64url');
async function hideFrom(addresses: readonly string[], as = hider) {
  const client = t.client(as);
  const { key } = (await client.call('hiddenContacts')).body;
  return client.call('hideFromContacts', { body: { hashes: addresses.map((address) => hash(key, address)) } });
}
async function sees(viewer: TestProfile, person: TestProfile): Promise<boolean> {
  const client = t.client(viewer);
  const visible = (await client.call('getProfile', params(person.profileId))).status === 200;
  const { body } = await client.call('searchProfiles', { query: { q: person.displayName } });
  expect([...body.people, ...body.creators].some(({ id }) => id === person.profileId)).toBe(visible);
  return visible;
}

beforeEach(async () => {
  [hider, contact] = [await aCreator(t), await aProfile(t)];
  email = await emailOf(contact);
  await hashOwnAddresses();
});

describe('hiding from contacts', () => {
  it('hides from the holder of an address, with everything that was published, and from no one else', async () => {
    const stranger = await aProfile(t);
    await aFreePicture(t, { creator: hider, title: 'Aloe at noon' });
    expect(await sees(contact, hider)).toBe(true);
    expect((await hideFrom([` ${email.toUpperCase()} `])).body.count).toBe(1);
    expect(await sees(contact, hider)).toBe(false);
    expect(await sees(stranger, hider)).toBe(true);
    const titles = (await t.client(contact).call('contentFeed', { query: { limit: '50' } })).body.items;
    expect(titles.map(({ title }) => title)).not.toContain('Aloe at noon');
    await t.client(hider).call('showToContacts');
    expect((await t.client(hider).call('hiddenContacts')).body.count).toBe(0);
    expect(await sees(contact, hider)).toBe(true);
  });

  it('is no way to learn whose an address is: the one who hides sees the same as before', async () => {
    const before = [await sees(hider, contact), (await hideFrom(['nobody@family.test'])).body.count];
    const { body } = await hideFrom([email]);
    expect([await sees(hider, contact), body.count - 1]).toEqual(before);
    expect(Object.keys(body).sort()).toEqual(['count', 'key']);
  });

  it('does not hide from a person the member wrote to', async () => {
    await hideFrom([email]);
    await t.context.profiles.addAcquaintance(t.db, hider.profileId, contact.profileId);
    expect(await sees(contact, hider)).toBe(true);
  });

  it('follows a member to another address', async () => {
    const other = `other-${email}`;
    await hideFrom([other]);
    expect(await sees(contact, hider)).toBe(true);
    await t.db.updateTable('accounts').set({ email: other }).where('id', '=', contact.accountId).execute();
    await t.db.transaction().execute((tx) => t.context.profiles.hashAddress(tx, contact.accountId));
    expect(await sees(contact, hider)).toBe(false);
  });

  it('keeps no address, and no hash that the key of the devices explains', async () => {
    await hideFrom([email]);
    const { key } = (await t.client(hider).call('hiddenContacts')).body;
    const rows = await t.db
      .selectFrom('hidden_contacts')
      .selectAll()
      .where('profile_id', '=', hider.profileId)
      .execute();
    expect(rows).toHaveLength(1);
    expect(rows[0]?.contact_hash.toString('base64url')).not.toBe(hash(key, email));
    const mine = await t.db
      .selectFrom('profiles')
      .select('contact_hash')
      .where('id', '=', contact.profileId)
      .executeTakeFirstOrThrow();
    expect(mine.contact_hash).toEqual(rows[0]?.contact_hash);
  });

  it('counts an address once, takes 5,000 at most, and keeps what it had when a call is one too many', async () => {
    const addresses = Array.from({ length: 5_000 }, (_, index) => `person-${index}@family.test`);
    for (let from = 0; from < 5_000; from += 1_000) await hideFrom(addresses.slice(from, from + 1_000));
    expect((await hideFrom(['person-1@family.test'])).body.count).toBe(5_000);
    expect((await hideFrom([email])).error?.code).toBe('QUOTA_REACHED');
    expect((await t.client(hider).call('hiddenContacts')).body.count).toBe(5_000);
    expect(await sees(contact, hider)).toBe(true);
    const tooMany = Array.from({ length: 1_001 }, (_, index) => `x-${index}@family.test`);
    expect((await hideFrom(tooMany)).error?.code).toBe('VALIDATION_FAILED');
  });

  it('needs a profile', async () => {
    const { profileId: _, ...account } = await aProfile(t);
    await t.db.updateTable('accounts').set({ profile_id: null }).where('id', '=', account.accountId).execute();
    expect((await t.client(account).call('hiddenContacts')).error?.code).toBe('NOT_FOUND');
  });
});

it('a new member is compared from their first minute on', async () => {
  const newcomer = await anAccount(t);
  await hideFrom([newcomer.email]);
  const body = { displayName: 'Cousin Ember', bio: '', age: 30, location: 'Durban' };
  expect((await t.client(newcomer).call('createProfile', { body })).status).toBeLessThan(300);
  expect((await t.client(newcomer).call('getProfile', params(hider.profileId))).error?.code).toBe('NOT_FOUND');
});

it('hashes what is free while another transaction holds a profile, and never replaces a newer hash', async () => {
  const [held, free] = [await aProfile(t), await aProfile(t)];
  const hashes = async () => {
    const rows = await t.db.selectFrom('profiles').select(['id', 'contact_hash']).execute();
    const of = new Map(rows.map((row) => [row.id, row.contact_hash]));
    return [held, free].map(({ profileId }) => of.get(profileId) ?? null);
  };
  const both = [held.profileId, free.profileId];
  await t.db.updateTable('profiles').set({ contact_hash: null }).where('id', 'in', both).execute();
  const newer = Buffer.alloc(32, 7);
  await t.db.transaction().execute(async (tx) => {
    await tx.updateTable('profiles').set({ contact_hash: newer }).where('id', '=', held.profileId).execute();
    await hashOwnAddresses();
    expect(await hashes()).toEqual([null, expect.any(Buffer)]);
  });
  await hashOwnAddresses();
  expect(await hashes()).toEqual([newer, expect.any(Buffer)]);
});
