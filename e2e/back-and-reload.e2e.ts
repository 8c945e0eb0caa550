import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { fill, fillAccount, press } from './support/forms.ts';
import { findPlaces } from './support/places.ts';
import type { Visitor } from './support/visitor.ts';
import { useWorld, visitWorld } from './support/world.ts';

// Back, Forward and a reload with half-finished work.

const world = useWorld();

const visit = (cookie: string | undefined, work: (visitor: Visitor) => Promise<void>) =>
  visitWorld(world, { cookie, width: 390, height: 844 }, work);

const home = (page: Page) => page.getByRole('heading', { name: /online right now/ }).waitFor();
const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();
const value = (page: Page, label: string) => page.getByLabel(label, { exact: true }).inputValue();
const pathOf = (page: Page) => new URL(page.url()).pathname;

describe('a draft', () => {
  it('survives Back, Forward and a reload during sign-up, but for the passwords', async () => {
    await visit(undefined, async ({ page }) => {
      const email = `${randomUUID()}@people.test`;
      await page.goto('/login');
      await page
        .getByRole('link', { name: /Create an account|Sign up/i })
        .first()
        .click();
      await fillAccount(page, { email });
      await heading(page, 'Set up your profile');
      await fill(page, 'Display name', 'Back and forth');
      await fill(page, 'Bio', 'Typed once and for all, at the second step.');

      await page.goBack();
      await heading(page, 'Create your account');
      expect(pathOf(page)).toBe('/signup');
      expect(await value(page, 'Email')).toBe(email);
      expect(await value(page, 'Confirm password')).not.toBe('');
      await page.goForward();
      await heading(page, 'Set up your profile');
      expect(await value(page, 'Display name')).toBe('Back and forth');
      await press(page, 'Back');
      await heading(page, 'Create your account');
      // An earlier press would count as the second half of a double tap.
      await page.waitForTimeout(500);
      await press(page, 'Continue to Profile Setup');
      await heading(page, 'Set up your profile');

      await page.reload();
      await heading(page, 'Create your account');
      await page.getByText('What you typed is still here').waitFor();
      expect(await value(page, 'First name')).toBe('Thandi');
      expect(await value(page, 'Email')).toBe(email);
      expect(await value(page, 'Password')).toBe('');
      expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('assword');
      await fillAccount(page, { email });
      await heading(page, 'Set up your profile');
      expect(await value(page, 'Bio')).toBe('Typed once and for all, at the second step.');

      await page.goBack();
      await heading(page, 'Create your account');
      await page.goBack();
      await page.getByRole('button', { name: 'Sign In' }).waitFor();
      expect(pathOf(page)).toBe('/login');
    });
  });

  it('is deleted once the account exists', { tags: ['long'] }, async () => {
    await visit(undefined, async ({ page }) => {
      await page.goto('/signup');
      await fillAccount(page, { email: `${randomUUID()}@people.test` });
      await fill(page, 'Display name', 'Once only');
      await fill(page, 'Age', '31');
      await page.getByLabel('Location').selectOption('Durban');
      await press(page, 'Create Account');
      await heading(page, 'Adults only past this point.');
      expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Once only');
    });
  });

  it('survives leaving and reloading the form of a new item', async () => {
    await visit(inject('demoSessions').creator, async ({ page }) => {
      await page.goto('/create');
      await fill(page, 'Title', 'Half a title');
      await fill(page, 'Description', 'The other half comes later.');
      await page
        .getByRole('link', { name: /^Messages/ })
        .last()
        .click();
      await heading(page, 'Messages');
      await page.goBack();
      await page.getByText('Draft kept').waitFor();
      expect(await value(page, 'Title')).toBe('Half a title');
      await page.reload();
      await page.getByText('Draft kept').waitFor();
      expect(await value(page, 'Description')).toBe('The other half comes later.');
    });
  });
});

describe('Back', () => {
  it('closes an open sheet and stays on the screen', async () => {
    const { creatorId } = await findPlaces(inject('demoDatabaseUrl'));
    await visit(inject('demoSessions').fan, async ({ page }) => {
      const item = page
        .getByRole('button', { name: /Salt and late light|Umhlanga pier|Slow morning|Blue hour/ })
        .first();
      const dialog = page.getByRole('dialog');
      await page.goto('/');
      await home(page);
      await page.goto(`/profile/${creatorId}`);
      await item.click();
      await dialog.waitFor();
      await page.goBack();
      await dialog.waitFor({ state: 'hidden' });
      expect(pathOf(page)).toBe(`/profile/${creatorId}`);

      // Closing by the button leaves no history entry behind.
      for (let times = 0; times < 2; times += 1) {
        await item.click();
        await dialog.waitFor();
        await dialog.getByRole('button', { name: 'Close' }).click();
        await dialog.waitFor({ state: 'hidden' });
      }
      await page.waitForTimeout(200);
      await item.click();
      await dialog.waitFor();
      await page.reload();
      await item.waitFor();
      await page.waitForTimeout(200);
      await page.goBack();
      await home(page);
    });
  });

  it('closes the premium menu, and skips it after a link inside', async () => {
    await visit(inject('demoSessions').fan, async ({ page }) => {
      const dialog = page.getByRole('dialog', { name: 'Premium features' });
      const open = () => page.getByRole('button', { name: 'Premium features' }).click();
      await page.goto('/gifts');
      await heading(page, 'Virtual Gifts');
      await open();
      await dialog.waitFor();
      await page.goBack();
      await dialog.waitFor({ state: 'hidden' });
      expect(pathOf(page)).toBe('/gifts');

      await open();
      await dialog.getByRole('link', { name: /VIP Membership/ }).click();
      await page.waitForURL('**/vip');
      await page.waitForTimeout(200);
      expect(pathOf(page)).toBe('/vip');
      await page.goBack();
      await heading(page, 'Virtual Gifts');
      await dialog.waitFor({ state: 'hidden' });

      await open();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      await page.waitForTimeout(200);
      expect(await page.evaluate(() => history.state?.layer)).toBeUndefined();
    });
  });
});
