import { beforeEach, describe, expect, it } from 'vitest';
import { startTestApp } from '../../../test/app.ts';
import { anAccount, aSession } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/use-app.ts';
import { sessionCookieName } from '../../platform/session-cookie.ts';
import { describeDevice } from './view.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const t = useTestApp();
beforeEach(() => t.clock.set(new Date()));

const stillIn = async (cookie: string) => (await t.client({ cookie }).call('currentUser')).status === 200;
const sessionRow = (id: string) => t.db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst();

describe('T05: sessions', () => {
  it('stores no token in the database, only hashes that sign no one in', async () => {
    const account = await anAccount(t);
    expect(Buffer.from(account.sessionToken, 'base64url')).toHaveLength(32);
    const { rows } = await t.database.pool.query<{ dump: string }>('select s::text as dump from sessions s');
    expect(rows.some(({ dump }) => dump.includes(account.sessionToken))).toBe(false);
    const row = await sessionRow(account.sessionId);
    const stolen = [row?.token_hash.toString('hex'), row?.token_hash.toString('base64url'), row?.id];
    for (const token of stolen) expect(await stillIn(`${sessionCookieName(t.config)}=${token}`)).toBe(false);
    expect(await stillIn(account.cookie)).toBe(true);
  });

  it('end after 14 days without a request', async () => {
    const { cookie } = await anAccount(t);
    t.clock.advance(14 * day - minute);
    expect(await stillIn(cookie)).toBe(true);
    const other = await anAccount(t);
    t.clock.advance(14 * day);
    expect(await stillIn(other.cookie)).toBe(false);
  });

  it('end 30 days after sign-in however active they are', async () => {
    const { cookie } = await anAccount(t);
    for (let days = 10; days <= 30; days += 10) {
      expect(await stillIn(cookie)).toBe(true);
      await new Promise((resolve) => setTimeout(resolve, 50));
      t.clock.advance(10 * day);
    }
    expect(await stillIn(cookie)).toBe(false);
  });

  it.each(['moderator', 'admin'] as const)('of a %s end after 30 idle minutes and 12 hours', async (role) => {
    const idle = await anAccount(t, { role });
    t.clock.advance(30 * minute);
    expect(await stillIn(idle.cookie)).toBe(false);
    const busy = await anAccount(t, { role });
    for (let turn = 0; turn < 36; turn += 1) {
      expect(await stillIn(busy.cookie)).toBe(true);
      await t.db
        .updateTable('sessions')
        .set({ last_seen_at: t.clock.now() })
        .where('id', '=', busy.sessionId)
        .execute();
      t.clock.advance(20 * minute);
    }
    expect(await stillIn(busy.cookie)).toBe(false);
  });

  it("of the demo's staff last as long as a member's, so that a demo can be left open", async () => {
    const demo = await startTestApp({ config: { demo: true } });
    const { accountId, cookie } = await anAccount(demo, { role: 'admin' });
    await demo.db.updateTable('accounts').set({ is_demo: true }).where('id', '=', accountId).execute();
    demo.clock.advance(13 * day);
    expect((await demo.client({ cookie }).call('currentUser')).status).toBe(200);
    await demo.close();
  });

  it('T100: of a demo account end once its database is no longer a demo', async () => {
    const { accountId, cookie } = await anAccount(t, { role: 'admin' });
    await t.db.updateTable('accounts').set({ is_demo: true }).where('id', '=', accountId).execute();
    expect(await stillIn(cookie)).toBe(false);
  });

  it('record their last use at most once a minute', async () => {
    const { cookie, sessionId } = await anAccount(t);
    const before = (await sessionRow(sessionId))?.last_seen_at;
    t.clock.advance(59_000);
    await stillIn(cookie);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await sessionRow(sessionId))?.last_seen_at).toEqual(before);
    t.clock.advance(1_000);
    await Promise.all(Array.from({ length: 20 }, () => stillIn(cookie)));
    await expect.poll(async () => (await sessionRow(sessionId))?.last_seen_at).toEqual(t.clock.now());
  });

  it('are swept once they have ended', async () => {
    const { sessionId } = await anAccount(t);
    t.clock.advance(31 * day);
    const task = t.context.identity.tasks[0];
    await task?.run({}, { id: '1', attempt: 1 });
    expect(await sessionRow(sessionId)).toBeUndefined();
  });

  it('returns each of 200 concurrent requests to its own caller', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => anAccount(t)));
    const calls = Array.from({ length: 200 }, async (_, index) => {
      const person = people[index % people.length];
      const answer = await t.client({ cookie: person?.cookie ?? '' }).call('currentUser');
      return answer.body.id === person?.accountId;
    });
    expect((await Promise.all(calls)).every(Boolean)).toBe(true);
  });
});

describe('own sessions', () => {
  it('are listed with the current one marked, and end one by one', async () => {
    const account = await anAccount(t);
    t.clock.advance(minute);
    const phone = await aSession(t, account.accountId);
    const client = t.client(account);
    const listed = await client.call('listSessions');
    expect(listed.body.map(({ id, current }) => [id, current])).toEqual([
      [phone.sessionId, false],
      [account.sessionId, true],
    ]);
    expect((await client.call('endSession', { params: { id: phone.sessionId } })).status).toBe(204);
    expect(await stillIn(phone.cookie)).toBe(false);
    expect(await stillIn(account.cookie)).toBe(true);
  });

  it('end all but the current one in one step, and no one else loses one', async () => {
    const [account, stranger] = [await anAccount(t), await anAccount(t)];
    const [phone, tablet] = [await aSession(t, account.accountId), await aSession(t, account.accountId)];
    const client = t.client(account);
    expect((await client.call('endOtherSessions')).body).toEqual({ ended: 2 });
    expect(await Promise.all([phone, tablet, account, stranger].map(({ cookie }) => stillIn(cookie)))).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect((await client.call('listSessions')).body).toHaveLength(1);
    expect((await client.call('endOtherSessions')).body).toEqual({ ended: 0 });
  });

  it('end each other: of two that end all others at the same time, at most one is left', async () => {
    const account = await anAccount(t);
    const phone = await aSession(t, account.accountId);
    const both = await Promise.all([account, phone].map(({ cookie }) => t.client({ cookie }).call('endOtherSessions')));
    expect(both.map(({ status }) => status)).toContain(200);
    const left = await Promise.all([account, phone].map(({ cookie }) => stillIn(cookie)));
    expect(left.filter(Boolean).length).toBeLessThanOrEqual(1);
  });

  it("T25: another member's session looks like one that does not exist", async () => {
    const [mine, theirs] = [await anAccount(t), await anAccount(t)];
    const client = t.client(mine);
    const foreign = await client.call('endSession', { params: { id: theirs.sessionId } });
    const missing = await client.call('endSession', { params: { id: mine.accountId } });
    expect([foreign.status, foreign.error?.message]).toEqual([404, missing.error?.message]);
    expect(await stillIn(theirs.cookie)).toBe(true);
  });

  it.each([
    ['Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/153.0.0.0 Mobile Safari/537.36', 'Chrome on Android'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/153.0 Safari/537.36 Edg/153.0', 'Edge on Windows'],
    ['curl/8.9', 'Unknown device'],
    [undefined, 'Unknown device'],
  ])('are named after their browser: %s', (userAgent, name) => {
    expect(describeDevice(userAgent)).toBe(name);
  });
});

describe('logout', () => {
  it("T82: ends the session and clears the browser's cache and storage", async () => {
    const account = await anAccount(t);
    const client = t.client(account);
    const answer = await client.call('logout');
    expect(answer.status).toBe(204);
    expect(answer.headers['clear-site-data']).toBe('"cache", "storage"');
    expect(client.cookie()).toBe('');
    expect(await stillIn(account.cookie)).toBe(false);
    expect((await t.client().call('logout')).error).toMatchObject({ code: 'UNAUTHORIZED', message: 'Unauthorized' });
  });

  it('T06: a link shows a confirmation page; only its form signs out', async () => {
    const account = await anAccount(t);
    const client = t.client(account);
    const page = await client.request('GET', '/api/logout', {
      headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    });
    expect(page.status).toBe(200);
    const nonce = /style-src 'nonce-([^']+)'/.exec(String(page.headers['content-security-policy']))?.[1];
    expect(page.text).toContain(`<style nonce="${nonce}">`);
    expect(page.text).toContain('<form method="post" action="/api/logout">');
    expect(await stillIn(account.cookie)).toBe(true);
    const image = await client.request('GET', '/api/logout', {
      headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
    });
    expect(image.status).toBe(403);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const foreign = await client.request('POST', '/api/logout', {
      headers: { ...form, 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' },
      body: '',
    });
    expect(foreign.status).toBe(403);
    expect(await stillIn(account.cookie)).toBe(true);
    const own = await client.request('POST', '/api/logout', { headers: form, body: 'x=1' });
    expect([own.status, own.headers.location]).toEqual([303, '/']);
    expect(await stillIn(account.cookie)).toBe(false);
  });
});

describe('T16: a suspended or erased account', () => {
  it('is signed out at once, on every device', async () => {
    const account = await anAccount(t);
    const phone = await aSession(t, account.accountId);
    await t.context.identity.suspend(t.db, account.accountId, 'Spam');
    expect(await stillIn(account.cookie)).toBe(false);
    expect(await t.context.identity.authenticateToken(phone.sessionToken)).toBeNull();
    await t.context.identity.unsuspend(t.db, account.accountId);
    expect(await stillIn(account.cookie)).toBe(false);
  });

  it('is signed out even when a session row outlives the suspension', async () => {
    const { accountId, cookie } = await anAccount(t);
    await t.db
      .updateTable('accounts')
      .set({ suspended_at: t.clock.now(), suspended_reason: 'Spam' })
      .where('id', '=', accountId)
      .execute();
    expect(await stillIn(cookie)).toBe(false);
  });

  it('is signed out when its row is deleted', async () => {
    const { accountId, cookie } = await anAccount(t);
    await t.db.deleteFrom('accounts').where('id', '=', accountId).execute();
    expect(await stillIn(cookie)).toBe(false);
  });
});

describe('linkProfile', () => {
  it('takes effect in the next request; makes a user a creator but leaves staff unchanged', async () => {
    const profileId = '01a1fd73-a734-7bcf-9960-54e1b7a1155d';
    const member = await anAccount(t);
    await t.context.identity.linkProfile(t.db, member.accountId, profileId, true);
    expect(await t.context.identity.authenticateToken(member.sessionToken)).toMatchObject({
      profileId,
      isCreator: true,
      role: 'creator',
    });
    const admin = await anAccount(t, { role: 'admin' });
    await t.context.identity.linkProfile(t.db, admin.accountId, admin.accountId, true);
    expect(await t.context.identity.authenticateToken(admin.sessionToken)).toMatchObject({
      role: 'admin',
      isCreator: true,
    });
  });
});
