import pg from 'pg';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../apps/server/test/browser.ts';
import { type DemoServer, startDemoServer } from './support/demo-server.ts';
import { demoPassword } from './support/people.ts';
import { openVisitor } from './support/visitor.ts';
import { softwareOnly } from './support/world.ts';

// The whole day of a moderator without a mouse: every queue has a case of the demo world, and each is decided.

let server: DemoServer;
let browser: Browser;
let database: pg.Client;

beforeAll(async () => {
  server = await startDemoServer({ world: process.env.E2E_WORLD });
  browser = await launchBrowser(softwareOnly);
  database = new pg.Client({ connectionString: server.databaseUrl });
  await database.connect();
}, 180_000);
afterAll(async () => {
  await database?.end();
  await browser?.close();
  await server?.stop();
});

/** Presses Tab until the element has the focus, as someone does who cannot point at it. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 60; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`sixty presses of ${key} do not reach ${target}`);
}

const actionsOf = async (): Promise<string[]> => {
  const { rows } = await database.query<{ action: string }>(
    `select l.action from audit_log l join accounts a on a.id = l.actor_id
      where a.email = 'moderator@vlam.test' order by l.number`,
  );
  return rows.map(({ action }) => action);
};

it('signs in, decides in every queue, and signs out by keyboard alone', { retry: 0, timeout: 180_000 }, async () => {
  const visitor = await openVisitor(browser, { url: server.url });
  const { page } = visitor;
  const press = (key: string) => page.keyboard.press(key);
  const before = (await actionsOf()).length;
  const room = async (name: RegExp) => {
    await tabTo(page, page.getByRole('navigation').getByRole('link', { name }));
    await press('Enter');
  };
  const dialog = page.getByRole('dialog');
  /** Writes the reason, where the focus is, and sends the form. */
  const send = async (reason: string) => {
    await page.keyboard.type(reason);
    await press('Control+Enter');
    await dialog.waitFor({ state: 'detached' });
  };

  await page.goto('/login');
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type('moderator@vlam.test');
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(demoPassword);
  await press('Enter');
  await page.getByRole('button', { name: 'Your menu' }).waitFor();
  await page.goto('/admin/reports');

  const reports = page.getByRole('list', { name: 'Reports' }).getByRole('listitem');
  await reports.first().waitFor();
  const waiting = await reports.count();
  await press('j');
  await press('Enter');
  await dialog.waitFor();
  await press('d');
  await tabTo(page, page.getByLabel('For the audit log'));
  await send('It is an advertisement for their own event, which is allowed');
  await expect.poll(() => reports.count()).toBe(waiting - 1);
  // The next case takes its place, without going back to the top.
  await press('j');
  await press('Enter');
  await press('r');
  await tabTo(page, page.getByLabel('For the audit log'));
  await send('Asked its creator for the right to it');

  await tabTo(page, page.getByRole('tab', { name: /^Reports/ }));
  await press('ArrowRight');
  await page.getByRole('list', { name: 'Appeals' }).getByRole('listitem').first().waitFor();
  await press('j');
  await press('Enter');
  await dialog.waitFor();
  await press('u');
  await send('The page of the photographer is older');

  await tabTo(page, page.getByRole('tab', { name: /^Appeals/ }));
  await press('ArrowRight');
  await page.getByRole('list', { name: 'Disputes' }).getByRole('listitem').first().waitFor();
  await press('j');
  await press('Enter');
  await tabTo(page, dialog.getByRole('button', { name: 'Decide' }));
  await press('Enter');
  await tabTo(page, dialog.getByRole('radio').first());
  await press('Space');
  await tabTo(page, dialog.getByRole('textbox').last());
  await page.keyboard.type('It was delivered as it was asked for');
  await expect.poll(() => dialog.getByRole('button', { name: 'Review' }).isEnabled()).toBe(true);
  await press('Control+Enter');
  await tabTo(page, dialog.getByRole('button', { name: /^Pay \d+ credits/ }));
  await press('Enter');
  await dialog.waitFor({ state: 'detached' });

  await room(/^Photos/);
  const photos = page.getByRole('list', { name: 'Waiting' }).getByRole('listitem');
  await photos.first().waitFor();
  const newPhotos = await photos.count();
  await press('j');
  await press('e');
  await press('s');
  await expect.poll(() => photos.count()).toBe(newPhotos - 1);
  await press('j');
  await press('r');
  await tabTo(page, page.getByLabel('Reason'));
  await send('It shows a web address');
  await tabTo(page, page.getByRole('tab', { name: /^New photos/ }));
  await press('ArrowRight');
  await page.getByRole('region', { name: 'Waiting' }).getByRole('listitem').first().waitFor();
  await press('j');
  await press('e');
  // It can be verified once the selfie has arrived.
  await expect.poll(() => page.getByRole('button', { name: /^Verify/ }).isEnabled()).toBe(true);
  await press('a');
  await page.getByText('Nothing is waiting').waitFor();

  await room(/^Content/);
  const items = page.getByRole('list', { name: 'Waiting' }).getByRole('listitem');
  await items.first().waitFor();
  const unseen = items.filter({ hasNotText: 'X18' }).first();
  await tabTo(page, unseen.getByRole('button'));
  const title = await unseen.locator('.font-semibold').first().innerText();
  await press('Enter');
  // Its letters count once the item is there.
  await dialog.getByRole('radio').first().waitFor();
  await press('e');
  await press('a');
  await send('Everyone in it has said yes');
  const published = await database.query('select from content_items where title = $1 and state = $2', [
    title,
    'published',
  ]);
  expect(published.rowCount).toBe(1);

  await room(/^Takedowns/);
  await page.getByRole('list', { name: 'Cases' }).getByRole('listitem').first().waitFor();
  await press('j');
  await press('Enter');
  await page.getByRole('radio', { name: /^Not upheld/ }).waitFor();
  await press('r');
  await page.keyboard.type('Nothing like it was found, and the writer was told whom to ask');
  await press('Control+Enter');
  await page.waitForURL(/takedowns$/);

  await tabTo(page, page.getByRole('link', { name: 'Back to the feed' }));
  await press('Enter');
  // A new screen's heading takes the focus. The menu stands before it; after it comes a feed that grows as one goes on.
  await page.locator('main :focus, main:focus').waitFor();
  await tabTo(page, page.getByRole('button', { name: 'Your menu' }), 'Shift+Tab');
  await press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Log out' }));
  await press('Enter');
  await expect.poll(async () => (await page.request.get('/api/auth/user')).status()).toBe(401);

  const done = (await actionsOf()).slice(before);
  expect(done).toEqual(
    expect.arrayContaining(['report.dismissed', 'report.resolved', 'selfie.opened', 'selfie.verified']),
  );
  expect(visitor.faults).toEqual([]);
  await visitor.close();
});
