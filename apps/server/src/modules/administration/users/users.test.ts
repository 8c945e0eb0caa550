import { checkDigit } from '@vlam/contract/rules/sa-id-number';
import { describe, expect, it } from 'vitest';
import { aCreator, anAccount, aProfile, aSession, type TestAccount } from '../../../../test/factories.ts';
import { useTestApp } from '../../../../test/use-app.ts';
import { newId } from '../../../platform/ids.ts';

const t = useTestApp();
const day = 86_400_000;

const anAdmin = () => aProfile(t, { role: 'admin' });
const list = async (as: TestAccount, query: Record<string, string> = {}) =>
  (await t.client(as).call('adminUsers', { query })).body;
const namesIn = async (as: TestAccount, query: Record<string, string>) =>
  (await list(as, query)).users.map(({ firstName }) => firstName);
const auditOf = (targetId: string) =>
  t.db.selectFrom('audit_log').selectAll().where('target_id', '=', targetId).orderBy('number').execute();
const actionsOn = async (targetId: string) => (await auditOf(targetId)).map(({ action }) => action);
const roleOf = async (accountId: string) =>
  (await t.db.selectFrom('accounts').select('role').where('id', '=', accountId).executeTakeFirstOrThrow()).role;

describe('the list of users', () => {
  it('answers the ten fields of the specification, newest first, fifty a page', async () => {
    const admin = await anAdmin();
    t.clock.advance(1_000);
    const member = await aProfile(t, { firstName: 'Lindiwe', lastName: 'Sithole' });
    const { users, ...page } = await list(admin);
    expect(page).toMatchObject({ page: 1, limit: 50, totalIsExact: true });
    expect(page.total).toBeGreaterThanOrEqual(2);
    expect(users[0]).toMatchObject({
      id: member.accountId,
      email: member.email,
      firstName: 'Lindiwe',
      lastName: 'Sithole',
      role: 'user',
      isActive: true,
      isVerified: true,
      suspendedAt: null,
      lastLoginAt: null,
      createdAt: t.clock.now().toISOString(),
      status: 'active',
      displayName: member.displayName,
    });
  });

  it('finds people by part of a name, email or display name, by id, role and status', async () => {
    const admin = await anAdmin();
    const creator = await aCreator(t, { firstName: 'Bongekile', lastName: 'Xaba', displayName: 'Bonnie of Musina' });
    await anAccount(t, { firstName: 'Oupa', lastName: 'Xingwana', verified: false, email: 'oupa.x@mail.test' });
    expect(await namesIn(admin, { q: 'GEKILE' })).toEqual(['Bongekile']);
    expect(await namesIn(admin, { q: 'bongekile xa' })).toEqual(['Bongekile']);
    expect(await namesIn(admin, { q: 'of musina' })).toEqual(['Bongekile']);
    expect(await namesIn(admin, { q: 'xi' })).toEqual(['Oupa']);
    expect(await namesIn(admin, { q: 'oupa.x@' })).toEqual(['Oupa']);
    expect(await namesIn(admin, { q: creator.accountId })).toEqual(['Bongekile']);
    expect(await namesIn(admin, { q: creator.profileId })).toEqual(['Bongekile']);
    expect(await namesIn(admin, { q: 'xa', role: 'creator' })).toEqual(['Bongekile']);
    expect(await namesIn(admin, { q: 'xi', role: 'creator' })).toEqual([]);
    expect(await namesIn(admin, { q: 'oupa', status: 'unverified' })).toEqual(['Oupa']);
    // Characters of patterns are only text.
    expect(await namesIn(admin, { q: 'b%e' })).toEqual([]);
    expect((await list(admin, { q: 'xingwana' })).total).toBe(1);
  });

  it('goes on by cursor without a gap or a repeat while people join', async () => {
    const admin = await anAdmin();
    const made: string[] = [];
    for (let n = 0; n < 7; n += 1) made.push((await anAccount(t, { lastName: 'Paged' })).accountId);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: Record<string, string> = { q: 'paged', limit: '3', ...(cursor ? { cursor } : {}) };
      const page = await list(admin, query);
      seen.push(...page.users.map(({ id }) => id));
      cursor = page.nextCursor;
      await anAccount(t, { lastName: 'Later' });
    } while (cursor);
    expect(seen.sort()).toEqual(made.sort());
    const second = await list(admin, { q: 'paged', limit: '3', page: '2' });
    expect(second.users).toHaveLength(3);
    expect(second.page).toBe(2);
  });

  it('shows as inactive who was seen by no one for thirty days, and as active who comes back', async () => {
    const absent = await aProfile(t, { firstName: 'Absent' });
    const present = await aProfile(t, { firstName: 'Present' });
    for (let passed = 0; passed < 32; passed += 8) {
      t.clock.advance(8 * day);
      const { cookie } = await aSession(t, present.accountId);
      t.clock.advance(120_000);
      await t.client({ cookie }).call('currentUser');
      await new Promise((done) => setTimeout(done, 30));
    }
    await t.context.jobs.enqueue(t.db, { name: 'identity.activity', maxAttempts: 1 }, {});
    await t.drain();
    const admin = await anAdmin();
    const statusOf = async (q: string) => (await list(admin, { q })).users[0]?.status;
    expect([await statusOf('absent'), await statusOf('present')]).toEqual(['inactive', 'active']);
    expect(await namesIn(admin, { status: 'inactive', q: 'absent' })).toEqual(['Absent']);
    const { cookie } = await aSession(t, absent.accountId);
    t.clock.advance(120_000);
    await t.client({ cookie }).call('currentUser');
    await expect.poll(() => statusOf('absent')).toBe('active');
  });

  it('T20: refuses impossible pages, and records each read without what was searched for', async () => {
    const admin = await anAdmin();
    for (const query of [
      { limit: '1000000000' },
      { limit: '-1' },
      { limit: 'NaN' },
      { limit: '101' },
      { page: '0' },
      { page: '201', limit: '50' },
      { cursor: 'bm90aGluZw' },
      { role: 'owner' },
      { status: 'banned' },
    ] as const) {
      const { status, error } = await t.client(admin).call('adminUsers', { query });
      expect([query, status, error?.code]).toEqual([query, 400, 'VALIDATION_FAILED']);
    }
    await list(admin, { q: 'someone@mail.test', role: 'user' });
    const rows = await t.db
      .selectFrom('audit_log')
      .selectAll()
      .where('actor_id', '=', admin.accountId)
      .where('action', '=', 'users.listed')
      .execute();
    expect(rows).toHaveLength(1);
    expect(rows[0]?.details).toMatchObject({ role: 'user', searched: true, rows: 0 });
    expect(JSON.stringify(rows[0]?.details)).not.toContain('someone');
  });

  it('finds members of a city, those with pending reports, and those who joined lately', async () => {
    const admin = await anAdmin();
    const reported = await aProfile(t, { firstName: 'Musa', city: 'Musina' });
    await aProfile(t, { firstName: 'Mpho', city: 'Musina' });
    const reporter = await aProfile(t);
    const report = { targetType: 'profile', targetId: reported.profileId, reason: 'spam' } as const;
    expect((await t.client(reporter).call('report', { body: report })).status).toBe(201);
    expect((await namesIn(admin, { city: 'Musina' })).sort()).toEqual(['Mpho', 'Musa']);
    expect(await namesIn(admin, { city: 'Musina', reported: 'true' })).toEqual(['Musa']);
    const page = await list(admin, { city: 'Musina', reported: 'true' });
    expect([page.total, page.users[0]?.openReports]).toEqual([1, 1]);
    expect(await namesIn(admin, { joinedSince: '2999-01-01' })).toEqual([]);
  });
});

describe('the export', () => {
  it('T20: holds what the filter finds or the chosen accounts, defuses formulas, and is recorded', async () => {
    const admin = await anAdmin();
    const one = await anAccount(t, { firstName: '=cmd()', lastName: 'Exported' });
    await anAccount(t, { firstName: 'Second', lastName: 'Exported' });
    const get = (query: string, as: TestAccount = admin) =>
      t.client(as).request('GET', `/api/admin/users/export.csv?${query}`);
    const { status, text, headers } = await get('q=exported');
    expect(status).toBe(200);
    expect(headers['content-type']).toContain('text/csv');
    expect(text.trim().split('\r\n')).toHaveLength(3);
    expect(text).toContain(`"'=cmd()"`);
    expect((await get(`ids=${one.accountId}`)).text.trim().split('\r\n')).toHaveLength(2);
    expect((await get('ids=all')).status).toBe(400);
    expect((await get('', await aProfile(t, { role: 'moderator' }))).status).toBe(403);
    const rows = await t.db.selectFrom('audit_log').select('action').where('actor_id', '=', admin.accountId).execute();
    expect(rows.filter(({ action }) => action === 'users.exported')).toHaveLength(2);
  });
});

describe('T18: suspend and unsuspend', () => {
  it('end and restore access, with the reason, each with its audit row', async () => {
    const admin = await anAdmin();
    const member = await aProfile(t);
    const suspend = (reason: string) =>
      t.client(admin).call('suspendUser', { body: { userId: member.accountId, reason } });
    for (const blank of ['', '   ']) expect((await suspend(blank)).error?.code).toBe('VALIDATION_FAILED');
    expect(await actionsOn(member.accountId)).toEqual([]);
    const { body } = await suspend(' Repeated threats ');
    expect(body).toMatchObject({ status: 'suspended', suspendedReason: 'Repeated threats' });
    expect((await t.client(member).call('currentUser')).status).toBe(401);
    expect((await suspend('Again')).error?.code).toBe('CONFLICT');
    const back = await t.client(admin).call('unsuspendUser', { body: { userId: member.accountId } });
    expect(back.body).toMatchObject({ status: 'active', suspendedAt: null, suspendedReason: null });
    expect((await t.client(await aSession(t, member.accountId)).call('currentUser')).status).toBe(200);
    const again = await t.client(admin).call('unsuspendUser', { body: { userId: member.accountId } });
    expect(again.error?.code).toBe('CONFLICT');
    const rows = await auditOf(member.accountId);
    expect(rows.map(({ action, reason }) => [action, reason])).toEqual([
      ['user.suspended', 'Repeated threats'],
      ['user.unsuspended', null],
    ]);
    expect(await t.context.compliance.findBrokenLink()).toBeNull();
  });

  it('are never for oneself, and not for who does not exist', async () => {
    const admin = await anAdmin();
    for (const name of ['suspendUser', 'unsuspendUser', 'verifyUser', 'promoteUser'] as const) {
      const extra = name === 'suspendUser' ? { reason: 'Why' } : name === 'promoteUser' ? { role: 'user' } : {};
      const own = await t.client(admin).call(name, { body: { userId: admin.accountId, ...extra } });
      expect([name, own.error?.code]).toEqual([name, 'FORBIDDEN']);
      const none = await t.client(admin).call(name, { body: { userId: newId(), ...extra } });
      expect([name, none.error?.code]).toEqual([name, 'NOT_FOUND']);
    }
    expect(await actionsOn(admin.accountId)).toEqual([]);
  });

  it('apply once when twenty are sent at the same time', async () => {
    const admin = await anAdmin();
    const member = await aProfile(t);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        t.client(admin).call('suspendUser', { body: { userId: member.accountId, reason: 'Once' } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await actionsOn(member.accountId)).toEqual(['user.suspended']);
  });
});

describe('verify', () => {
  it('opens an account whose document was seen and gives the badge, once', async () => {
    const admin = await anAdmin();
    const member = await aProfile(t, { verified: false });
    const verify = () => t.client(admin).call('verifyUser', { body: { userId: member.accountId } });
    expect((await t.client(member).call('currentUser')).body.requiresAgeVerification).toBe(true);
    expect((await verify()).body).toMatchObject({ status: 'active', isVerified: true, identityChecked: true });
    expect((await t.client(member).call('currentUser')).body.requiresAgeVerification).toBe(false);
    expect((await verify()).error?.code).toBe('CONFLICT');
    expect((await auditOf(member.accountId)).map(({ action, details }) => [action, details])).toEqual([
      ['user.verified', { opened: true }],
    ]);
  });

  it('leaves a proof that waits for review to the review, which needs the number', async () => {
    const admin = await anAdmin();
    const member = await aProfile(t, { verified: false });
    const first12 = '200202050000';
    await t.client(member).call('verifyAge', {
      body: {
        idNumber: `${first12}${checkDigit(first12)}`,
        documentType: 'passport',
        documentNumber: 'P1',
        dateOfBirth: '1920-02-02',
      },
    });
    expect((await t.client(member).call('ageCheck')).body.state).toBe('review');
    const answer = await t.client(admin).call('verifyUser', { body: { userId: member.accountId } });
    expect(answer.error?.code).toBe('CONFLICT');
    expect((await t.client(member).call('currentUser')).body.requiresAgeVerification).toBe(true);
  });
});

describe('T17: roles', () => {
  const promote = (as: TestAccount, userId: string, role: string) =>
    t.client(as).call('promoteUser', { body: { userId, role } });

  it('change by an admin only; the account signs in again with its new rights', async () => {
    const admin = await anAdmin();
    const member = await aProfile(t);
    expect((await promote(admin, member.accountId, 'moderator')).body.role).toBe('moderator');
    expect((await t.client(member).call('currentUser')).status).toBe(401);
    const again = t.client(await aSession(t, member.accountId));
    expect((await again.call('adminStatus')).error?.code).toBe('SECOND_FACTOR_REQUIRED');
    const since = t.clock.now();
    await t.db.updateTable('accounts').set({ second_factor_since: since }).where('id', '=', member.accountId).execute();
    expect((await again.call('adminStatus')).body).toEqual({
      isAdmin: false,
      permissions: ['moderate_content', 'view_analytics', 'decide_disputes'],
    });
    expect((await auditOf(member.accountId)).map(({ action, details }) => [action, details])).toEqual([
      ['user.role_changed', { from: 'user', to: 'moderator' }],
    ]);
    expect((await promote(admin, member.accountId, 'owner')).error?.code).toBe('VALIDATION_FAILED');
  });

  it('a moderator’s attempt is refused and recorded, for themselves and for others', async () => {
    const moderator = await aProfile(t, { role: 'moderator' });
    const friend = await aProfile(t);
    for (const { accountId } of [moderator, friend]) {
      expect((await promote(moderator, accountId, 'admin')).error?.code).toBe('FORBIDDEN');
      const [row] = await auditOf(accountId);
      expect(row).toMatchObject({
        actor_id: moderator.accountId,
        action: 'refused',
        target_type: 'account',
        details: { operation: 'promoteUser' },
      });
    }
    expect([await roleOf(moderator.accountId), await roleOf(friend.accountId)]).toEqual(['moderator', 'user']);
    // A member of no rank cannot fill the log.
    expect((await promote(friend, friend.accountId, 'admin')).error?.code).toBe('FORBIDDEN');
    expect(await auditOf(friend.accountId)).toHaveLength(1);
    expect(await t.context.compliance.findBrokenLink()).toBeNull();
  });

  it('T18: of two admins who demote or suspend each other at once, one stays', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, other] = [await anAdmin(), await anAdmin()];
      const answers = await Promise.all([
        promote(one, other.accountId, 'user'),
        round % 2 === 0
          ? promote(other, one.accountId, 'user')
          : t.client(other).call('suspendUser', { body: { userId: one.accountId, reason: 'Race' } }),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const left = await t.db
        .selectFrom('accounts')
        .select('id')
        .where('id', 'in', [one.accountId, other.accountId])
        .where('role', '=', 'admin')
        .where('suspended_at', 'is', null)
        .execute();
      expect(left).toHaveLength(1);
    }
  });

  it('fit the account: no creator without a profile of one, no staff who is suspended or unverified', async () => {
    const admin = await anAdmin();
    const [fan, creator] = [await aProfile(t), await aCreator(t)];
    const unverified = await anAccount(t, { verified: false });
    const attempts = [
      [fan, 'creator'],
      [fan, 'user'],
      [creator, 'user'],
      [unverified, 'moderator'],
    ] as const;
    for (const [{ accountId }, role] of attempts)
      expect([role, (await promote(admin, accountId, role)).error?.code]).toEqual([role, 'CONFLICT']);
    await t.client(admin).call('suspendUser', { body: { userId: fan.accountId, reason: 'Why' } });
    expect((await promote(admin, fan.accountId, 'admin')).error?.code).toBe('CONFLICT');
    expect((await promote(admin, creator.accountId, 'moderator')).body.role).toBe('moderator');
    expect((await promote(admin, creator.accountId, 'creator')).body.role).toBe('creator');
  });
});
