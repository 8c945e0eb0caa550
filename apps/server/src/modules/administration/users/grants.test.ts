import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import { aProfile, type TestAccount, type TestProfile } from '../../../../test/factories.ts';
import { aProtectedMember, enterPassword } from '../../../../test/second-factors.ts';
import { useTestApp } from '../../../../test/use-app.ts';

const t = useTestApp();
const hour = 3_600_000;
let [one, other, member]: TestProfile[] = [];
beforeEach(async () => {
  // Each test has its own admins, and no others.
  await t.db.updateTable('accounts').set({ role: 'user' }).where('role', '=', 'admin').execute();
  await t.db.deleteFrom('admin_grants').execute();
  [one, other] = [await aProfile(t, { role: 'admin' }), await aProfile(t, { role: 'admin' })];
  member = await aProfile(t, { firstName: 'Palesa', lastName: 'Moloi' });
});

const propose = (as: TestAccount | undefined, who = member) =>
  t.client(as).call('promoteUser', { body: { userId: who?.accountId, role: 'admin' } });
const confirm = (as: TestAccount | undefined, id: string) => t.client(as).call('confirmAdminGrant', { params: { id } });
const waiting = async (as = one) => (await t.client(as).call('adminGrants')).body;
const firstId = async () => (await waiting())[0]?.id ?? '';
const roleOf = async (who = member) =>
  (
    await t.db
      .selectFrom('accounts')
      .select('role')
      .where('id', '=', who?.accountId ?? '')
      .executeTakeFirstOrThrow()
  ).role;

describe('T17 ASVS 2.3.5: the admin role takes two admins', () => {
  it('one proposes, and nothing changes until another confirms; both are in the log', async () => {
    expect((await propose(one)).body.role).toBe('user');
    expect(await roleOf()).toBe('user');
    expect(await waiting(other)).toMatchObject([
      { userName: 'Palesa Moloi', proposedBy: { id: one?.accountId }, mayConfirm: true },
    ]);
    expect((await waiting(one))[0]?.mayConfirm).toBe(false);
    expect((await propose(other)).error?.code).toBe('CONFLICT');
    expect((await confirm(other, await firstId())).body.role).toBe('admin');
    expect(await waiting()).toEqual([]);
    const rows = await t.db
      .selectFrom('audit_log')
      .select(['actor_id', 'action', 'details'])
      .where('target_id', '=', member?.accountId ?? '')
      .orderBy('number')
      .execute();
    expect(rows).toEqual([
      { actor_id: one?.accountId, action: 'user.admin_proposed', details: { from: 'user' } },
      {
        actor_id: other?.accountId,
        action: 'user.role_changed',
        details: { from: 'user', to: 'admin', proposedBy: one?.accountId },
      },
    ]);
    // Their sessions ended with the change.
    expect((await t.client(member).call('currentUser')).status).toBe(401);
  });

  it('neither the proposer nor a moderator may confirm it, nor the person it is about', async () => {
    await propose(one);
    const id = await firstId();
    expect((await confirm(one, id)).error?.code).toBe('FORBIDDEN');
    const moderator = await aProfile(t, { role: 'moderator' });
    expect((await confirm(moderator, id)).error?.code).toBe('FORBIDDEN');
    expect((await confirm(member, id)).error?.code).toBe('FORBIDDEN');
    expect(await roleOf()).toBe('user');
    // The database itself refuses it.
    const settle = t.db
      .updateTable('admin_grants')
      .set({ state: 'confirmed', settled_by: one?.accountId ?? '', settled_at: t.clock.now() });
    await expect(settle.where('id', '=', id).execute()).rejects.toThrow('admin_grants_two_people');
  });

  it('lapses after 24 hours, and can be proposed anew', async () => {
    await propose(one);
    const id = await firstId();
    t.clock.advance(24 * hour);
    // Sessions of staff are short.
    const [fresh, second] = [await aProfile(t, { role: 'admin' }), await aProfile(t, { role: 'admin' })];
    expect((await confirm(second, id)).error?.code).toBe('NOT_FOUND');
    expect(await waiting(fresh)).toEqual([]);
    expect((await propose(fresh)).status).toBe(200);
    const [grant] = await waiting(fresh);
    expect((await confirm(second, grant?.id ?? '')).body.role).toBe('admin');
  });

  it('ten confirmations at once, and a withdrawal beside them: it is settled once', async () => {
    for (let round = 0; round < 3; round += 1) {
      const person = await aProfile(t);
      await propose(one, person);
      const id = await firstId();
      const answers = await Promise.all([
        ...Array.from({ length: 9 }, () => confirm(other, id)),
        t.client(one).call('withdrawAdminGrant', { params: { id } }),
      ]);
      expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
      expect(await roleOf(person)).toBe(answers.at(-1)?.status === 204 ? 'user' : 'admin');
    }
  });

  it('is void once its proposer is no admin, or the person no longer fits', async () => {
    const third = await aProfile(t, { role: 'admin' });
    await propose(one);
    await t.client(third).call('promoteUser', { body: { userId: one?.accountId, role: 'user' } });
    const [grant] = await waiting(other);
    expect((await confirm(other, grant?.id ?? '')).error?.code).toBe('CONFLICT');
    const suspended = await aProfile(t);
    await propose(other, suspended);
    await t.client(other).call('suspendUser', { body: { userId: suspended.accountId, reason: 'A test' } });
    const late = (await waiting(third)).find(({ userId }) => userId === suspended.accountId);
    expect((await confirm(third, late?.id ?? '')).error?.code).toBe('CONFLICT');
    expect([await roleOf(), await roleOf(suspended)]).toEqual(['user', 'user']);
  });

  it('the only admin reads that the operator makes the second one, and stays the last', async () => {
    await t.client(one).call('promoteUser', { body: { userId: other?.accountId, role: 'user' } });
    const answer = await propose(one);
    expect(answer.error).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('only admin') });
    expect(await waiting()).toEqual([]);
    expect(
      (await t.client(one).call('promoteUser', { body: { userId: one?.accountId, role: 'user' } })).error?.code,
    ).toBe('FORBIDDEN');
  });
});

describe('npm run staff, for the operator', () => {
  const program = fileURLToPath(new URL('../../../staff-command.ts', import.meta.url));
  const run = (...given: string[]) =>
    promisify(execFile)(process.execPath, [program, ...given], {
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'test',
        DEMO: '0',
        DATA_DIR: t.config.dataDir,
        DATABASE_URL: t.databaseUrl,
        MASTER_KEY: t.masterKey,
        PUBLIC_URL: t.config.publicUrl,
      },
    }).then(
      ({ stdout }) => ({ code: 0, text: stdout }),
      (error: { code: number; stderr: string }) => ({ code: error.code, text: error.stderr }),
    );

  it('makes the first and the second admin, and no third', { tags: ['long'], timeout: 60_000 }, async () => {
    await t.db.updateTable('accounts').set({ role: 'user' }).where('role', '=', 'admin').execute();
    for (const who of [one, other]) expect((await run('make-admin', who?.email ?? '')).code).toBe(0);
    expect([await roleOf(one), await roleOf(other)]).toEqual(['admin', 'admin']);
    const third = await run('make-admin', member?.email ?? '');
    expect([third.code, third.text]).toEqual([1, expect.stringContaining('There are 2 admins')]);
    expect(await roleOf()).toBe('user');
    const log = await t.db
      .selectFrom('audit_log')
      .select('details')
      .where('target_id', '=', one?.accountId ?? '')
      .execute();
    expect(log.at(-1)?.details).toEqual({ from: 'user', to: 'admin', by: 'operator' });
  });

  it('removes second factors that were lost: sessions end, the password alone signs in, and the log has a row', {
    tags: ['long'],
  }, async () => {
    const lost = await aProtectedMember(t);
    expect((await run('remove-second-factor', lost.email)).code).toBe(0);
    expect((await lost.client.call('currentUser')).status).toBe(401);
    const again = await enterPassword(t, lost);
    expect((await again.call('accountSecurity')).body).toMatchObject({ codesSince: null, recoveryCodesLeft: 0 });
    expect(await t.context.compliance.findBrokenLink()).toBeNull();
  });
});
