import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { NotificationKind } from '@vlam/contract/notifications';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { aProfile, aSession, type TestProfile } from '../../../test/factories.ts';
import { jobTasks } from '../../modules.ts';
import { quietUntil } from './policy.ts';
import { createPushTransport, type NameParts, type PushRequest } from './push-endpoint.ts';
import { messageBytes, messageOf, sealPush, vapidOf } from './push-message.ts';

let t: TestApp;
const sent: PushRequest[] = [];
/** Responses of the push service to one browser, before it accepts everything. */
const firstTo = new Map<string, number[]>();
beforeAll(async () => {
  t = await startTestApp({
    pushTransport: async (request) => {
      sent.push(request);
      return firstTo.get(request.endpoint)?.shift() ?? 201;
    },
  });
});
afterEach(async () => {
  // What is still to be sent to this test's browsers must not reach the next test.
  await t.db.deleteFrom('notification_devices').execute();
  sent.length = 0;
  firstTo.clear();
});
afterAll(() => t.close());

/** A browser's keys. */
function aSubscription(endpoint = `https://fcm.googleapis.com/fcm/send/${randomUUID()}`) {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return { endpoint, keys: { p256dh: pair.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') } };
}

/** A member who is not using the app, with one browser that receives pushes. */
async function aSubscriber(): Promise<TestProfile> {
  const member = await aProfile(t);
  expect((await t.client(member).call('subscribePush', { body: aSubscription() })).status).toBe(204);
  await leave(member);
  return member;
}
/** Two minutes pass without activity. */
async function leave(member: TestProfile): Promise<void> {
  await new Promise((done) => setTimeout(done, 50));
  const seenAt = new Date(t.clock.now().getTime() - 120_000);
  await t.db.updateTable('profiles').set({ last_seen_at: seenAt }).where('id', '=', member.profileId).execute();
}
async function notify(kind: NotificationKind, to: TestProfile, more: { actorId?: string; subject?: string } = {}) {
  t.clock.advance(10);
  await t.context.notify(t.db, { kind, to: { profileId: to.profileId }, key: randomUUID(), ...more });
  await t.drain({ tolerateFailures: true });
}
/** Lets the delay before a push pass. */
async function later(ms = 6_000): Promise<void> {
  t.clock.advance(ms);
  await t.drain({ tolerateFailures: true });
}

describe('T75: allowed push endpoints', () => {
  it.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://127.0.0.1/push',
    'https://localhost/push',
    'https://[::1]/push',
    'https://169.254.169.254/latest/meta-data',
    'https://metadata.google.internal/',
    'https://10.0.0.5/fcm/send',
    'https://fcm.googleapis.com.evil.example/fcm/send/abc',
    'https://evil.example/fcm.googleapis.com',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://user:word@fcm.googleapis.com/fcm/send/abc',
    'https://.push.apple.com/abc',
    'https://evilpush.apple.com.example/abc',
    'file:///etc/passwd',
    'nothing',
  ])('%s is refused', async (endpoint) => {
    const member = await aProfile(t);
    const answer = await t.client(member).call('subscribePush', { body: aSubscription(endpoint) });
    expect(answer.status).toBe(400);
    expect((await t.client(member).call('notificationPreferences')).body.push.thisDevice).toBe(false);
  });

  it.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
    'https://web.push.apple.com/abc',
  ])('%s is taken', async (endpoint) => {
    const member = await aProfile(t);
    const answer = await t.client(member).call('subscribePush', { body: aSubscription(endpoint) });
    expect(answer.status).toBe(204);
    expect((await t.client(member).call('notificationPreferences')).body.push.thisDevice).toBe(true);
  });

  it.each(['127.0.0.1', '10.1.2.3', '169.254.169.254', '::1', 'fd00::1', '::ffff:127.0.0.1'])(
    'a known name that leads to %s is not connected to',
    async (address) => {
      const asked: string[] = [];
      const parts: NameParts = {
        resolve: (hostname, _options, callback) => {
          asked.push(hostname);
          callback(null, [
            { address: '142.250.74.42', family: 4 },
            { address, family: address.includes(':') ? 6 : 4 },
          ]);
        },
        request: httpsRequest,
      };
      const transport = createPushTransport(null, parts);
      await expect(
        transport({ endpoint: 'https://fcm.googleapis.com/fcm/send/abc', headers: {}, body: Buffer.alloc(1) }),
      ).rejects.toMatchObject({ code: 'EADDRPRIVATE' });
      expect(asked).toEqual(['fcm.googleapis.com']);
    },
  );
});

describe("T75: the demo's own push service", () => {
  it('gets requests at its own port, and no other port of this machine does', async () => {
    const received: string[] = [];
    const service = createServer((request, answer) => {
      received.push(`${request.method} ${request.url} ${request.headers.ttl}`);
      answer.writeHead(201).end();
    });
    await new Promise<void>((done) => service.listen(0, '127.0.0.1', done));
    try {
      const own = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
      const push = (endpoint: string) => ({ endpoint, headers: { TTL: '60' }, body: Buffer.alloc(1) });
      expect(await createPushTransport(own)(push(`${own}/send/abc`))).toBe(201);
      expect(received).toEqual(['POST /send/abc 60']);
      const others = [
        'http://127.0.0.1:1/send/abc',
        own.replace('127.0.0.1', 'localhost'),
        own.replace('http:', 'https:'),
      ];
      for (const other of others)
        await expect(createPushTransport(own)(push(other))).rejects.toMatchObject({
          code: 'VALIDATION_FAILED',
        });
      await expect(createPushTransport(null)(push(own))).rejects.toMatchObject({
        code: 'VALIDATION_FAILED',
      });
      expect(received).toHaveLength(1);
    } finally {
      service.close();
    }
  });
});

describe('T75: content of a push', () => {
  it('has one size for every kind, and neither name nor text in it', async () => {
    const actor = await aProfile(t, { displayName: 'Naledi the Unmistakable' });
    const sizes = new Set<number>();
    for (const kind of ['message', 'tip', 'payout_sent', 'check_in', 'request_received'] as const) {
      const member = await aSubscriber();
      await notify(kind, member, { actorId: actor.profileId, subject: 'A telling title' });
      await later();
      expect(sent).toHaveLength(1);
      sizes.add(sent[0]?.body.length ?? 0);
      sent.length = 0;
    }
    expect(sizes.size).toBe(1);
    for (const unread of [0, 1, 99, 100]) {
      const message = messageOf({ id: randomUUID(), unread, cover: null });
      expect(message).toHaveLength(messageBytes);
      expect(Object.keys(JSON.parse(message))).toEqual(['id', 'unread']);
    }
  });

  it('carries the name of the disguise that the member chose, at the same length', async () => {
    const message = messageOf({ id: randomUUID(), unread: 100, cover: 'Calculator' });
    expect(message).toHaveLength(messageBytes);
    expect(JSON.parse(message)).toMatchObject({ as: 'Calculator' });
  });

  it('is signed for its push service only, and reveals nothing in its headers', () => {
    const vapid = vapidOf(t.config);
    expect(vapidOf(t.config)).toEqual(vapid);
    const { endpoint, keys } = aSubscription();
    const request = sealPush({ endpoint, ...keys }, messageOf({ id: randomUUID(), unread: 1, cover: null }), vapid);
    const [, token = ''] = /t=([^,]+)/.exec(String(request.headers.Authorization)) ?? [];
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    expect(claims).toMatchObject({ aud: 'https://fcm.googleapis.com', sub: 'mailto:support@vlam.test' });
    expect(request.headers).toMatchObject({ 'Content-Encoding': 'aes128gcm', Topic: 'news' });
  });
});

describe('when a push is sent', () => {
  it('concurrent events are one push, and what is read at once is none', async () => {
    const [actor, member] = [await aProfile(t), await aSubscriber()];
    for (let n = 0; n < 5; n += 1) await notify('tip', member, { actorId: actor.profileId });
    expect(sent).toHaveLength(0);
    await later();
    expect(sent).toHaveLength(1);
    await notify('tip', member, { actorId: actor.profileId });
    const { items } = (await t.client(member).call('listNotifications')).body;
    await t.client(member).call('readNotifications', { body: { upTo: items[0]?.id ?? '' } });
    await leave(member);
    await later();
    expect(sent).toHaveLength(1);
  });

  it('none while the member is using the app; the push comes after they left', async () => {
    const [actor, member] = [await aProfile(t), await aSubscriber()];
    const here = (ms: number) =>
      t.db
        .updateTable('profiles')
        .set({ last_seen_at: new Date(t.clock.now().getTime() + ms) })
        .where('id', '=', member.profileId)
        .execute();
    await here(0);
    await notify('tip', member, { actorId: actor.profileId });
    await later();
    expect(sent).toHaveLength(0);
    await here(60_000);
    await later(71_000);
    expect(sent).toHaveLength(0);
    await later(71_000);
    expect(sent).toHaveLength(1);
  });

  it('quiet hours delay it until they end', async () => {
    const [actor, member] = [await aProfile(t), await aSubscriber()];
    const minute = (n: number) => {
      const at = new Date(t.clock.now().getTime() + n * 60_000 + 2 * 3_600_000);
      return at.toISOString().slice(11, 16);
    };
    await t
      .client(member)
      .call('setNotificationPreferences', { body: { quietHours: { from: minute(-5), to: minute(30) } } });
    await leave(member);
    await notify('tip', member, { actorId: actor.profileId });
    await later();
    expect(sent).toHaveLength(0);
    await later(31 * 60_000);
    expect(sent).toHaveLength(1);
  });

  it("quiet hours are in Johannesburg's time and may span midnight", () => {
    const at = (time: string) => new Date(`2026-11-21T${time}:30+02:00`);
    expect(quietUntil(1320, 390, at('23:10'))).toEqual(new Date('2026-11-22T06:30:00+02:00'));
    expect(quietUntil(1320, 390, at('05:00'))).toEqual(new Date('2026-11-21T06:30:00+02:00'));
    expect(quietUntil(1320, 390, at('12:00'))).toBeNull();
    expect(quietUntil(60, 120, at('01:30'))).toEqual(new Date('2026-11-21T02:00:00+02:00'));
    expect(quietUntil(null, null, at('01:30'))).toBeNull();
  });

  it('delayed pushes are sent when quiet hours are switched off', async () => {
    const [actor, member] = [await aProfile(t), await aSubscriber()];
    const set = (quietHours: { from: string; to: string } | null) =>
      t.client(member).call('setNotificationPreferences', { body: { quietHours } });
    await set({ from: '22:00', to: '22:00' });
    await leave(member);
    await notify('tip', member, { actorId: actor.profileId });
    await later();
    expect(sent).toHaveLength(0);
    await set(null);
    await later();
    expect(sent).toHaveLength(1);
  });

  it('quiet hours from a time until the same time are the whole day', () => {
    const at = (time: string) => new Date(`2026-11-21T${time}:30+02:00`);
    expect(quietUntil(1320, 1320, at('12:00'))).toEqual(new Date('2026-11-21T22:00:00+02:00'));
    expect(quietUntil(1320, 1320, at('22:00'))).toEqual(new Date('2026-11-22T22:00:00+02:00'));
    expect(quietUntil(1320, 1320, at('23:00'))).toEqual(new Date('2026-11-22T22:00:00+02:00'));
    expect(quietUntil(0, 0, at('00:00'))).toEqual(new Date('2026-11-22T00:00:00+02:00'));
  });

  it('a topic that is switched off is listed but not pushed', async () => {
    const [actor, member] = [await aProfile(t), await aSubscriber()];
    await t.client(member).call('setNotificationPreferences', { body: { topics: [{ topic: 'tips', push: false }] } });
    await leave(member);
    await notify('tip', member, { actorId: actor.profileId });
    await later();
    expect(sent).toHaveLength(0);
    expect((await t.client(member).call('listNotifications')).body.unread).toBe(1);
  });

  it('an expired subscription is deleted; a failing push service is retried', async () => {
    const [actor, member, browser] = [await aProfile(t), await aProfile(t), aSubscription()];
    await t.client(member).call('subscribePush', { body: browser });
    await leave(member);
    const sentToIt = () => sent.filter(({ endpoint }) => endpoint === browser.endpoint);
    firstTo.set(browser.endpoint, [503, 201, 410]);
    for (const count of [2, 3]) {
      await notify('tip', member, { actorId: actor.profileId });
      await later();
      await later(60_000);
      expect(sentToIt()).toHaveLength(count);
    }
    expect((await t.client(member).call('notificationPreferences')).body.push.thisDevice).toBe(false);
  });

  it('a signed-out device receives nothing more, and a browser belongs to one session', async () => {
    const [actor, member] = [await aProfile(t), await aProfile(t)];
    const [first, second] = [aSubscription(), aSubscription()];
    const other = await aSession(t, member.accountId);
    await t.client(member).call('subscribePush', { body: first });
    await t.client(other).call('subscribePush', { body: second });
    const next = await aProfile(t);
    await t.client(next).call('subscribePush', { body: first });
    await t.client(other).call('endSession', { params: { id: other.sessionId } });
    await leave(member);
    await notify('tip', member, { actorId: actor.profileId });
    await later();
    expect(sent).toHaveLength(0);
    await t.client(next).call('unsubscribePush');
    expect((await t.client(next).call('notificationPreferences')).body.push.thisDevice).toBe(false);
  });
});

describe('the digest', () => {
  const digest = async () => {
    const task = jobTasks(t.context).find(({ kind }) => kind.name === 'notifications.digest');
    await task?.run({}, { id: '1', attempt: 1 });
  };
  const mailsTo = async (member: TestProfile) =>
    (await t.context.mailer.outbox()).filter(({ to }) => to === member.email);

  it('is mailed once a day in neutral text, or once a week where chosen', async () => {
    const actor = await aProfile(t, { displayName: 'Naledi the Unmistakable' });
    const [daily, weekly, none] = [await aProfile(t), await aProfile(t), await aProfile(t)];
    await t.client(daily).call('setNotificationPreferences', { body: { digest: 'daily' } });
    await t.client(weekly).call('setNotificationPreferences', { body: { digest: 'weekly' } });
    t.clock.advance(86_400_000);
    for (const member of [daily, weekly, none]) await notify('tip', member, { actorId: actor.profileId });
    await Promise.all(Array.from({ length: 5 }, digest));
    await digest();
    expect(await mailsTo(daily)).toHaveLength(1);
    expect(await mailsTo(weekly)).toHaveLength(0);
    expect(await mailsTo(none)).toHaveLength(0);
    const [mail] = await mailsTo(daily);
    expect(mail?.subject).toBe('Your summary from Vlam');
    expect(mail?.text).toContain('There is one thing you have not seen yet.');
    expect(mail?.text).not.toMatch(/Naledi|tip/i);
    // Nothing new, so nothing is sent.
    t.clock.advance(86_400_000);
    await digest();
    expect(await mailsTo(daily)).toHaveLength(1);
    t.clock.advance(6 * 86_400_000);
    await digest();
    expect(await mailsTo(weekly)).toHaveLength(1);
  });

  it("ends with one click, from anywhere and without a session; the link's page asks for confirmation", async () => {
    const [actor, member] = [await aProfile(t), await aProfile(t)];
    await t.client(member).call('setNotificationPreferences', { body: { digest: 'daily' } });
    t.clock.advance(86_400_000);
    await notify('tip', member, { actorId: actor.profileId });
    await digest();
    const [mail] = await mailsTo(member);
    const path = new URL(/http\S+unsubscribe\/\S+/.exec(mail?.text ?? '')?.[0] ?? '').pathname;
    const rhythm = async () => (await t.client(member).call('notificationPreferences')).body.digest;
    const opened = await t.client().request('GET', path);
    expect(opened.status).toBe(200);
    expect(opened.text).toContain('Stop these summaries?');
    expect(await rhythm()).toBe('daily');
    const forged = path.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    expect((await t.client().request('POST', `${path.slice(0, -4)}AAAA`)).status).toBe(404);
    expect((await t.client().request('GET', forged.slice(0, -3))).status).toBe(404);
    const clicked = await t.app.inject({
      method: 'POST',
      url: path,
      headers: { host: 'vlam.test', 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect(clicked.statusCode).toBe(200);
    expect(await rhythm()).toBe('off');
  });
});
