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

it('T14: the lock covers the app until the server has verified the device', async () => {
  const member = await createPayer(server.url);
  const { page, faults, close } = await openVisitor(browser, {
    url: server.url,
    cookie: member.cookie,
    width: 390,
    height: 844,
  });
  const device = await addAuthenticator(page);
  const proofs: number[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/api/auth/step-up')) proofs.push(response.status());
  });
  await page.goto('/disguise');
  await page.getByRole('tab', { name: 'Biometric Security' }).click();
  const state = page.locator('[data-slot=lock-state]');
  await state.getByText('Disabled').waitFor();
  // No passkey yet: it is made first, and the device is then asked.
  await page.getByRole('switch', { name: 'Biometric lock' }).click();
  await page.getByRole('dialog', { name: 'Add a passkey' }).getByRole('button', { name: 'Continue' }).click();
  await proveWithPassword(page, password);
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await state.getByText('Authenticated').waitFor();
  expect(proofs.filter((status) => status === 200)).toHaveLength(2);

  await page.getByLabel('Timeout in minutes').fill('0');
  await page.getByLabel('Timeout in minutes').blur();
  expect(await page.getByLabel('Timeout in minutes').inputValue()).toBe('15');
  await page.getByRole('button', { name: 'Lock now' }).click();
  const locked = page.getByRole('heading', { name: 'Locked' });
  await locked.waitFor();
  // Nothing below is read: not by eyes, not by a screen reader.
  const readable = async () =>
    (await page.locator('body').ariaSnapshot()) + (await page.evaluate(() => document.body.innerText));
  expect(await readable()).not.toMatch(/Biometric|Feed|Messages|Sipho/);
  expect(await page.title()).toBe('Vlam');
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Escape');
  await page.waitForTimeout(200);
  await locked.waitFor();
  await page.goto('/messages');
  await locked.waitFor();
  expect(await readable()).not.toMatch(/Feed|Messages|Sipho/);

  // The device does not recognise the person: the server gets no proof, and the lock stays.
  await recognise(device, false);
  await page.getByRole('button', { name: 'Unlock' }).click();
  await page.getByText('That did not work. Try again.').waitFor();
  await locked.waitFor();
  await recognise(device, true);
  await page.getByRole('button', { name: 'Unlock' }).click();
  await page.getByRole('heading', { name: 'Messages' }).waitFor();
  await locked.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('heading', { name: 'Messages' }).waitFor();

  // The authentication lapses while the page is open, without any input.
  await page.clock.install();
  await page.reload();
  await page.getByRole('heading', { name: 'Messages' }).waitFor();
  await page.clock.fastForward('14:00');
  await page.waitForTimeout(300);
  expect(await locked.count()).toBe(0);
  await page.clock.fastForward('02:00');
  await locked.waitFor();
  await page.getByRole('button', { name: 'Unlock' }).click();
  await locked.waitFor({ state: 'detached' });

  // Logging out keeps the device's lock; a visitor is not asked.
  await page.goto('/logout');
  await page.getByRole('main').getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL(({ pathname }) => pathname === '/');
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('biometricAuthSettings') ?? '{}'));
  expect(kept).toMatchObject({ isEnabled: true, authTimeout: 15 });
  await page.evaluate(() =>
    localStorage.setItem(
      'biometricAuthSettings',
      JSON.stringify({ isEnabled: true, authTimeout: 15, lastAuthTime: 1 }),
    ),
  );
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Email' }).waitFor();
  expect(faults).toEqual([]);
  await close();
});
