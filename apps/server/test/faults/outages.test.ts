import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../app.ts';
import { aCreator, aPaidPicture, aProfile, giveCredits } from '../factories.ts';
import { aReadyFile, at, publicationOf } from '../publications.ts';
import { freePort } from '../server.ts';

// Outages of the file storage and the mail server. Those of the sign-in provider have their own test.

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ config: { smtpUrl: `smtp://127.0.0.1:${await freePort()}` } });
});
afterAll(() => t.close());

/** Replaces the media folder by a plain file while `work` runs. */
async function withoutStorage(work: () => Promise<void>): Promise<void> {
  const folder = join(t.config.dataDir, 'media');
  await rename(folder, `${folder}.away`);
  await writeFile(folder, '');
  try {
    await work();
  } finally {
    await rm(folder);
    await rename(`${folder}.away`, folder);
  }
}
const health = async () => (await t.client().request('GET', '/healthz?parts')) as { status: number; body: unknown };

describe('outages', () => {
  it('F13: without file storage everything else works, /healthz reports it, and the process stays ready', async () => {
    const creator = await aCreator(t);
    const own = t.client(creator);
    const published = await own.call('createContent', { body: publicationOf(await aReadyFile(t, creator)) });
    const { contentId } = await aPaidPicture(t, { creator, price: 10 });
    const fan = await aProfile(t);
    await giveCredits(t, fan.accountId, 30);
    const client = t.client(fan);
    const address = published.body.mediaUrl ?? '';
    expect((await health()).status).toBe(200);
    await withoutStorage(async () => {
      await expect.poll(health).toMatchObject({ status: 503, body: { storage: false, database: true } });
      expect((await t.client().request('GET', '/readyz')).status).toBe(200);
      expect((await client.call('contentFeed')).body.items).toHaveLength(2);
      // A purchase during the outage counts, and its file opens later.
      expect((await client.call('unlockContent', { ...at(contentId), body: { price: 10 } })).body).toMatchObject({
        balance: 20,
      });
      const file = await own.request('GET', address);
      expect([file.status, file.error?.code]).toEqual([503, 'UNAVAILABLE']);
    });
    await expect.poll(health).toMatchObject({ status: 200 });
    expect((await own.request('GET', address)).status).toBe(200);
    expect((await client.call('getContent', at(contentId))).body).toMatchObject({ isPurchased: true });
  });

  it('F13: without a mail server every call succeeds, and the mail waits', async () => {
    const email = 'waiting@people.test';
    const { id } = (
      await t.client().call('register', {
        body: { email, password: 'a-long-enough-password', firstName: 'Wait', lastName: 'Ing' },
      })
    ).body.user;
    expect(id).toBeTruthy();
    expect((await t.client().call('forgotPassword', { body: { email } })).status).toBe(202);
    await t.drain({ tolerateFailures: true });
    const jobs = await t.database.pool.query<{ attempts: number; last_error: string }>(
      `select attempts, last_error from graphile_worker.jobs where task_identifier = 'mail.send'`,
    );
    expect(jobs.rows).toHaveLength(2);
    for (const job of jobs.rows) {
      expect(job.attempts).toBe(1);
      expect(job.last_error).toMatch(/^Error (ESOCKET|ECONNECTION|ECONNREFUSED)/);
    }
    const waiting = await t.db.selectFrom('outgoing_mail').select('sent_at').execute();
    expect(waiting.map((mail) => mail.sent_at)).toEqual([null, null]);
  });
});
