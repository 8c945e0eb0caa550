import { randomUUID } from 'node:crypto';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { firefox } from '../../apps/server/test/machine.ts';
import { describeInFirefox, find, open, press, see, useFirefox, visitIn } from '../support/firefox.ts';
import { createPayer, type Payer } from '../support/payer.ts';
import { type PushService, startPushService } from '../support/push-service.ts';
import { useRows } from '../support/rows.ts';
import { randomText } from '../support/threads.ts';

// The server's own sender, a push service of the test, and a push client that decrypts: nothing of a push is simulated.

const program = useFirefox({
  'dom.push.enabled': true,
  'dom.push.connection.enabled': true,
  'dom.push.serverURL': inject('pushServiceUrl')?.replace('http', 'ws') ?? '',
  'dom.push.testing.allowInsecureServerURL': true,
  'permissions.default.desktop-notification': 1,
  // Firefox shows them itself: machines that run tests have no notification daemon, and showNotification rejects.
  'alerts.useSystemBackend': false,
});
const rows = useRows();
let service: PushService;
beforeAll(async () => {
  if (firefox) service = await startPushService(inject('pushServiceUrl'));
});
afterAll(() => service?.close());

const profileOf = async ({ email }: Payer): Promise<string> => {
  const [row] = await rows<{ profile_id: string }>('select profile_id from accounts where email = $1', [email]);
  return row?.profile_id ?? '';
};
const devicesOf = ({ email }: Payer) =>
  rows<{ endpoint: string }>(
    'select d.endpoint from notification_devices d join accounts a on a.id = d.account_id where a.email = $1',
    [email],
  );

/** The member closes the app. Two minutes pass without activity. */
async function leave(page: Page, member: Payer): Promise<void> {
  await page.goto('about:blank');
  const away = () =>
    rows(
      `update profiles p set last_seen_at = now() - interval '2 minutes' from accounts a
        where a.profile_id = p.id and a.email = $1 and p.last_seen_at > now() - interval '1 minute' returning p.id`,
      [member.email],
    );
  await away();
  // The server may still write what it knew.
  await expect.poll(away, { interval: 1_500 }).toEqual([]);
}

async function write(from: Payer, to: Payer, content: string): Promise<void> {
  const response = await fetch(`${inject('demoUrl')}/api/conversations/${await profileOf(to)}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie: from.cookie },
    body: JSON.stringify({ content, clientId: randomUUID() }),
  });
  expect([response.status, response.ok ? '' : await response.text()]).toEqual([201, '']);
}

/** What the browser shows of the app; read on a page of the same site that is not the app. */
async function shown(page: Page): Promise<{ title: string; body: string }[]> {
  await open(page, '/icons/badge-72.png');
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/');
    return (await registration?.getNotifications())?.map(({ title, body }) => ({ title, body })) ?? [];
  });
}

describeInFirefox('T75: a push in Firefox', () => {
  it('is encrypted by the server, decrypted by the browser, discreet, and ends with the subscription', async () => {
    const [member, sender] = [await createPayer(inject('demoUrl')), await createPayer(inject('demoUrl'))];
    // First messages of strangers are requests, which are not pushed.
    await write(member, sender, randomText());
    await visitIn(program, { cookie: member.cookie }, async (page) => {
      await open(page, '/notifications?tab=preferences');
      await press(page, /^Tell me on this device/);
      await see(page, 'Notifications are on for this device');
      const endpoint = new RegExp(`^${inject('pushServiceUrl')}/send/`);
      expect(await devicesOf(member)).toEqual([{ endpoint: expect.stringMatching(endpoint) }]);

      const secret = randomText();
      await leave(page, member);
      await write(sender, member, secret);
      await expect.poll(() => service.reports).toEqual([100]);
      const [request] = service.requests;
      expect(request).toMatchObject({ status: 201, headers: { ttl: '43200', urgency: 'normal', topic: 'news' } });
      expect(request?.body.includes(secret)).toBe(false);
      expect(await shown(page)).toEqual([{ title: 'Vlam', body: 'You have something new' }]);

      // Under a disguise it wears the disguise.
      await open(page, '/disguise');
      await press(page, /^App Disguise$/);
      await press(page, 'Calculator', 'text');
      await press(page, 'Activate');
      await find(page, 'button', 'Equals');
      await leave(page, member);
      await write(sender, member, secret);
      await expect.poll(() => service.reports).toEqual([100, 100]);
      expect(await shown(page)).toEqual([{ title: 'Calculator', body: 'You have something new' }]);

      // The browser ends its subscription without the app, as it does when permission is taken back.
      await page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration('/');
        await (await registration?.pushManager.getSubscription())?.unsubscribe();
      });
      await leave(page, member);
      await write(sender, member, secret);
      await expect.poll(() => service.requests.map(({ status }) => status)).toEqual([201, 201, 410]);
      await expect.poll(() => devicesOf(member)).toEqual([]);
      expect(service.reports).toEqual([100, 100]);
    });
  });
});
