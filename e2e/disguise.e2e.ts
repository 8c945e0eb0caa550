import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { createPayer } from './support/payer.ts';
import { useWorld, visitWorld } from './support/world.ts';

const world = useWorld();
const anyTrace = /vlam|flame|credits|umlilo/i;

/** Everything that eyes, a screen reader or the browser's own surface can read of the page. */
async function traces(page: Page): Promise<string> {
  const inPage = await page.evaluate(() =>
    [
      document.title,
      document.body.innerText,
      document.querySelector('link[rel=icon]')?.getAttribute('href')?.slice(0, 22),
      ...[...document.querySelectorAll('meta, link[rel=manifest], link[rel=apple-touch-icon]')]
        .filter((element) => element.getAttribute('name') !== 'settings')
        .map((element) => element.outerHTML),
      ...[...document.querySelectorAll('[aria-label], [alt], [title]')].map((element) =>
        ['aria-label', 'alt', 'title'].map((name) => element.getAttribute(name)).join(' '),
      ),
    ].join('\n'),
  );
  return inPage + (await page.locator('body').ariaSnapshot());
}

/** Holds an element as a finger would. */
async function hold(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).hover();
  await page.mouse.down();
  await page.waitForTimeout(1_400);
  await page.mouse.up();
}

async function setCode(page: Page, row: string, code: string): Promise<void> {
  await page.getByText(row, { exact: true }).locator('xpath=../..').getByRole('button', { name: 'Set' }).click();
  const sheet = page.getByRole('dialog', { name: row });
  await sheet.getByLabel('New code', { exact: true }).fill(code);
  await sheet.getByLabel('The same again', { exact: true }).fill(code);
  await sheet.getByRole('button', { name: 'Set code' }).click();
  await sheet.waitFor({ state: 'detached' });
}

const choose = (page: Page, name: string) =>
  page.getByRole('radio', { name: new RegExp(`^${name}`) }).check({ force: true });
const type = async (page: Page, digits: string) => {
  for (const digit of digits) await page.getByRole('button', { name: digit, exact: true }).click();
};

describe('the disguise', () => {
  it('covers the app through a reload, and opens by the code only', async () => {
    const member = await createPayer(world.url);
    await visitWorld(world, { cookie: member.cookie, width: 390, height: 844 }, async ({ page }) => {
      await page.goto('/disguise');
      // Nothing can be chosen while the master switch is off.
      expect(await page.getByRole('radio', { name: /^Calculator/ }).isDisabled()).toBe(true);
      expect(await page.getByRole('switch', { name: 'Panic mode' }).isDisabled()).toBe(true);
      await page.getByRole('switch', { name: 'App Disguise' }).click();
      expect(await page.getByRole('button', { name: 'Activate' }).isDisabled()).toBe(true);
      await choose(page, 'Calculator');
      await page.getByLabel('Custom name').fill('Sums');
      expect(await page.getByRole('button', { name: 'Panic Mode' }).isDisabled()).toBe(true);
      // These stories' address is a number, for which browsers keep no passkeys (device-lock.long.e2e.ts has a name).
      await page.getByRole('tab', { name: 'Biometric Security' }).click();
      await page.getByText('Biometric authentication is not supported on this device or browser.').waitFor();
      expect(await page.getByRole('switch', { name: 'Biometric lock' }).isDisabled()).toBe(true);
      await page.getByRole('tab', { name: 'Advanced' }).click();
      await setCode(page, 'Code to return', '4821');
      await page.getByRole('tab', { name: 'App Disguise' }).click();
      await page.getByRole('button', { name: 'Activate' }).click();

      await page.getByRole('button', { name: 'Equals' }).waitFor();
      expect(await page.title()).toBe('Sums');
      expect(await traces(page)).not.toMatch(anyTrace);
      expect(new URL(page.url()).pathname).toBe('/');
      await type(page, '12');
      await page.getByRole('button', { name: 'Multiply' }).click();
      await type(page, '3');
      await page.getByRole('button', { name: 'Equals' }).click();
      await page.getByText('36', { exact: true }).waitFor();

      for (const path of ['/', '/messages']) {
        await page.goto(path);
        await page.getByRole('button', { name: 'Equals' }).waitFor();
        expect(await traces(page)).not.toMatch(anyTrace);
        expect(await page.title()).toBe('Sums');
      }
      expect(await page.content()).not.toContain('id="answers"');

      // A wrong code shows nothing.
      await type(page, '1111');
      await hold(page, 'Equals');
      await page.waitForTimeout(1_000);
      expect(await traces(page)).not.toMatch(anyTrace);
      await page.getByRole('button', { name: 'Clear' }).click();
      await type(page, '4821');
      await hold(page, 'Equals');
      await page.getByRole('heading', { name: 'App Disguise' }).waitFor();
      await expect.poll(() => page.title()).toBe('App Disguise · Vlam');
      expect(await page.locator('link[rel=manifest]').count()).toBe(1);
    });
  });

  it('slows wrong codes, and keeps the disguise with the duress code, which notifies the contact and ends the session', {
    tags: ['long'],
  }, async () => {
    const member = await createPayer(world.url);
    // Another one for a second try.
    const contact = `naledi-${Date.now()}@family.test`;
    const expectedFaults = /fetch|network/i;
    await visitWorld(world, { cookie: member.cookie, expectedFaults }, async ({ page }) => {
      await page.goto('/disguise');
      await page.getByRole('switch', { name: 'App Disguise' }).click();
      await choose(page, 'Notes');
      await page.getByRole('tab', { name: 'Advanced' }).click();
      await setCode(page, 'Code to return', '4821');
      await setCode(page, 'Duress code', '9999');
      await page.getByRole('switch', { name: 'The duress code ends the session' }).click();
      const tells = page.getByRole('switch', { name: 'The duress code tells them' });
      expect(await tells.isDisabled()).toBe(true);
      await page.getByRole('button', { name: 'Name a safety contact' }).click();
      const sheet = page.getByRole('dialog', { name: 'Safety contact' });
      await sheet.getByLabel('Their name').fill('Naledi');
      await sheet.getByLabel('Their email').fill(contact);
      await sheet.getByRole('button', { name: 'Save' }).click();
      await page.getByText(`Naledi, ${contact}`).waitFor();
      await tells.click();
      await page.getByRole('tab', { name: 'App Disguise' }).click();
      await page.getByRole('button', { name: 'Activate' }).click();
      await page.getByRole('button', { name: 'New note' }).click();
      await page.getByRole('textbox', { name: 'Title' }).fill('Groceries');
      await page.getByRole('textbox', { name: 'Note' }).fill('- Rooibos');
      // The boxes take the place of the text once it is left.
      await page.getByRole('textbox', { name: 'Note' }).blur();
      await page.getByRole('checkbox', { name: 'Rooibos' }).check();

      const prompt = page.getByRole('dialog', { name: 'Passcode' });
      const tryIt = async (code: string) => {
        await prompt.getByLabel('Passcode').fill(code);
        await prompt.getByRole('button', { name: 'OK' }).click();
      };
      // Without a network nothing is lost, and nothing is seen.
      await page.context().setOffline(true);
      await hold(page, 'Notes');
      await tryIt('9999');
      await prompt.waitFor({ state: 'detached' });
      expect(await traces(page)).not.toMatch(anyTrace);
      await page.waitForTimeout(500);
      await page.context().setOffline(false);
      await expect.poll(async () => (await page.request.get('/api/auth/user')).status()).toBe(401);

      const mails = (await (await fetch(`${world.url}/api/demo/outbox`)).json()) as { to: string; subject: string }[];
      const told = mails.filter(({ to }) => to === contact).map(({ subject }) => subject.replace(/^\S+ /, ''));
      expect(told.toReversed()).toEqual(['named you as their safety contact', 'may need help']);

      // The session is over and its storage was cleared: the disguise and its notes stay, not the screen that was open.
      expect(await page.evaluate(() => localStorage.getItem('appDisguiseSettings'))).toContain('"path":"/login"');
      await page.goto('/');
      await page.getByRole('button', { name: /^Groceries/ }).waitFor();
      expect(await traces(page)).not.toMatch(anyTrace);
      await hold(page, 'Notes');
      for (const wrong of ['1000', '2000']) {
        await tryIt(wrong);
        await prompt.getByText('Wrong passcode').waitFor();
      }
      await tryIt('3000');
      await prompt.getByText(/^Too many tries\. Wait \d+ seconds\.$/).waitFor();
      await tryIt('4821');
      await prompt.getByText(/^Too many tries/).waitFor();
      await page.evaluate(() => {
        const settings = JSON.parse(localStorage.getItem('appDisguiseSettings') ?? '');
        localStorage.setItem('appDisguiseSettings', JSON.stringify({ ...settings, waitUntil: 1 }));
      });
      await page.goto('/');
      await hold(page, 'Notes');
      await tryIt('4821');
      await page.waitForURL(({ pathname }) => pathname === '/login');
    });
  });

  it('comes by shortcut and by double-tap back in panic mode, not while a sheet is open', {
    tags: ['long'],
  }, async () => {
    const member = await createPayer(world.url);
    await visitWorld(world, { cookie: member.cookie }, async ({ page }) => {
      await page.goto('/disguise');
      await page.getByRole('switch', { name: 'App Disguise' }).click();
      await choose(page, 'Weather');
      await page.keyboard.press('Control+Shift+F');
      await page.getByRole('switch', { name: 'Panic mode' }).click();
      await page.goto('/credits');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.keyboard.press('Control+Shift+F');
      await page.getByRole('combobox', { name: 'City' }).selectOption('Durban');
      expect(await traces(page)).not.toMatch(anyTrace);
      await hold(page, 'Weather');
      await page.getByRole('dialog').getByRole('button', { name: 'Show Real App' }).click();
      await page.waitForURL(({ pathname }) => pathname === '/credits');

      await page.goto('/disguise');
      await page.getByRole('tab', { name: 'Advanced' }).click();
      await page.getByRole('link', { name: 'Messages' }).first().click();
      await page.waitForURL('**/messages');
      await page.getByRole('link', { name: 'Credits' }).first().click();
      await page.waitForURL('**/credits');
      await page.goBack();
      await page.waitForTimeout(600);
      await page.goForward();
      await page.waitForTimeout(600);
      expect(await page.title()).toMatch(/Vlam$/);
      const backTwice = () =>
        page.evaluate(() => {
          history.back();
          setTimeout(() => history.back(), 150);
        });
      // The first Back closes the sheet, so the second is a single one.
      await page.getByRole('button', { name: 'Premium features' }).click();
      await page.getByRole('dialog', { name: 'Premium features' }).waitFor();
      await backTwice();
      await page.waitForURL('**/messages');
      await page.waitForTimeout(600);
      expect(await page.title()).toMatch(/Vlam$/);
      await page.goForward();
      await page.waitForURL('**/credits');
      await page.waitForTimeout(600);
      await backTwice();
      await page.getByRole('combobox', { name: 'City' }).waitFor();
      expect(await traces(page)).not.toMatch(anyTrace);
    });
  });
});
