import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { paths } from '../apps/web/src/lib/paths.ts';
import { aPayer } from './support/payer.ts';
import { aVisitor, type Visitor } from './support/visitor.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();

async function visit(
  options: { cookie?: string | undefined; width?: number; height?: number },
  work: (visitor: Visitor) => Promise<void>,
) {
  const visitor = await aVisitor(world.browser, { url: world.url, still: true, ...options });
  try {
    await work(visitor);
    expect(visitor.faults).toEqual([]);
  } finally {
    await visitor.close();
  }
}

const staffPaths = Object.values(paths).filter((path) => path.startsWith('/admin'));
const hrefsOf = (page: Page, part: string) =>
  page.locator(`${part} a[href^="/"]`).evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));

describe('rooms of staff', () => {
  async function meetsNoPermission(who: 'visitor' | 'fan' | 'creator'): Promise<void> {
    const cookie = who === 'visitor' ? undefined : inject('demoSessions')[who];
    await visit({ cookie }, async ({ page }) => {
      const shown: Record<string, string> = {};
      for (const path of staffPaths) {
        await page.goto(path);
        shown[path] = await page.getByRole('heading', { level: 1 }).innerText();
      }
      expect(shown).toEqual(Object.fromEntries(staffPaths.map((path) => [path, "You don't have permission"])));
      await page.goto('/admin/users');
      await page.getByText("You don't have permission to access user management.").waitFor();
      await page.goto('/admin');
      await page.getByText("You don't have permission to access the admin dashboard.").waitFor();
    });
  }
  it("T17: say that a fan doesn't have permission, whatever is built behind them", () => meetsNoPermission('fan'));
  it.each(['visitor', 'creator'] as const)(
    "T17: say that a %s doesn't have permission, whatever is built behind them",
    { tags: ['long'] },
    meetsNoPermission,
  );

  it('let a moderator read what members report and close it', async () => {
    const [moderator, reporter, reported] = await Promise.all([
      aPayer(world.url),
      aPayer(world.url),
      aPayer(world.url),
    ]);
    const [target] = await world.rows<{ id: string; display_name: string }>(
      'select p.id, p.display_name from profiles p join accounts a on a.id = p.account_id where a.email = $1',
      [reported.email],
    );
    await world.rows("update accounts set role = 'moderator' where email = $1", [moderator.email]);
    await visit({ cookie: reporter.cookie }, async ({ page }) => {
      const answer = await page.request.post('/api/reports', {
        headers: { 'sec-fetch-site': 'same-origin' },
        data: { targetType: 'profile', targetId: target?.id, reason: 'scam', details: 'Asked for a deposit' },
      });
      expect(answer.status()).toBe(201);
    });
    await visit({ cookie: moderator.cookie, width: 390, height: 844 }, async ({ page }) => {
      await page.goto('/');
      await page.getByRole('button', { name: 'Your menu' }).click();
      await page.getByRole('link', { name: /Reports and disputes.*waiting/ }).click();
      await page.getByRole('heading', { name: /\d+ waiting/ }).waitFor();
      await page
        .getByRole('button', { name: new RegExp(target?.display_name ?? '') })
        .last()
        .click();
      await page.getByText('Asked for a deposit').waitFor();
      const resolve = page.getByRole('dialog').getByRole('button', { name: 'Resolve', exact: true });
      await resolve.click();
      await page.getByLabel('For the audit log').fill('Spoke to them');
      await resolve.click();
      await page.getByRole('status').getByText('Resolved', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Resolved', exact: true }).click();
      await page
        .getByRole('button', { name: new RegExp(target?.display_name ?? '') })
        .first()
        .click();
      await page.getByText('Spoke to them').waitFor();
    });
    await visit({ cookie: moderator.cookie }, async ({ page }) => {
      await page.goto('/admin/settings/payments');
      await page.getByText("You don't have permission to manage payments.").waitFor();
      await page.goto('/admin/reports?tab=disputes');
      await page.getByRole('tab', { name: /Disputes/, selected: true }).waitFor();
    });
  });
});

describe('menus', () => {
  it.each(['fan', 'admin'] as const)('offer a %s no room that is not built', { tags: ['long'] }, async (who) => {
    await visit({ cookie: inject('demoSessions')[who] }, async ({ page }) => {
      await page.goto('/');
      await page.getByRole('navigation', { name: 'Main' }).first().waitFor();
      const hrefs = new Set(await hrefsOf(page, 'aside'));
      await page.getByRole('button', { name: 'Premium features' }).first().click();
      await page.getByRole('dialog', { name: 'Premium features' }).waitFor();
      for (const href of await hrefsOf(page, 'dialog[open]')) hrefs.add(href);
      await page.getByRole('dialog', { name: 'Premium features' }).getByRole('button', { name: 'Close' }).click();
      await page.getByRole('button', { name: 'Your menu' }).click();
      await page.getByRole('button', { name: 'Log out' }).waitFor();
      for (const href of await hrefsOf(page, 'header')) hrefs.add(href);
      if (who === 'admin') {
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Admin controls' }).click();
        for (const href of await hrefsOf(page, 'section[aria-label="Admin controls"]')) hrefs.add(href);
        expect([...hrefs]).toContain('/admin/reports');
      }
      expect(hrefs.size).toBeGreaterThan(12);
      const unbuilt: string[] = [];
      for (const href of hrefs) {
        await page.goto(href);
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        if (await page.locator('[data-slot=not-built-yet]').count()) unbuilt.push(href);
      }
      expect(unbuilt).toEqual([]);
    });
  });
});
