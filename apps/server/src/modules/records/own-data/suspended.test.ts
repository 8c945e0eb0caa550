import { operations } from '@vlam/contract';
import { pathOf } from '@vlam/contract/client';
import { type Operation, stepUpMs } from '@vlam/contract/operation';
import { describe, expect, it } from 'vitest';
import { codeAt } from '../../../../test/authenticator.ts';
import { readZip } from '../../../../test/read-zip.ts';
import { aPasswordMember, aProtectedMember, factorPassword } from '../../../../test/second-factors.ts';
import { useTestApp } from '../../../../test/use-app.ts';
import { jobTasks } from '../../../modules.ts';
import { newId } from '../../../platform/ids.ts';

const t = useTestApp({ config: { publicUrl: 'https://vlam.example', secureCookies: true } });
const dayMs = 86_400_000;
const suspend = ({ accountId }: { accountId: string }) =>
  t.db.transaction().execute((tx) => t.context.identity.suspend(tx, accountId, 'Spam in messages'));
async function aSuspendedMember() {
  const member = await aPasswordMember(t);
  await suspend(member);
  return member;
}
const open = (client: ReturnType<typeof t.client>, email: string, more: { password?: string; code?: string } = {}) =>
  client.call('openSuspendedData', { body: { email, password: factorPassword, ...more } });
/** The browser of a suspended member who just proved their person. */
async function anOpenBrowser(member: { email: string }) {
  const client = t.client();
  expect((await open(client, member.email)).body).toEqual({ open: true });
  return client;
}
const closeAccount = async (client: ReturnType<typeof t.client>) => {
  const { credits, earningsCents } = (await client.call('suspendedData')).body.deletion;
  return client.call('deleteSuspendedAccount', { body: { credits, earningsCents } });
};
const own = Object.entries(operations as Record<string, Operation>).filter(([, { access }]) => access === 'suspended');

describe('T87 T16: the data of a suspended member', () => {
  it('opens to the right password, for five minutes, and starts no session', async () => {
    const member = await aSuspendedMember();
    const client = t.client();
    expect((await open(client, member.email, { password: 'not the password' })).error?.code).toBe(
      'INVALID_CREDENTIALS',
    );
    expect((await client.call('suspendedData')).status).toBe(401);
    const { headers } = await open(client, member.email);
    expect(String(headers['set-cookie'])).toMatch(
      /^__Host-vlam-suspended-data=[\w-]+; Max-Age=300; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    expect((await client.call('suspendedData')).status).toBe(200);
    expect(await t.context.identity.countSessions(member.accountId)).toBe(0);
    t.clock.advance(stepUpMs);
    for (const [name, operation] of own) {
      const body = operation.body ? { body: { credits: 0, earningsCents: 0 } } : {};
      expect([name, (await client.request(operation.method, operation.path, body)).status]).toEqual([name, 401]);
    }
  });

  it('every other operation stays closed to them, by name', async () => {
    const client = await anOpenBrowser(await aSuspendedMember());
    expect(own.map(([name]) => name).sort()).toEqual([
      'askSuspendedExport',
      'deleteSuspendedAccount',
      'suspendedData',
      'suspendedExportFile',
    ]);
    const others = Object.entries(operations as Record<string, Operation>).filter(
      ([, { access }]) => access !== 'public' && access !== 'suspended',
    );
    expect(others.length).toBeGreaterThan(200);
    for (const [name, operation] of others) {
      const path = pathOf(operation, operation.params ? { params: { id: newId() } } : {});
      const { status } = await client.request(operation.method, path, operation.body ? { body: {} } : {});
      expect([name, status]).toEqual([name, 401]);
    }
    expect((await client.call('login', { body: { email: 'a@people.test', password: 'x' } })).status).toBe(401);
  });

  it('asks for the second factor of an account that has one, and opens nothing before', async () => {
    const member = await aProtectedMember(t);
    await suspend(member);
    const client = t.client();
    expect((await open(client, member.email)).body).toEqual({ open: false });
    expect((await client.call('suspendedData')).status).toBe(401);
    expect((await open(client, member.email, { code: '000000' })).error?.code).toBe('INVALID_CODE');
    expect((await client.call('suspendedData')).status).toBe(401);
    const code = codeAt(member.secret, t.clock.now());
    expect((await open(client, member.email, { code })).body).toEqual({ open: true });
    expect((await client.call('suspendedData')).status).toBe(200);
    expect((await open(t.client(), member.email, { code })).error?.code).toBe('INVALID_CODE');
  });

  it('T14: a note that is forged, of an ended suspension or of an older password opens nothing', async () => {
    const member = await aSuspendedMember();
    const { headers } = await open(t.client(), member.email);
    const [cookie = ''] = String(headers['set-cookie']).split(';');
    const ask = async (note: string) => (await t.client({ cookie: note }).call('suspendedData')).status;
    expect(await ask(cookie)).toBe(200);
    expect(await ask(`${cookie.slice(0, -2)}${cookie.endsWith('AA') ? 'BB' : 'AA'}`)).toBe(401);
    await t.db
      .updateTable('accounts')
      .set({ password_changed_at: t.clock.now() })
      .where('id', '=', member.accountId)
      .execute();
    expect(await ask(cookie)).toBe(401);

    const other = await aSuspendedMember();
    const second = String((await open(t.client(), other.email)).headers['set-cookie']).split(';')[0] ?? '';
    await t.db.transaction().execute((tx) => t.context.identity.unsuspend(tx, other.accountId));
    expect(await ask(second)).toBe(401);
    expect((await open(t.client(), other.email)).error?.code).toBe('CONFLICT');
    t.clock.advance(1_000);
    await suspend(other);
    expect(await ask(second)).toBe(401);
  });

  it('is their own and no one else’s, once a day', async () => {
    const [member, other] = [await aSuspendedMember(), await aSuspendedMember()];
    const client = await anOpenBrowser(member);
    expect((await client.call('askSuspendedExport')).body.export).toMatchObject({ state: 'preparing' });
    await t.drain();
    expect((await client.call('suspendedData')).body.export).toMatchObject({ state: 'ready' });
    const saved = await client.request('GET', '/api/account/suspended/export/data.zip');
    const [account, ...more] = JSON.parse(String(readZip(saved.bytes).get('accounts.json')));
    expect(account).toMatchObject({ id: member.accountId, email: member.email });
    expect(more).toEqual([]);
    expect((await client.call('askSuspendedExport')).error?.code).toBe('QUOTA_REACHED');
    const stranger = await anOpenBrowser(other);
    expect((await stranger.request('GET', '/api/account/suspended/export/data.zip')).status).toBe(404);
  });
});

describe('T86: deleting a suspended account', () => {
  const runSchedule = async () => {
    await jobTasks(t.context)
      .find(({ kind }) => kind.name === 'records.erase-accounts')
      ?.run({}, { id: '1', attempt: 1 });
    await t.drain();
  };
  const nameOf = async ({ accountId }: { accountId: string }) =>
    (await t.context.identity.getAccount(t.db, accountId)).firstName;

  it('closes it once; after the time of every other deletion it is erased', async () => {
    const member = await aSuspendedMember();
    const client = await anOpenBrowser(member);
    const stale = await client.call('deleteSuspendedAccount', { body: { credits: 5, earningsCents: 0 } });
    expect(stale.error?.code).toBe('PRICE_CHANGED');
    expect((await closeAccount(client)).body).toEqual({
      eraseAt: new Date(t.clock.now().getTime() + 30 * dayMs).toISOString(),
    });
    expect((await client.call('suspendedData')).status).toBe(401);
    expect((await open(t.client(), member.email)).error).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('is being deleted already'),
    });
    t.clock.advance(31 * dayMs);
    await runSchedule();
    expect(await nameOf(member)).toBe('Erased');
  });

  it('waits for what is owed, as every other does', async () => {
    const member = await aSuspendedMember();
    await t.db.updateTable('accounts').set({ role: 'moderator' }).where('id', '=', member.accountId).execute();
    const client = await anOpenBrowser(member);
    expect((await closeAccount(client)).error).toMatchObject({ code: 'CONFLICT', details: { obstacle: 'staff' } });
  });

  it('is not erased while a case is open against it', async () => {
    const member = await aSuspendedMember();
    const now = t.clock.now();
    await t.db
      .insertInto('risk_cases')
      .values({ id: newId(), number: 'RC-2026-9001', account_id: member.accountId, opened_at: now, due_at: now })
      .execute();
    await closeAccount(await anOpenBrowser(member));
    t.clock.advance(31 * dayMs);
    await runSchedule();
    expect(await nameOf(member)).toBe('Lerato');
    await t.db
      .updateTable('risk_cases')
      .set({ state: 'cleared', decided_at: t.clock.now() })
      .where('account_id', '=', member.accountId)
      .execute();
    await runSchedule();
    expect(await nameOf(member)).toBe('Erased');
  });
});
