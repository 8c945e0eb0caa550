import type { AccountConsentKind } from '@vlam/contract/rules/account-consents';
import { describe, expect, it } from 'vitest';
import { agreeToSpecial, anAccount, aProfile, type TestProfile } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/use-app.ts';

const t = useTestApp({ at: new Date('2026-11-21T12:00:00+02:00') });

const person = { password: 'kudu-and-acacia', firstName: 'Zanele', lastName: 'Khumalo' };
type Client = ReturnType<typeof t.client>;
const consentsOf = async (client: Client) => {
  const list = (await client.call('accountConsents')).body;
  return Object.fromEntries(list.map(({ kind, ...rest }) => [kind, rest]));
};
const give = (client: Client, kind: AccountConsentKind, number = 1) =>
  client.call('giveAccountConsent', { params: { kind }, body: { number } });
/** Resolves once a statement of this database waits for a lock. */
async function waitsForLock(): Promise<void> {
  const waiting = async () => {
    const { rows } = await t.database.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length > 0;
  };
  await expect.poll(waiting, { interval: 20, timeout: 10_000 }).toBe(true);
}
const withdraw = (client: Client, kind: AccountConsentKind) =>
  client.call('withdrawAccountConsent', { params: { kind } });

describe('POPIA s27: what a member agrees to for their account', () => {
  it('is recorded at sign-up with its wording and time, the special one only by its own yes', async () => {
    const [both, terms, neither] = [t.client(), t.client(), t.client()];
    const email = (name: string) => ({ ...person, email: `${name}@people.test` });
    await both.call('register', { body: { ...email('both'), consents: { terms: 1, special: 1 } } });
    await terms.call('register', { body: { ...email('terms'), consents: { terms: 1 } } });
    await neither.call('register', { body: email('neither') });
    const now = t.clock.now().toISOString();
    const given = { state: 'given', number: 1, givenAt: now, withdrawnAt: null, currentNumber: 1 };
    const none = { state: 'none', number: null, givenAt: null, withdrawnAt: null, currentNumber: 1 };
    expect(await consentsOf(both)).toEqual({ terms: given, special: given, orientation: none });
    expect(await consentsOf(terms)).toEqual({ terms: given, special: none, orientation: none });
    expect(await consentsOf(neither)).toEqual({ terms: none, special: none, orientation: none });
  });

  it('a wording that never was is refused, at sign-up and later, and the account is not made', async () => {
    const client = t.client();
    const body = { ...person, email: 'later@people.test', consents: { terms: 2 } };
    expect((await client.call('register', { body })).error?.code).toBe('VALIDATION_FAILED');
    expect((await client.call('currentUser')).status).toBe(401);
    expect((await give(t.client(await anAccount(t)), 'special', 2)).error?.code).toBe('VALIDATION_FAILED');
  });

  it('a repeated yes keeps the first time; 20 at once are one', async () => {
    const account = await anAccount(t);
    const client = t.client(account);
    const at = t.clock.now().toISOString();
    await Promise.all(Array.from({ length: 20 }, () => give(client, 'special')));
    t.clock.advance(60_000);
    await give(client, 'special');
    expect((await consentsOf(client)).special).toMatchObject({ state: 'given', givenAt: at });
    const rows = await t.db
      .selectFrom('account_consents')
      .select('id')
      .where('account_id', '=', account.accountId)
      .where('kind', '=', 'special')
      .execute();
    expect(rows).toHaveLength(1);
  });

  it('the terms are taken back by deleting the account only', async () => {
    const client = t.client(await anAccount(t));
    await give(client, 'terms');
    const refused = await withdraw(client, 'terms');
    expect([refused.status, refused.error?.message]).toEqual([
      409,
      'Without the terms there is no account. Delete it under "Your data" to take them back',
    ]);
    expect((await consentsOf(client)).terms?.state).toBe('given');
  });
});

describe('POPIA s26: fields about a sex life', () => {
  const intent = { relationshipStatus: 'open', lookingFor: ['Flirty Chat'] } as const;
  const matching = async (member: TestProfile) => (await t.client(member).call('matchPreferences')).body;

  it('T87: nothing is left that was being saved while the yes was taken back', async () => {
    const member = await aProfile(t);
    await agreeToSpecial(t, member.accountId);
    const { accountConsents } = t.context.compliance;
    let withdrawn: Promise<unknown> = Promise.resolve();
    await t.db.transaction().execute(async (tx) => {
      await accountConsents.requireSpecial(tx, member.accountId);
      withdrawn = accountConsents.withdraw(member.accountId, 'special');
      // It waits for this transaction, or it is through.
      await Promise.race([withdrawn, waitsForLock()]);
      await tx
        .updateTable('profiles')
        .set({ relationship_status: 'open' })
        .where('id', '=', member.profileId)
        .execute();
    });
    await withdrawn;
    const row = await t.db
      .selectFrom('profiles')
      .select('relationship_status')
      .where('id', '=', member.profileId)
      .executeTakeFirstOrThrow();
    expect(row.relationship_status).toBeNull();
  });

  it('20 rounds of saving and taking back at once leave nothing without a yes, and no call fails', async () => {
    const member = await aProfile(t);
    const client = t.client(member);
    for (let round = 0; round < 20; round += 1) {
      await give(client, 'special');
      const [saved, taken] = await Promise.all([
        client.call('updateProfile', { body: intent }),
        withdraw(client, 'special'),
      ]);
      expect([200, 403]).toContain(saved.status);
      expect(taken.status).toBe(200);
      expect((await client.call('ownProfile')).body).toMatchObject({ relationshipStatus: null, lookingFor: [] });
    }
  });

  it('is kept by nothing without the yes: page, sign-up and matching', async () => {
    const member = await aProfile(t);
    const client = t.client(member);
    for (const body of [intent, { lookingFor: ['Flirty Chat'] }, { relationshipStatus: 'open' as const }])
      expect((await client.call('updateProfile', { body })).error?.code).toBe('CONSENT_REQUIRED');
    const own = { displayName: 'Naledi', age: 30, location: 'Durban', bio: '' };
    expect((await client.call('createProfile', { body: { ...own, ...intent } })).error?.code).toBe('CONSENT_REQUIRED');
    const wanted = await matching(member);
    for (const part of [{ interests: ['Sexting'] }, { relationshipGoals: ['Discreet'] }] as const)
      expect((await client.call('setMatchPreferences', { body: { ...wanted, ...part } })).error?.code).toBe(
        'CONSENT_REQUIRED',
      );
    expect((await client.call('ownProfile')).body).toMatchObject({ relationshipStatus: null, lookingFor: [] });
    expect(await matching(member)).toEqual(wanted);
    // Nothing of it, and emptying it, needs no yes.
    const empty = { bio: 'Slow mornings and long exposures.', relationshipStatus: null, lookingFor: [] };
    expect((await client.call('updateProfile', { body: empty })).status).toBe(200);
  });

  it('is deleted when the yes is taken back, matching is off, and others find nothing of it', async () => {
    const [member, other] = [await aProfile(t, { city: 'Durban' }), await aProfile(t, { city: 'Durban' })];
    const client = t.client(member);
    for (const who of [member, other]) {
      await agreeToSpecial(t, who.accountId);
      await t.client(who).call('setLocation', { body: { city: 'Durban' } });
      await t.client(who).call('setMatchPreferences', {
        body: {
          ...(await matching(who)),
          ageRange: { min: 18, max: 60 },
          interests: ['Flirty Chat'],
          lifestyle: ['Night owl'],
          relationshipGoals: ['Casual'],
        },
      });
    }
    await client.call('updateProfile', { body: intent });
    t.clock.advance(5 * 60_000 + 1);
    await t.drain();
    const matched = async (who: TestProfile) => {
      await t.client(who).call('matches');
      await t.drain();
      return (await t.client(who).call('matches')).body.items.map(({ person: { id } }) => id);
    };
    expect(await matched(other)).toContain(member.profileId);
    expect((await withdraw(client, 'special')).status).toBe(200);
    expect((await consentsOf(client)).special).toMatchObject({
      ...{ state: 'withdrawn', number: 1, withdrawnAt: t.clock.now().toISOString() },
    });
    expect((await client.call('ownProfile')).body).toMatchObject({ relationshipStatus: null, lookingFor: [] });
    expect(await matching(member)).toMatchObject({
      ...{ enabled: false, interests: [], lifestyle: [], relationshipGoals: [] },
    });
    expect(await matched(other)).not.toContain(member.profileId);
    expect(await matched(member)).toEqual([]);
    const { body: seen } = await t.client(other).call('getProfile', { params: { id: member.profileId } });
    expect(seen).toMatchObject({ relationshipStatus: null, lookingFor: [] });
    expect((await client.call('updateProfile', { body: intent })).error?.code).toBe('CONSENT_REQUIRED');
    // A new yes opens it again, and is a row of its own.
    expect((await give(client, 'special')).status).toBe(200);
    expect((await client.call('updateProfile', { body: intent })).status).toBe(200);
    const { rows } = await t.database.pool.query(
      `select from account_consents where account_id = $1 and kind = 'special'`,
      [member.accountId],
    );
    expect(rows).toHaveLength(2);
  });

  it('is also deleted where it was stored before the member was asked', async () => {
    const member = await aProfile(t);
    await t.db
      .updateTable('profiles')
      .set({ relationship_status: 'open', looking_for: ['Sexting'] })
      .where('id', '=', member.profileId)
      .execute();
    expect((await withdraw(t.client(member), 'special')).status).toBe(200);
    expect((await t.client(member).call('ownProfile')).body).toMatchObject({
      ...{ relationshipStatus: null, lookingFor: [] },
    });
    expect((await consentsOf(t.client(member))).special?.state).toBe('none');
  });
});
