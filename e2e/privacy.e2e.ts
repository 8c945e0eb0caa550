import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { openDemoBalances } from '../apps/server/src/modules/credits/demo-balances.ts';
import { type Database, openDatabase } from '../apps/server/src/platform/database.ts';
import { createPayer, type Payer } from './support/payer.ts';
import { openVisitor, type Visitor } from './support/visitor.ts';
import { useWorld, useWriters } from './support/world.ts';

// What the device does for a member who does not want to be seen, and purchases without a network.

const world = useWorld();
const ids = useWriters(world);
let database: Database;
beforeAll(() => {
  database = openDatabase(inject('demoDatabaseUrl'), { size: 1 });
});
afterAll(() => database.close());

const startCredits = 100;
let payer: Payer;
let accountId = '';
let visitor: Visitor;
let page: Page;
beforeEach(async () => {
  payer = await createPayer(world.url);
  [{ id: accountId } = { id: '' }] = await world.rows<{ id: string }>('select id from accounts where email = $1', [
    payer.email,
  ]);
  await openDemoBalances(database.db, [{ ownerId: accountId, kind: 'wallet', credits: startCredits }]);
  visitor = await openVisitor(world.browser, { url: world.url, cookie: payer.cookie, width: 390, height: 844 });
  page = visitor.page;
  return () => visitor.close();
});

const toggle = (name: string) => page.getByRole('switch', { name, exact: true });
const score = (points: number) => page.getByRole('img', { name: `Privacy score: ${points} out of 100` }).waitFor();
const local = (key: string) => page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? 'null'), key);
const isOn = async () => (await local('incognitoSettings'))?.isEnabled ?? false;
const ofServer = () =>
  page.evaluate(async () => (await fetch('/api/privacy/settings')).json() as Promise<Record<string, unknown>>);
const filter = () => page.evaluate(() => document.body.style.filter);
async function open(): Promise<void> {
  await page.goto('/privacy');
  await toggle('Incognito').waitFor();
  // Both are true once the settings of the account have arrived.
  await expect.poll(() => toggle('Auto-delete messages').isEnabled()).toBe(true);
}
/** A tab that goes to the background, as the page sees it. */
const hide = (hidden: boolean) =>
  page.evaluate((isHidden) => {
    Object.defineProperty(document, 'visibilityState', {
      get: () => (isHidden ? 'hidden' : 'visible'),
      configurable: true,
    });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);

describe('the privacy center', () => {
  it('lists what is stored of the member and for how long, as the rules say', async () => {
    await open();
    await page.getByRole('button', { name: 'What is known about me, and for how long' }).click();
    const sheet = page.getByRole('dialog', { name: 'What is known about me' });
    const row = (name: string) => sheet.getByRole('listitem').filter({ hasText: name });
    await row('Sessions and devices signed in').getByText('1', { exact: true }).waitFor();
    await row('Networks you signed in from').getByText('90 days after the last sign-in from there').waitFor();
    await row('Purchases, earnings and the ledger').getByText('Kept, also after you leave').waitFor();
    await sheet.getByText('What you search for').waitFor();
  });

  it('the score moves with the switches, and the server follows incognito and auto-delete', async () => {
    await open();
    await score(0);
    await page.getByText('Poor', { exact: true }).waitFor();
    expect(await toggle('Clear data on exit').isEnabled()).toBe(false);
    await toggle('Incognito').click();
    await score(60);
    await page.getByText('Good', { exact: true }).waitFor();
    await expect.poll(ofServer).toMatchObject({ incognito: true, autoDelete: null });
    await toggle('Clear data on exit').click();
    await score(80);
    await toggle('Auto-delete messages').click();
    await score(100);
    await expect.poll(ofServer).toMatchObject({ autoDelete: 30 });
    await page.getByRole('textbox', { name: 'Minutes' }).fill('45');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(ofServer).toMatchObject({ autoDelete: 45 });
    await page.getByRole('textbox', { name: 'Minutes' }).fill('1441');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(ofServer).toMatchObject({ autoDelete: 30 });
    await page.reload();
    await score(100);
    await toggle('Incognito').click();
    await score(20);
    await expect.poll(ofServer).toMatchObject({ incognito: false });
  });

  it('a refused request is shown, and the switch goes back', { tags: ['long'] }, async () => {
    await open();
    await page.route('**/api/privacy/settings', (route) =>
      route.fulfill({ status: 503, json: { code: 'UNAVAILABLE', message: 'Busy. Try again soon.' } }),
    );
    await toggle('Incognito').click();
    await page.getByText('Busy. Try again soon.').waitFor();
    await score(0);
    expect([await toggle('Incognito').isChecked(), await isOn()]).toEqual([false, false]);
  });

  it('hides from an address without sending it, and shows the member again', async () => {
    const contact = await createPayer(world.url);
    const [me] = await world.rows<{ id: string }>('select profile_id as id from accounts where id = $1', [accountId]);
    const found = async () =>
      (await fetch(`${world.url}/api/profiles/${me?.id}`, { headers: { cookie: contact.cookie } })).status;
    expect(await found()).toBe(200);
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url() + (request.postData() ?? '')));
    await page.goto('/privacy');
    await page.getByRole('button', { name: 'Hide from my contacts' }).click();
    const sheet = page.getByRole('dialog', { name: 'Hide from my contacts' });
    await sheet.getByLabel('Email addresses').fill(`Cousin <${contact.email.toUpperCase()}>`);
    await sheet.getByText('1 address', { exact: true }).waitFor();
    await sheet.getByRole('button', { name: 'Hide me' }).click();
    await sheet.getByText('You hide from 1 address.').waitFor();
    expect(await found()).toBe(404);
    const [name = ''] = contact.email.split('@');
    expect(sent.some((text) => text.includes('/api/privacy/contacts{'))).toBe(true);
    expect(sent.join('\n').toLowerCase()).not.toContain(name.toLowerCase());
    await sheet.getByRole('button', { name: 'Show me to all again' }).click();
    await sheet.getByText('You hide from 1 address.').waitFor({ state: 'detached' });
    expect(await found()).toBe(200);
  });

  it('says where the browser leaves a page no choice, and hides a place where it can', { tags: ['long'] }, async () => {
    await open();
    await page.getByRole('tab', { name: 'Advanced' }).click();
    await toggle('Location privacy').click();
    await expect.poll(ofServer).toMatchObject({ locationPrivacy: { hidden: true } });
    for (const name of ['Browser history', 'Analytics blocking', 'Secure connections'])
      expect([name, await toggle(name).isEnabled()]).toEqual([name, false]);
    await page.getByText("A page cannot delete from your browser's history", { exact: false }).waitFor();
  });

  it('clears the device after a question, and keeps what covers it', { tags: ['long'] }, async () => {
    await open();
    await toggle('Incognito').click();
    await expect.poll(ofServer).toMatchObject({ incognito: true });
    await page.evaluate(() => {
      localStorage.setItem('offlineCredits', '{}');
      sessionStorage.setItem('draft:bio', '{}');
    });
    await page.getByRole('tab', { name: 'Emergency' }).click();
    await page.getByRole('button', { name: 'Clear All Data' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Clear All Data' }).click();
    await page.waitForURL(({ pathname }) => pathname === '/');
    expect([await isOn(), await page.evaluate(() => localStorage.getItem('offlineCredits'))]).toEqual([true, null]);
    expect(await page.evaluate(() => sessionStorage.getItem('draft:bio'))).toBeNull();
  });
});

describe('incognito on the device', () => {
  it('answers its shortcuts at every screen, unless they are switched off', { tags: ['long'] }, async () => {
    await page.goto('/credits');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+Shift+D');
    await page.getByText('Incognito is on').waitFor();
    expect([await isOn(), await ofServer()]).toMatchObject([true, { incognito: true }]);
    await page.keyboard.press('Control+Shift+D');
    await page.getByText('Incognito is off').waitFor();
    await page.evaluate(() => sessionStorage.setItem('draft:bio', '{}'));
    await page.keyboard.press('Control+Shift+X');
    await page.getByText('Session data cleared').waitFor();
    expect(await page.evaluate(() => sessionStorage.getItem('draft:bio'))).toBeNull();
    await open();
    await page.getByRole('tab', { name: 'Emergency' }).click();
    await toggle('Shortcuts with Ctrl and Shift').click();
    await page.keyboard.press('Control+Shift+D');
    await page.waitForTimeout(500);
    expect(await isOn()).toBe(false);
  });

  it('blurs, blocks the context menu, and covers the page for two seconds at the key of a screenshot', {
    tags: ['long'],
  }, async () => {
    await open();
    await toggle('Incognito').click();
    await expect.poll(ofServer).toMatchObject({ incognito: true });
    // At every screen, also after a reload.
    await page.goto('/credits');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect
      .poll(async () => {
        await page.evaluate(() => window.dispatchEvent(new Event('blur')));
        return filter();
      })
      .toContain('blur');
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    expect(await filter()).toBe('');
    expect(
      await page.evaluate(
        () => !document.body.dispatchEvent(new Event('contextmenu', { bubbles: true, cancelable: true })),
      ),
    ).toBe(true);
    await page.keyboard.press('PrintScreen');
    const overlay = page.getByText('Screenshot Blocked');
    await overlay.waitFor();
    const shownAt = Date.now();
    await overlay.waitFor({ state: 'detached' });
    expect(Date.now() - shownAt).toBeGreaterThan(1_000);
  });

  it('clears on exit but for three keys, goes to the first page, and sends what waits before', async () => {
    await open();
    await toggle('Incognito').click();
    await expect.poll(ofServer).toMatchObject({ incognito: true });
    await toggle('Clear data on exit').click();
    const kept = ['appDisguiseSettings', 'biometricAuthSettings', 'incognitoSettings'];
    await page.evaluate(
      ({ keys, queue }) => {
        for (const key of keys) if (!localStorage.getItem(key)) localStorage.setItem(key, '{}');
        localStorage.setItem('gentle', 'yes');
        localStorage.setItem('offlineCredits', queue);
        sessionStorage.setItem('draft:bio', '{}');
      },
      { keys: kept, queue: JSON.stringify(aQueue([tipOf(7)])) },
    );
    await hide(true);
    // The first page that opens afterwards counts its own data.
    const keys = () => page.evaluate(() => Object.keys(localStorage).sort());
    await expect.poll(async () => (await keys()).filter((key) => key !== 'dataUse')).toEqual(kept);
    expect([new URL(page.url()).pathname, await page.evaluate(() => sessionStorage.getItem('draft:bio'))]).toEqual([
      '/',
      null,
    ]);
    expect(await spent()).toEqual([7]);
    await hide(false);
    await page.getByRole('heading', { name: /online right now/ }).waitFor();
  });
});

const tipOf = (amount: number, userId = ids.creator) => ({
  id: randomUUID(),
  type: 'tip',
  amount,
  description: `Tip of ${amount}`,
  timestamp: new Date().toISOString(),
  status: 'pending',
  metadata: { userId },
});
const aQueue = (pendingTransactions: unknown[]) => ({
  accountId,
  balance: startCredits,
  pendingTransactions,
  lastSyncTime: null,
  syncInProgress: false,
});
/** What the ledger took from the member, in order. */
const spent = async () =>
  (
    await world.rows<{ amount: number }>(
      `select group_amount::int as amount from ledger_transfers
        where owner_id = $1 and leg = 1 and kind <> 'demo_opening' order by created_at, group_id`,
      [accountId],
    )
  ).map(({ amount }) => amount);
const balance = async () =>
  ((await (await page.request.get('/api/credits/balance')).json()) as { balance: number }).balance;

describe('offline credits', () => {
  it('a tip written without a network is sent once it returns, and appears in the thread', async () => {
    await page.goto(`/chat/${ids.creator}`);
    await page.getByRole('button', { name: 'Send Tip' }).click();
    await page
      .getByRole('dialog')
      .getByRole('spinbutton', { name: /^Amount/ })
      .fill('20');
    await page.waitForLoadState('networkidle');
    await visitor.context.setOffline(true);
    await page.getByRole('dialog').getByRole('button', { name: 'Send when back online' }).click();
    await page.getByText('Waiting for a network').waitFor();
    expect((await local('offlineCredits')).pendingTransactions).toMatchObject([{ amount: 20, status: 'pending' }]);
    expect(await spent()).toEqual([]);
    await visitor.context.setOffline(false);
    await expect.poll(spent).toEqual([20]);
    await expect.poll(async () => (await local('offlineCredits')).pendingTransactions).toEqual([]);
    await page
      .getByRole('log')
      .getByText(/You tipped/)
      .waitFor();
  });

  it('a gift and its words wait too', { tags: ['long'] }, async () => {
    await page.goto(`/gifts?to=${ids.creator}`);
    await page
      .getByRole('button', { name: /Red Rose/ })
      .first()
      .click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('textbox', { name: /^Message/ }).fill('Under the stars');
    await page.waitForLoadState('networkidle');
    await visitor.context.setOffline(true);
    await sheet.getByRole('button', { name: 'Send when back online, 50 credits' }).click();
    await page.getByText('Waiting for a network').waitFor();
    expect(await spent()).toEqual([]);
    await visitor.context.setOffline(false);
    await expect.poll(spent).toEqual([50]);
    const rows = await world.rows<{ message: string }>('select message from gifts_sent where sender_account_id = $1', [
      accountId,
    ]);
    expect(rows).toEqual([{ message: 'Under the stars' }]);
  });

  it('T33: of seven through a disconnection one is refused and retried; the ledger agrees to the credit', {
    tags: ['long'],
  }, async () => {
    await open();
    const items = [5, 6, 7, 8, 9, 10].map((amount) => tipOf(amount));
    // The server knows no such person, so it refuses this one.
    const refused = tipOf(11, randomUUID());
    await page.evaluate(
      (queue) => localStorage.setItem('offlineCredits', queue),
      JSON.stringify(aQueue([refused, ...items])),
    );
    await page.reload();
    // The first answers are lost: no one knows whether they arrived.
    let lost = 0;
    await page.route('**/api/credits/sync-transaction', async (route) => {
      lost += 1;
      if (lost > 3) return route.continue();
      await route.fetch();
      await route.abort('connectionfailed');
    });
    await page.getByRole('tab', { name: 'Offline Credits' }).click();
    await page.getByText('and 2 more').waitFor();
    expect(await page.getByRole('tabpanel').getByRole('listitem').count()).toBe(5);
    for (let time = 0; time < 5; time += 1) {
      await visitor.context.setOffline(true);
      await visitor.context.setOffline(false);
      await page.waitForTimeout(600);
    }
    await page.getByText('Refused', { exact: true }).waitFor();
    await expect.poll(async () => (await local('offlineCredits')).pendingTransactions.length).toBe(1);
    expect([await spent(), await balance()]).toEqual([[5, 6, 7, 8, 9, 10], startCredits - 45]);
    await page.unroute('**/api/credits/sync-transaction');

    // Its reason is the server's; a retry of the same id is refused for the same reason, and charges nothing.
    const row = page.getByRole('listitem').filter({ hasText: 'Refused' });
    const retried = page.waitForResponse('**/api/credits/sync-transaction');
    await row.getByRole('button', { name: 'Retry' }).click();
    expect([(await retried).status(), (await retried).request().postDataJSON().id]).toEqual([404, refused.id]);
    await page.getByText('Refused', { exact: true }).waitFor();
    await row.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Nothing waits on this device.').waitFor();
    expect(await balance()).toBe(startCredits - 45);
  });

  it('one that was refused for lack of credits is bought at the retry', { tags: ['long'] }, async () => {
    await open();
    const dear = { ...tipOf(120), description: 'A large tip' };
    await page.evaluate((queue) => localStorage.setItem('offlineCredits', queue), JSON.stringify(aQueue([dear])));
    await page.reload();
    await page.getByRole('tab', { name: 'Offline Credits' }).click();
    await page.getByText('Insufficient credits').waitFor();
    await openDemoBalances(database.db, [{ ownerId: accountId, kind: 'wallet_promotional', credits: 50 }]);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect.poll(spent).toEqual([120]);
    await page.getByText('Nothing waits on this device.').waitFor();
    expect(await balance()).toBe(30);
  });

  it('two tabs send the same purchases once', { tags: ['long'] }, async () => {
    await open();
    const sent: string[] = [];
    visitor.context.on('request', (request) => {
      if (request.url().endsWith('/sync-transaction')) sent.push(request.postDataJSON().id);
    });
    const items = [5, 6, 7].map((amount) => tipOf(amount));
    await page.evaluate((queue) => localStorage.setItem('offlineCredits', queue), JSON.stringify(aQueue(items)));
    const other = await visitor.context.newPage();
    await Promise.all([page.reload(), other.goto('/privacy')]);
    await expect.poll(spent).toEqual([5, 6, 7]);
    expect(sent.toSorted()).toEqual(items.map(({ id }) => id).toSorted());
  });

  it('T82: what waits is wiped at logout, and the settings of the device stay', async () => {
    await open();
    await toggle('Incognito').click();
    await expect.poll(ofServer).toMatchObject({ incognito: true });
    await page.route('**/api/credits/sync-transaction', (route) => route.abort());
    await page.evaluate((queue) => localStorage.setItem('offlineCredits', queue), JSON.stringify(aQueue([tipOf(9)])));
    await page.goto('/logout');
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL(({ pathname }) => pathname === '/');
    expect(await page.evaluate(() => localStorage.getItem('offlineCredits'))).toBeNull();
    expect(await isOn()).toBe(true);
    expect(await spent()).toEqual([]);
  });
});
