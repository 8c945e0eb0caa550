import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../apps/server/src/platform/database.ts';
import { launchBrowser } from '../apps/server/test/browser.ts';
import { addAuthenticator } from './support/authenticator.ts';
import { type DemoServer, startDemoServer } from './support/demo-server.ts';
import { fill, password } from './support/forms.ts';
import { createPayer } from './support/payer.ts';
import { proveWithPassword } from './support/proof.ts';
import { openVisitor } from './support/visitor.ts';

// A server of its own, whose staff need a second factor and whose address is a name, as passkeys require.

let server: DemoServer;
let browser: Awaited<ReturnType<typeof launchBrowser>>;
beforeAll(async () => {
  server = await startDemoServer({
    world: process.env.E2E_WORLD,
    settings: { HOST: 'localhost', STAFF_SECOND_FACTOR: '1' },
  });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

it('T14 T17: staff set up a passkey before anything else opens, and sign in with it', async () => {
  const moderator = await createPayer(server.url);
  const database = openDatabase(server.databaseUrl, { size: 1 });
  await database.pool.query("update accounts set role = 'moderator' where email = $1", [moderator.email]);
  await database.close();
  const { page, faults, close } = await openVisitor(browser, {
    url: server.url,
    cookie: moderator.cookie,
    width: 390,
    height: 844,
  });
  await addAuthenticator(page);
  for (const path of ['/admin/reports', '/', '/messages']) {
    await page.goto(path);
    await page.getByRole('heading', { name: 'Set up your second step' }).waitFor();
  }
  expect((await page.request.get('/api/admin/reports')).status()).toBe(403);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await proveWithPassword(page, password);
  await page.getByRole('dialog', { name: 'Your recovery codes' }).getByRole('listitem').nth(9).waitFor();
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await page.goto('/admin/reports');
  await page.getByRole('tab', { name: /^Reports/ }).waitFor({ timeout: 30_000 });

  await page.goto('/logout');
  await page.getByRole('main').getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL(({ pathname }) => pathname === '/');
  await page.goto('/login?next=/admin/reports');
  await fill(page, 'Email', moderator.email);
  await fill(page, 'Password', password);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Use your passkey' }).click();
  await page.getByRole('tab', { name: /^Reports/ }).waitFor({ timeout: 30_000 });
  expect(faults).toEqual([]);
  await close();
});
