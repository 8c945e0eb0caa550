import type { CreatorView } from '@vlam/contract/profiles';
import { checkDigit } from '@vlam/contract/rules/sa-id-number';
import { describe, expect, it } from 'vitest';
import type { TestResponse } from '../../../test/app.ts';
import { aCreator, agreeToSpecial, anAccount, aProfile, type TestAccount } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/use-app.ts';

const t = useTestApp({ at: new Date('2026-11-21T10:00:00+02:00') });

const fanBody = { displayName: 'Quiet Ember', bio: '', age: 30, location: 'Durban' };
const creatorBody = {
  ...fanBody,
  displayName: 'Studio Ember',
  bio: 'Charcoal, film grain and slow mornings.',
  category: 'Art & Adult',
  subscriptionPrice: 149.5,
};

let serial = 100;
async function proveAge(account: TestAccount, dateOfBirth: string) {
  serial += 1;
  const first12 = `${dateOfBirth.slice(2).replaceAll('-', '')}500${serial}`;
  const idNumber = `${first12}${checkDigit(first12)}`;
  return t.client(account).call('verifyAge', {
    body: { idNumber, dateOfBirth, documentType: 'id_document', documentNumber: 'DOC-1' },
  });
}

describe('the own profile', () => {
  it('is created at sign-up, before the age check, for a fan and for a creator', async () => {
    const fan = await anAccount(t, { verified: false });
    const made = await t.client(fan).call('createProfile', { body: fanBody });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ displayName: 'Quiet Ember', age: 30, creator: null });
    const user = await t.client(fan).call('currentUser');
    expect(user.body).toMatchObject({ profileId: made.body.id, displayName: 'Quiet Ember', role: 'user' });
    expect(user.body.profileImageUrl).toBe(made.body.portraits.avatar);
    expect(user.body.creator).toBeUndefined();

    const creator = await anAccount(t, { verified: false });
    const published = await t.client(creator).call('createProfile', { body: creatorBody });
    expect(published.body.creator).toMatchObject({
      id: published.body.id,
      subscriptionPrice: 149.5,
      subscriptionPriceCents: 14_950,
      isVerified: false,
      totalEarnings: 0,
    });
    expect((await t.client(creator).call('currentUser')).body).toMatchObject({
      role: 'creator',
      creator: { category: 'Art & Adult', subscriptionPrice: 149.5 },
    });
  });

  it('asks R49 a month of a creator who names no price', async () => {
    const { subscriptionPrice: _none, ...body } = creatorBody;
    const made = await t.client(await anAccount(t)).call('createProfile', { body });
    expect(made.body.creator?.subscriptionPrice).toBe(49);
  });

  it('T26: acts on the signed-in account only', async () => {
    const victim = await aProfile(t, { displayName: 'Untouched' });
    const attacker = await anAccount(t);
    const answer = await t.client(attacker).call('createProfile', { body: { ...fanBody, userId: victim.accountId } });
    expect(answer.error?.code).toBe('FORBIDDEN');
    expect((await t.client(victim).call('ownProfile')).body.displayName).toBe('Untouched');
    expect((await t.client(attacker).call('ownProfile')).error?.code).toBe('NOT_FOUND');
    const own = await t.client(attacker).call('createProfile', { body: { ...fanBody, userId: attacker.accountId } });
    expect(own.status).toBe(201);
  });

  it('T02: refuses columns that are not fields of the request', async () => {
    const account = await anAccount(t);
    for (const column of [
      'id',
      'creatorVerifiedAt',
      'isVerified',
      'role',
      'hidden_at',
      'subscriberCount',
      'showEarnings',
    ]) {
      const answer = await t.client(account).call('createProfile', { body: { ...fanBody, [column]: true } });
      expect(answer.error?.details?.fields).toHaveProperty(column);
    }
    const change = await t
      .client(await aProfile(t))
      .call('updateProfile', { body: { creator_verified_at: '2026-01-01' } });
    expect(change.error?.code).toBe('VALIDATION_FAILED');
  });

  it('is created once when sent several times concurrently', async () => {
    const account = await anAccount(t);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => t.client(account).call('createProfile', { body: fanBody })),
    );
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    const completed = await t.client(account).call('createProfile', { body: creatorBody });
    expect(completed.body).toMatchObject({ id: answers[0]?.body.id, displayName: 'Studio Ember' });
    expect(completed.body.creator?.isVerified).toBe(false);
  });

  it('requires a longer bio and a category from a creator', async () => {
    const client = t.client(await anAccount(t));
    const short = await client.call('createProfile', { body: { ...creatorBody, bio: 'Too short' } });
    expect(short.error?.details?.fields).toEqual({ bio: 'Please write a brief bio (at least 20 characters)' });
    const { category: _none, ...priceOnly } = creatorBody;
    const noCategory = await client.call('createProfile', { body: priceOnly });
    expect(noCategory.error?.details?.fields).toEqual({ category: 'Please select a category' });
    const price = await client.call('createProfile', { body: { ...creatorBody, subscriptionPrice: 29.98 } });
    expect(price.error?.message).toBe('Subscription price must be between R29.99 and R999.99');
  });

  it('changes any field, and makes a fan a creator', async () => {
    const fan = await aProfile(t, { bio: 'Here for the long conversations' });
    const client = t.client(fan);
    await agreeToSpecial(t, fan.accountId);
    const moved = await client.call('updateProfile', {
      body: { location: 'Kimberley', relationshipStatus: 'open', lookingFor: ['Flirty Chat'] },
    });
    expect(moved.body).toMatchObject({
      location: 'Kimberley',
      relationshipStatus: 'open',
      lookingFor: ['Flirty Chat'],
    });
    expect(moved.body.displayName).toBe(fan.displayName);
    const creator = await client.call('updateProfile', { body: { category: 'Music & Adult', subscriptionPrice: 59 } });
    expect(creator.body.creator).toMatchObject({ category: 'Music & Adult', subscriptionPrice: 59, isVerified: false });
    expect((await client.call('currentUser')).body.creator?.category).toBe('Music & Adult');
  });

  it('accepts no age but the proven one, and corrects an earlier stated age', async () => {
    const account = await anAccount(t, { verified: false });
    const client = t.client(account);
    await client.call('createProfile', { body: { ...fanBody, age: 25 } });
    expect((await proveAge(account, '1990-03-04')).status).toBe(200);
    expect((await client.call('ownProfile')).body.age).toBe(36);
    const other = await client.call('createProfile', { body: { ...fanBody, age: 25 } });
    expect(other.error?.details?.fields).toEqual({ age: 'Your age must agree with your verified date of birth' });
    expect((await client.call('createProfile', { body: { ...fanBody, age: 36 } })).status).toBe(201);
  });

  it('is hidden from others before the age check, and visible right after it', async () => {
    const account = await anAccount(t, { verified: false });
    const made = await t
      .client(account)
      .call('createProfile', { body: { ...creatorBody, displayName: 'Waiting Wings' } });
    const stranger = t.client(await aProfile(t));
    const getProfile = () => stranger.call('getProfile', { params: { id: made.body.id } });
    const search = async () => (await stranger.call('searchProfiles', { query: { q: 'Waiting Wings' } })).body.creators;
    expect((await getProfile()).error?.code).toBe('NOT_FOUND');
    expect(await search()).toEqual([]);
    await proveAge(account, '1996-01-02');
    expect((await getProfile()).body).toMatchObject({ age: 30, creator: { isVerified: false } });
    expect(await search()).toHaveLength(1);
  });

  it('T96: is verified after staff checked a document; a proof of age is not enough', async () => {
    const viewer = t.client(await aProfile(t));
    for (const identityChecked of [false, true])
      for (const made of [await aProfile(t, { identityChecked }), await aCreator(t, { identityChecked })]) {
        const { body } = await viewer.call('getProfile', { params: { id: made.profileId } });
        expect(body.isVerified).toBe(identityChecked);
        if (body.creator) expect(body.creator.isVerified).toBe(identityChecked);
      }
  });

  it('T96: refuses names that imitate others, and normalises the rest', async () => {
    const client = t.client(await anAccount(t));
    const reserved = 'This name is reserved';
    const oneAlphabet = 'Please use letters of one alphabet';
    for (const [displayName, message] of [
      ['Vlam Support', reserved],
      ['Administrator', reserved],
      ['Nаledi Mokoena', oneAlphabet],
      ['\u202eidelaN', 'Please remove invisible signs'],
    ]) {
      const made = await client.call('createProfile', { body: { ...fanBody, displayName } });
      expect([made.status, made.error?.details?.fields]).toEqual([400, { displayName: message }]);
    }
    const made = await client.call('createProfile', { body: { ...fanBody, displayName: 'Ｎaledi  Ṱshivhase' } });
    expect(made.body.displayName).toBe('Naledi Ṱshivhase');
    const changed = await client.call('updateProfile', { body: { displayName: 'Moderator' } });
    expect(changed.error?.details?.fields).toEqual({ displayName: reserved });
    expect((await client.call('updateProfile', { body: { displayName: 'ǃXóõ ǀUi' } })).body.displayName).toBe(
      'ǃXóõ ǀUi',
    );
  });

  it('T39: earns the completion bonus once, also when completed before the age check', async () => {
    const early = await anAccount(t, { verified: false });
    await t.client(early).call('createProfile', { body: { ...fanBody, bio: 'Complete well before the check' } });
    await proveAge(early, '1996-01-02');
    await t.drain();
    expect((await t.client(early).call('creditBalance')).body).toEqual({ balance: 25, promotional: 25 });
    const late = t.client(await aProfile(t));
    for (const bio of ['Short', 'Now it says enough about me', 'Short', 'And enough about me once more'])
      await late.call('updateProfile', { body: { bio } });
    expect((await late.call('creditBalance')).body.balance).toBe(25);
  });
});

describe('other people', () => {
  it('T66: both sides of a block are NOT_FOUND to each other, everywhere', async () => {
    const creator = await aCreator(t, { displayName: 'Blockade Artist' });
    const fan = await aProfile(t, { displayName: 'Blockade Runner' });
    const clients = { fan: t.client(fan), creator: t.client(creator) };
    expect((await clients.creator.call('blockProfile', { params: { id: fan.profileId } })).status).toBe(204);
    for (const [client, other] of [
      [clients.fan, creator.profileId],
      [clients.creator, fan.profileId],
    ] as const) {
      const missing = await client.call('getProfile', { params: { id: other } });
      expect(missing.error?.code).toBe('NOT_FOUND');
      const found = await client.call('searchProfiles', { query: { q: 'Blockade' } });
      expect([...found.body.people, ...found.body.creators].map((one) => one.id)).not.toContain(other);
    }
    const list = await clients.fan.call('listCreators', { query: { q: 'Blockade' } });
    expect(list.body.items).toEqual([]);
    const featured = await clients.fan.call('featuredProfiles');
    expect(featured.body.map((one) => one.id)).not.toContain(creator.profileId);
    // A blocked member learns nothing by blocking back or unblocking.
    expect((await clients.fan.call('blockProfile', { params: { id: creator.profileId } })).error?.code).toBe(
      'NOT_FOUND',
    );
    expect((await clients.fan.call('unblockProfile', { params: { id: creator.profileId } })).error?.code).toBe(
      'NOT_FOUND',
    );
    expect((await clients.creator.call('unblockProfile', { params: { id: fan.profileId } })).status).toBe(204);
    expect((await clients.fan.call('getProfile', { params: { id: creator.profileId } })).status).toBe(200);
  });

  it('hides a removed member from everyone until restored', async () => {
    const creator = await aCreator(t, { displayName: 'Hidden Harbour' });
    const stranger = t.client(await aProfile(t));
    await t.context.profiles.setHidden(t.db, creator.accountId, true);
    expect((await stranger.call('getCreator', { params: { id: creator.profileId } })).error?.code).toBe('NOT_FOUND');
    expect((await stranger.call('searchProfiles', { query: { q: 'Hidden Harbour' } })).body.creators).toEqual([]);
    await t.context.profiles.setHidden(t.db, creator.accountId, false);
    expect((await stranger.call('getCreator', { params: { id: creator.profileId } })).status).toBe(200);
  });

  it('T27 T28: expose no address, surname, account or sequential id', async () => {
    const canary = { email: 'canary-of-nomsa@people.test', firstName: 'Nomsa', lastName: 'Canarysurname' };
    const creator = await aCreator(t, { ...canary, displayName: 'Desert Bloom', bio: 'Bloom of the Karoo desert' });
    const fan = await aProfile(t, { ...canary, email: 'canary-of-fan@people.test', displayName: 'Desert Rain' });
    const stranger = t.client(await aProfile(t));
    const answers = await Promise.all([
      stranger.call('getProfile', { params: { id: creator.profileId } }),
      stranger.call('getProfile', { params: { id: fan.profileId } }),
      stranger.call('getCreator', { params: { id: creator.profileId } }),
      stranger.call('listCreators', { query: { limit: '50' } }),
      stranger.call('featuredProfiles'),
      stranger.call('searchProfiles', { query: { q: 'Desert' } }),
    ]);
    const seen = answers.map((answer) => answer.text).join('\n');
    expect(seen).toContain('Desert Rain');
    for (const secret of ['canary-of', 'Canarysurname', 'Nomsa', creator.accountId, fan.accountId])
      expect(seen).not.toContain(secret);
    expect(seen).not.toMatch(/"id":\d/);
  });

  it('T27: shows earnings to their owner, and to others only while the creator shares them', async () => {
    const creator = await aCreator(t, { displayName: 'Ledger Light' });
    await t.context.credits.openDemoBalances([{ ownerId: creator.profileId, kind: 'earnings', credits: 1_000 }]);
    const stranger = t.client(await aProfile(t));
    const seenBy = async (client: typeof stranger) =>
      (await client.call('getCreator', { params: { id: creator.profileId } })).body.totalEarnings;
    expect(await seenBy(stranger)).toBeNull();
    expect(await seenBy(t.client(creator))).toBe(420);
    await t.client(creator).call('updateProfile', { body: { showEarnings: true } });
    expect(await seenBy(stranger)).toBe(420);
    const listed = await stranger.call('listCreators', { query: { q: 'Ledger Light' } });
    expect(listed.body.items[0]).toMatchObject({ totalEarnings: 420, totalEarningsCents: 42_000 });
  });

  it('are online for a minute after their last request', async () => {
    const fan = await aProfile(t);
    const stranger = t.client(await aProfile(t));
    const isOnline = async () => (await stranger.call('getProfile', { params: { id: fan.profileId } })).body.isOnline;
    expect(await isOnline()).toBe(true);
    t.clock.advance(61_000);
    expect(await isOnline()).toBe(false);
    await t.client(fan).call('ownProfile');
    await expect.poll(isOnline).toBe(true);
  });
});

describe('lists of creators', () => {
  it('page through every order without gaps or duplicates', async () => {
    const made = await Promise.all(
      Array.from({ length: 7 }, (_, index) =>
        aCreator(t, {
          displayName: `Paged Creator ${index}`,
          category: index % 2 ? 'Dance & Adult' : 'Cooking & Adult',
          // Equal prices and counts, so that the id must break the tie.
          priceCents: 5_000 + 100 * (index % 2),
        }),
      ),
    );
    const client = t.client(await aProfile(t));
    for (const sort of ['popular', 'newest', 'price'] as const) {
      const seen: CreatorView[] = [];
      let cursor: string | null = null;
      do {
        const page: TestResponse<{ items: CreatorView[]; nextCursor: string | null }> = await client.call(
          'listCreators',
          {
            query: { q: 'Paged Creator', sort, limit: '2', ...(cursor ? { cursor } : {}) },
          },
        );
        seen.push(...page.body.items);
        cursor = page.body.nextCursor;
      } while (cursor);
      expect(seen.map((one) => one.id).sort()).toEqual(made.map((one) => one.profileId).sort());
      if (sort === 'price') {
        const prices = seen.map((one) => one.subscriptionPriceCents);
        expect(prices).toEqual([...prices].sort((a, b) => a - b));
      }
    }
    const dancers = await client.call('listCreators', { query: { q: 'Paged', category: 'Dance & Adult' } });
    expect(dancers.body.items).toHaveLength(3);
    for (const cursor of ['x', 'e30', Buffer.from('["1; drop table profiles","x"]').toString('base64url')])
      expect((await client.call('listCreators', { query: { cursor } })).error?.code).toBe('VALIDATION_FAILED');
  });

  it('include the sample creators of the demo world, to visitors too', async () => {
    const sample = await aCreator(t, { displayName: 'Sample Creator', priceCents: 19_900 });
    await t.db.updateTable('profiles').set({ sample_slug: 'sample' }).where('id', '=', sample.profileId).execute();
    const answer = await t.client().call('testProfiles');
    expect(answer.body).toMatchObject([{ id: sample.profileId, subscriptionPrice: 199, totalContent: 0 }]);
  });
});
