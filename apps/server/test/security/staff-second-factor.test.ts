import { beforeAll, describe, expect, it } from 'vitest';
import { startTestApp } from '../app.ts';
import { codeAt } from '../authenticator.ts';
import { aProfile, type TestProfile } from '../factories.ts';
import { aPasswordMember } from '../second-factors.ts';
import { useTestApp } from '../use-app.ts';
import { pathWith, sessionOperations } from './world.ts';

const t = useTestApp();
const staff: Record<string, TestProfile> = {};
beforeAll(async () => {
  for (const role of ['moderator', 'admin'] as const) staff[role] = await aProfile(t, { role, secondFactor: false });
});

const closed = sessionOperations.filter(([, { access, beforeAgeCheck }]) => access !== 'public' && !beforeAgeCheck);
const own = sessionOperations.filter(([, { access, beforeAgeCheck }]) => access !== 'public' && beforeAgeCheck);

describe('T17 ASVS 6.3.3 8.4.2: staff without a second factor', () => {
  it.each(closed)('may not call %s', async (name, operation) => {
    for (const who of Object.values(staff)) {
      const body = operation.body ? { body: {} } : {};
      const answer = await t.client(who).request(operation.method, pathWith(operation), body);
      expect([name, answer.status, answer.error?.code]).toEqual([name, 403, 'SECOND_FACTOR_REQUIRED']);
    }
  });

  it('reach their own account and the enrolment', async () => {
    expect(own.map(([name]) => name)).toEqual(expect.arrayContaining(['enableTwoFactor', 'addPasskey', 'logout']));
    for (const [name, operation] of own) {
      if (name === 'logout') continue;
      const body = operation.body ? { body: {} } : {};
      const { error } = await t.client(staff.admin).request(operation.method, pathWith(operation), body);
      expect([name, error?.code]).not.toEqual([name, 'SECOND_FACTOR_REQUIRED']);
    }
    const { body } = await t.client(staff.admin).call('currentUser');
    expect(body).toMatchObject({ role: 'admin', permissions: [], requiresSecondFactor: true });
  });

  it('act as staff with their next request once they have one, in every process, and may not remove the last', async () => {
    const { client, accountId } = await aPasswordMember(t, 'admin');
    const second = await t.startSecondProcess();
    const elsewhere = second.client({ cookie: client.cookie() });
    for (const each of [client, elsewhere])
      expect((await each.call('adminStatus')).error?.code).toBe('SECOND_FACTOR_REQUIRED');
    const { secret } = (await client.call('enableTwoFactor')).body;
    expect((await client.call('adminStatus')).status).toBe(403);
    await client.call('verifyTwoFactor', { body: { code: codeAt(secret, t.clock.now()) } });
    for (const each of [client, elsewhere]) expect((await each.call('adminStatus')).body.isAdmin).toBe(true);
    expect((await client.call('currentUser')).body).toMatchObject({
      permissions: ['all'],
      requiresSecondFactor: false,
    });
    expect((await client.call('accountSecurity')).body.isRequired).toBe(true);
    expect((await client.call('disableTwoFactor')).error?.code).toBe('CONFLICT');
    expect((await client.call('adminStatus')).status).toBe(200);
    const kept = await t.db
      .selectFrom('totp_factors')
      .select('account_id')
      .where('account_id', '=', accountId)
      .execute();
    expect(kept).toHaveLength(1);
    await second.close();
  });

  it('a member who becomes staff needs one from then on', async () => {
    const member = await aProfile(t);
    await t.db.updateTable('accounts').set({ role: 'moderator' }).where('id', '=', member.accountId).execute();
    expect((await t.client(member).call('listReports')).error?.code).toBe('SECOND_FACTOR_REQUIRED');
  });

  it('are let in by the configuration of a demo only', async () => {
    const demo = await startTestApp({ config: { demo: true, staffSecondFactor: false } });
    const admin = await aProfile(demo, { role: 'admin', secondFactor: false });
    expect((await demo.client(admin).call('adminStatus')).body.isAdmin).toBe(true);
    await demo.close();
  });
});
