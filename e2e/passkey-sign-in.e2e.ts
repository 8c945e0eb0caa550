import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../apps/server/test/browser.ts';
import { addAuthenticator, recognise } from './support/authenticator.ts';
import { type DemoServer, startDemoServer } from './support/demo-server.ts';
import { password } from './support/forms.ts';
import { createPayer } from './support/payer.ts';
import { proveWithPassword } from './support/proof.ts';
import { openVisitor } from './support/visitor.ts';

// A server of its own, whose address is a name, as passkeys require.

let server: DemoServer;
let browser: Awaited<ReturnType<typeof launchBrowser>>;
beforeAll(async () => {
  server = await startDemoServer({ world: process.env.E2E_WORLD, settings: { HOST: 'localhost' } });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

it('T14: a member adds a passkey, logs out, and signs in by the passkey alone', async () => {
  const member = await createPayer(server.url);
  const { page, faults, requests, close } = await openVisitor(browser, {
    url: server.url,
    cookie: member.cookie,
    width: 390,
    height: 844,
  });
  const device = await addAuthenticator(page);
  await page.goto('/account');
  const passkeys = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Passkeys' }) });
  await passkeys.getByRole('button', { name: 'Add' }).click();
  await page.getByRole('dialog', { name: 'Add a passkey' }).getByRole('button', { name: 'Continue' }).click();
  await proveWithPassword(page, password);
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await passkeys.getByText(/^Added \d/).waitFor();
  const { credentials } = await device.devtools.send('WebAuthn.getCredentials', { authenticatorId: device.id });
  expect(credentials.map(({ isResidentCredential, rpId }) => [isResidentCredential, rpId])).toEqual([
    [true, 'localhost'],
  ]);

  await page.goto('/logout');
  await page.getByRole('main').getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL(({ pathname }) => pathname === '/');
  expect((await page.request.get('/api/auth/user')).status()).toBe(401);
  await page.goto('/login?next=/account');
  const start = page.getByRole('button', { name: 'Sign in with a passkey' });

  // The device does not recognise the person: nothing is sent, and the page waits for another try.
  await recognise(device, false);
  await start.click();
  await expect.poll(() => requests.filter((path) => path.endsWith('/passkeys/only/options'))).toHaveLength(1);
  await start.waitFor();
  expect(requests).not.toContain('/api/auth/passkeys/only');
  await recognise(device, true);
  requests.length = 0;
  await start.press('Enter');
  await page.getByRole('heading', { name: 'Account and security' }).waitFor();
  await page.getByRole('listitem').filter({ hasText: member.email }).waitFor();
  await passkeys.getByText(/^Used \d/).waitFor();
  expect(requests).not.toContain('/api/auth/login');

  // Removed here, it still stands on the device, and opens nothing.
  await passkeys.getByRole('button', { name: /^Remove/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await passkeys.getByText(/fingerprint/).waitFor();
  await page.goto('/logout');
  await page.getByRole('main').getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL(({ pathname }) => pathname === '/');
  await page.goto('/login');
  await start.click();
  await page.getByText('This passkey opens no account here. Sign in with your password.').first().waitFor();
  expect((await page.request.get('/api/auth/user')).status()).toBe(401);
  expect(faults).toEqual([]);
  await close();
});
