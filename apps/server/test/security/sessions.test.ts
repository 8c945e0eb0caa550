import { describe, expect, it, vi } from 'vitest';
import { aCreator, aFreePicture, aProfile, aSession, type TestProfile } from '../factories.ts';
import { aPicture, fetchFile, sendFile } from '../pictures.ts';
import { useTestApp } from '../use-app.ts';

const t = useTestApp();

const dayMs = 86_400_000;
const lastSeen = async ({ sessionId }: TestProfile) =>
  (await t.db.selectFrom('sessions').select('last_seen_at').where('id', '=', sessionId).executeTakeFirstOrThrow())
    .last_seen_at;
const statusOf = async (who: { cookie: string }) => (await t.client(who).call('currentUser')).status;

describe('T05 ASVS 7.2.3 7.3.2: a stolen database', () => {
  it('no value of the sessions table works as a session', async () => {
    const people = await Promise.all([aProfile(t), aCreator(t), aProfile(t, { role: 'admin' })]);
    const rows = await t.db.selectFrom('sessions').selectAll().execute();
    expect(rows.length).toBeGreaterThanOrEqual(people.length);
    for (const row of rows) {
      const hash = row.token_hash;
      const forms = [
        row.id,
        row.account_id,
        ...(['hex', 'base64', 'base64url', 'latin1'] as const).map((form) => hash.toString(form)),
      ];
      for (const form of forms) expect(await statusOf({ cookie: `session=${encodeURIComponent(form)}` })).toBe(401);
    }
    // No text or byte string of the row is the token.
    const dump = JSON.stringify(rows, (_name, value) => (typeof value === 'bigint' ? String(value) : value));
    for (const { sessionToken, cookie } of people) {
      expect(dump).not.toContain(sessionToken);
      expect(rows.some(({ token_hash }) => token_hash.equals(Buffer.from(sessionToken, 'base64url')))).toBe(false);
      expect(await statusOf({ cookie })).toBe(200);
    }
  });

  it('no value of the reset table opens an account, and mail bodies are encrypted', async () => {
    const id = await t.context.identity.createAccount(t.db, {
      email: 'reset@people.test',
      password: 'kudu-and-acacia',
      firstName: 'Sipho',
      lastName: 'Zulu',
    });
    await t.client().call('forgotPassword', { body: { email: 'reset@people.test' } });
    await t.drain();
    const links = await t.db.selectFrom('password_resets').selectAll().where('account_id', '=', id).execute();
    expect(links).toHaveLength(1);
    for (const { token_hash } of links)
      for (const token of [token_hash.toString('base64url'), token_hash.toString('hex').slice(0, 43)]) {
        const answer = await t.client().call('resetPassword', { body: { token, password: 'another-long-one' } });
        expect(answer.error?.code).toBe('LINK_EXPIRED');
      }
    const mail = await t.db
      .selectFrom('outgoing_mail')
      .selectAll()
      .where('recipient', '=', 'reset@people.test')
      .execute();
    for (const { body_sealed } of mail) expect(body_sealed.toString('latin1')).not.toContain('http');
    const [sent] = await t.context.mailer.outbox();
    const token = /[\w-]{43}/.exec(sent?.text ?? '')?.[0] ?? '';
    expect((await t.client().call('resetPassword', { body: { token, password: 'another-long-one' } })).status).toBe(
      204,
    );
  });

  it('a forged, cut, padded or renamed cookie authenticates no one', async () => {
    const { sessionToken } = await aProfile(t);
    for (const cookie of [
      `session=${sessionToken.slice(0, 42)}`,
      `session=${sessionToken}A`,
      `session=${sessionToken.toLowerCase()}`,
      `session=${'A'.repeat(43)}`,
      `Session=${sessionToken}`,
      `__Host-session=${sessionToken}`,
      `session="${sessionToken}`,
      'session=',
    ])
      expect([cookie, await statusOf({ cookie })]).toEqual([cookie, 401]);
  });
});

describe('T05 ASVS 7.3.1: session expiry', () => {
  it('comes 31 days after sign-in, also for active sessions', async () => {
    const member = await aProfile(t);
    for (const day of [7, 14, 21, 28]) {
      t.clock.advance(7 * dayMs);
      expect([day, await statusOf(member)]).toEqual([day, 200]);
      // The last visit is written after the response.
      await vi.waitFor(async () => expect(await lastSeen(member)).toEqual(t.clock.now()));
    }
    t.clock.advance(3 * dayMs);
    expect(await statusOf(member)).toBe(401);
  });

  it('comes after 14 days of inactivity, and for staff after 30 minutes or 12 hours', async () => {
    const [member, moderator, admin] = [
      await aProfile(t),
      await aProfile(t, { role: 'moderator' }),
      await aProfile(t, { role: 'admin' }),
    ];
    t.clock.advance(31 * 60_000);
    expect(await statusOf(moderator)).toBe(401);
    expect(await statusOf(admin)).toBe(401);
    expect(await statusOf(member)).toBe(200);
    t.clock.advance(14 * dayMs + 1);
    expect(await statusOf(member)).toBe(401);
  });
});

describe('T16 ASVS 7.4.2 8.3.2: suspended', () => {
  async function aShownPicture(): Promise<{ creator: TestProfile; contentId: string }> {
    const creator = await aCreator(t);
    const { id: mediaId } = await sendFile(t, creator, await aPicture({ width: 60, height: 80 }));
    await t.drain();
    const { contentId } = await aFreePicture(t, { creator });
    await t.db.updateTable('content_items').set({ media_id: mediaId }).where('id', '=', contentId).execute();
    return { creator, contentId };
  }

  it('closes every session and file address of the member with the commit', async () => {
    const { contentId } = await aShownPicture();
    const fan = await aProfile(t);
    const second = { ...fan, ...(await aSession(t, fan.accountId)) };
    const { body } = await t.client(fan).call('getContent', { params: { id: contentId } });
    const url = body.mediaUrl ?? '';
    expect((await fetchFile(t, fan, url)).status).toBe(200);
    await t.context.identity.suspend(t.db, fan.accountId, 'Repeated spam');
    expect([await statusOf(fan), await statusOf(second)]).toEqual([401, 401]);
    for (const headers of [{}, { range: 'bytes=0-9' }])
      expect((await fetchFile(t, fan, url, headers)).status).toBe(401);
    expect(
      (await t.client(second).call('unlockContent', { params: { id: contentId }, body: { price: 15 } })).status,
    ).toBe(401);
  });

  it('hides the member’s published items and files from others until the suspension ends', async () => {
    const { creator, contentId } = await aShownPicture();
    const fan = await aProfile(t);
    const client = t.client(fan);
    const url = (await client.call('getContent', { params: { id: contentId } })).body.mediaUrl ?? '';
    await t.context.identity.suspend(t.db, creator.accountId, 'Under investigation');
    const after = [
      (await fetchFile(t, fan, url)).status,
      (await client.call('getContent', { params: { id: contentId } })).status,
      (await client.call('getProfile', { params: { id: creator.profileId } })).status,
    ];
    expect(after).toEqual([404, 404, 404]);
    await t.context.identity.unsuspend(t.db, creator.accountId);
    expect((await fetchFile(t, fan, url)).status).toBe(200);
  });
});
