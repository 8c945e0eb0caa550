import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { demoPassword, signIn } from './support/people.ts';
import { scrollTo } from './support/scroll.ts';
import type { Visitor, VisitorOptions } from './support/visitor.ts';
import { useWorld, visitWorld } from './support/world.ts';

// Sign-in, navigation and sign-out.

const world = useWorld();

const visit = (options: VisitorOptions, work: (visitor: Visitor) => Promise<void>) => visitWorld(world, options, work);

const home = (page: Page) => page.getByRole('heading', { name: /online right now/ }).waitFor();

describe('the shell', () => {
  it('lets a visitor sign in from the landing page and sign out to it', async () => {
    await visit({}, async ({ page, context }) => {
      await page.goto('/');
      await page.getByRole('link', { name: 'Sign In' }).first().click();
      await page.getByLabel('Email').fill('fan@vlam.test');
      await page.getByLabel('Password', { exact: true }).fill('not the password');
      await page.getByRole('button', { name: 'Sign In' }).click();
      await page.getByText('Invalid credentials').first().waitFor();
      await page.getByLabel('Password', { exact: true }).fill(demoPassword);
      await page.getByRole('button', { name: 'Sign In' }).click();
      await home(page);

      await page.getByRole('button', { name: 'Your menu' }).click();
      await page.getByRole('button', { name: 'Log out' }).click();
      await page.getByRole('link', { name: 'Get Started' }).first().waitFor();
      expect((await context.cookies()).filter(({ name }) => /session/.test(name))).toEqual([]);
      await page.goBack();
      await page.waitForLoadState('networkidle');
      expect(await page.content()).not.toContain('fan@vlam.test');
      expect(await page.getByRole('heading', { name: /online right now/ }).count()).toBe(0);
    });
  });

  it('T82: leaves nothing of a member after signing out, also offline, and what the device owns stays', async () => {
    await visit({ cookie: await signIn(world.url, 'fan@vlam.test', demoPassword) }, async ({ page, context }) => {
      await page.goto('/profile');
      await page.getByRole('heading', { name: /Vusi/ }).waitFor();
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      const ofDevice = {
        appDisguiseSettings: '{"isEnabled":true,"selectedDisguise":"notes"}',
        biometricAuthSettings: '{"isEnabled":false,"authTimeout":45,"lastAuthTime":null}',
        'pwa-prompt-dismissed': 'dismissed',
      };
      await page.evaluate((kept) => {
        for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
      }, ofDevice);
      await context.addCookies([{ name: 'theme', value: 'light', url: world.url }]);
      await page.goto('/api/logout');
      await page.getByRole('button', { name: 'Log out' }).click();
      await page.getByRole('link', { name: 'Get Started' }).first().waitFor();
      expect(await page.evaluate(() => ({ ...localStorage }))).toEqual(ofDevice);
      expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('light');
      const kept = await page.evaluate(async () => {
        const texts: string[] = [document.cookie, JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
        for (const name of await caches.keys()) {
          const cache = await caches.open(name);
          for (const request of await cache.keys())
            texts.push(request.url, (await (await cache.match(request))?.text()) ?? '');
        }
        return { text: texts.join('\n'), databases: (await indexedDB.databases()).length };
      });
      expect(kept.databases).toBe(0);
      expect(kept.text).not.toMatch(/fan@vlam\.test|Vusi|\/api\/(?!login)|\/m\/[0-9a-f]|\/img\/p\//);
      await context.setOffline(true);
      for (const step of [() => page.goBack(), () => page.goto('/profile'), () => page.reload()]) {
        await step().catch(() => undefined);
        await page.waitForTimeout(500);
        const text = () =>
          page
            .locator('body')
            .innerText()
            .catch(() => 'still on the way');
        await expect.poll(text).not.toBe('still on the way');
        expect(await text()).not.toMatch(/fan@vlam\.test|Vusi/);
      }
    });
  });

  it('signs in by keyboard alone', async () => {
    await visit({}, async ({ page }) => {
      await page.goto('/login');
      await page.getByLabel('Email').waitFor();
      const reach = async (wanted: string) => {
        for (let presses = 0; presses < 20; presses += 1) {
          await page.keyboard.press('Tab');
          const name = await page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.name);
          if (name === wanted) return;
        }
        throw new Error(`Tab never reaches ${wanted}`);
      };
      await reach('email');
      await page.keyboard.type('fan@vlam.test');
      await reach('password');
      await page.keyboard.type(demoPassword);
      await page.keyboard.press('Enter');
      await home(page);
      // The first Tab stop skips the navigation.
      await page.reload();
      await home(page);
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
      await page.keyboard.press('Enter');
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
    });
  });

  it('gives creators a bar of their own on phones, and lights the dashboard in their studio', async () => {
    for (const [who, path, hrefs, here] of [
      ['creator', '/studio', ['/', '/messages', '/create', '/dashboard', '/profile'], '/dashboard'],
      ['fan', '/nearby', ['/', '/nearby', '/credits', '/messages', '/profile'], '/nearby'],
    ] as const)
      await visit({ cookie: inject('demoSessions')[who], width: 390, height: 844 }, async ({ page }) => {
        await page.goto(path);
        const bar = page.getByRole('navigation', { name: 'Main' });
        const links = bar.getByRole('link');
        await links.last().waitFor();
        expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(hrefs);
        // The studio has a navigation of its own besides.
        expect(await bar.locator('[aria-current=page]').getAttribute('href')).toBe(here);
      });
  });

  it('shows 404 for unknown paths, with the status', async () => {
    await visit({ cookie: inject('demoSessions').fan }, async ({ page }) => {
      const answer = await page.goto('/no/such/place');
      expect(answer?.status()).toBe(404);
      await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
    });
  });

  it('switches the language at once and on the next visit', async () => {
    await visit({ cookie: inject('demoSessions').fan }, async ({ page }) => {
      await page.goto('/');
      await home(page);
      await page.getByRole('button', { name: /^Language/ }).click();
      await page.getByRole('button', { name: /Afrikaans/ }).click();
      await page.getByRole('link', { name: 'Voer' }).first().waitFor();
      expect(await page.evaluate(() => document.documentElement.lang)).toBe('af');
      expect(await page.locator('nav a').allTextContents()).toContain('Markplek');
      // Texts of other screens come with them.
      await page.goto('/credits');
      await page.getByRole('heading', { name: 'Koop krediete' }).waitFor();
      expect(await page.evaluate(() => document.documentElement.lang)).toBe('af');
      await page.goto('/');
      await page.reload();
      await page.getByRole('link', { name: 'Voer' }).first().waitFor();
      // The choice goes with the account, which other stories share.
      const changed = page.waitForResponse((answer) => answer.url().endsWith('/api/account/language'));
      await page.getByRole('button', { name: /^Taal/ }).click();
      await page.getByRole('button', { name: /English/ }).click();
      expect((await changed).status()).toBe(200);
      await page.getByRole('link', { name: 'Feed' }).first().waitFor();
    });
  });

  it('returns to the previous screen at the same scroll position', async () => {
    await visit({ cookie: inject('demoSessions').fan, width: 390 }, async ({ page }) => {
      await page.goto('/');
      await scrollTo(page, 'What People Are Craving');
      await page.waitForTimeout(300);
      const before = await page.evaluate(() => scrollY);
      expect(before).toBeGreaterThan(200);
      await page
        .getByRole('link', { name: /Credits/ })
        .last()
        .click();
      await page.getByRole('heading', { name: 'Buy Credits' }).waitFor();
      await page.goBack();
      await home(page);
      await expect.poll(() => page.evaluate((wanted) => Math.abs(scrollY - wanted) < 60, before)).toBe(true);
    });
  });

  it('T06: another site can neither sign a member out nor choose where a sign-in leads', {
    tags: ['long'],
  }, async () => {
    const cookie = await signIn(world.url, 'fan@vlam.test', demoPassword);
    await visit({ cookie }, async ({ page }) => {
      for (const next of ['//evil.test', '/\\evil.test', 'https://evil.test', 'javascript:alert(1)']) {
        await page.goto(`/api/login?next=${encodeURIComponent(next)}`);
        expect(new URL(page.url()).origin).toBe(world.url);
      }
      await page.goto('/api/logout');
      await page.goto('/');
      await home(page);
    });
  });
});
