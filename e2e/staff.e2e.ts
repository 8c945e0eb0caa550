import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { paths } from '../apps/web/src/lib/paths.ts';
import { createIdNumber, withWrongDigit } from './support/adults.ts';
import { born, createPayer } from './support/payer.ts';
import { proveWithPassword } from './support/proof.ts';
import type { Visitor, VisitorOptions } from './support/visitor.ts';
import { useWorld, visitWorld } from './support/world.ts';

const world = useWorld();

const visit = (options: VisitorOptions, work: (visitor: Visitor) => Promise<void>) => visitWorld(world, options, work);

const staffPaths = Object.values(paths).filter((path) => path.startsWith('/admin'));
const hrefsOf = (page: Page, part: string) =>
  page.locator(`${part} a[href^="/"]`).evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));

describe('staff sections', () => {
  async function expectsNoPermission(who: 'visitor' | 'fan' | 'creator', sections = staffPaths): Promise<void> {
    const cookie = who === 'visitor' ? undefined : inject('demoSessions')[who];
    await visit({ cookie }, async ({ page }) => {
      const shown: Record<string, string> = {};
      for (const path of sections) {
        await page.goto(path);
        shown[path] = await page.getByRole('heading', { level: 1 }).innerText();
      }
      expect(shown).toEqual(Object.fromEntries(sections.map((path) => [path, "You don't have permission"])));
      await page.goto('/admin/users');
      await page.getByText("You don't have permission to access user management.").waitFor();
      await page.goto('/admin/users/verification');
      await page.getByText("You don't have permission to look at identities.").waitFor();
      await page.goto('/admin');
      await page.getByText("You don't have permission to access the admin dashboard.").waitFor();
    });
  }
  it("T17: say that a fan doesn't have permission", () => expectsNoPermission('fan', []));
  it.each(['visitor', 'fan', 'creator'] as const)(
    "T17: say that a %s doesn't have permission, whatever is built behind them",
    { tags: ['long'] },
    (who) => expectsNoPermission(who),
  );

  it("let a moderator read and close members' reports", async () => {
    const [moderator, reporter, reported] = await Promise.all([
      createPayer(world.url),
      createPayer(world.url),
      createPayer(world.url),
    ]);
    const profileOf = async ({ email }: { email: string }) =>
      (
        await world.rows<{ id: string; display_name: string }>(
          'select p.id, p.display_name from profiles p join accounts a on a.id = p.account_id where a.email = $1',
          [email],
        )
      )[0];
    const target = await profileOf(reported);
    const writtenTo = await profileOf(reporter);
    let messageId = '';
    await world.rows("update accounts set role = 'moderator' where email = $1", [moderator.email]);
    await visit({ cookie: reported.cookie }, async ({ page }) => {
      const sent = await page.request.post(`/api/conversations/${writtenTo?.id}/messages`, {
        headers: { 'sec-fetch-site': 'same-origin' },
        data: { clientId: crypto.randomUUID(), content: 'Send the money first' },
      });
      messageId = (await sent.json()).id;
    });
    await visit({ cookie: reporter.cookie }, async ({ page }) => {
      const answer = await page.request.post('/api/reports', {
        headers: { 'sec-fetch-site': 'same-origin' },
        data: { targetType: 'message', targetId: messageId, reason: 'scam', details: 'Asked for a deposit' },
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
      expect(await page.getByText('Send the money first').count()).toBe(0);
      await page.getByRole('button', { name: 'Show messages' }).click();
      await page.getByText('Send the money first').waitFor();
      const views = await world.rows(
        `select from audit_log l join accounts a on a.id = l.actor_id where l.action = 'report.opened' and a.email = $1`,
        [moderator.email],
      );
      expect(views).toHaveLength(1);
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
      await page.goto('/admin/users/verification');
      await page.getByText("You don't have permission to look at identities.").waitFor();
      await page.goto('/admin/reports?tab=disputes');
      await page.getByRole('tab', { name: /Disputes/, selected: true }).waitFor();
    });
  });

  it('show why a payment needs review, in full at 320 px', async () => {
    const creators = `${crypto.randomUUID()}, ${crypto.randomUUID()}`;
    const reason = `charged back, spent on creator ${creators}`;
    const id = crypto.randomUUID();
    await world.rows(
      `insert into payment_orders (id, account_id, key, purpose, reference, description, details, amount_cents,
          ledger_currency, charge_amount, charge_currency, state, via, provider, save_method, created_at, flag)
        select $1::uuid, id, $1::text, 'pack', $1::text, '100 credits', '{}', 9900, 'ZAR', 9900, 'ZAR', 'charged_back',
          'hosted', 'sandbox', false, now(), $2 from accounts where email = 'fan@vlam.test'`,
      [id, reason],
    );
    await visit({ cookie: inject('demoSessions').admin, width: 320, height: 640 }, async ({ page }) => {
      await page.goto('/admin/settings/payments');
      await page.getByRole('tab', { name: 'To look at' }).click();
      await page.getByText(`Charged back, most of it spent on creator ${creators}`).waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    });
    await world.rows('update payment_orders set flag = null where id = $1', [id]);
  });

  it('T97: let the real owner of an ID number back in after another account used it', { tags: ['long'] }, async () => {
    const idNumber = createIdNumber(born);
    const taker = await createPayer(world.url, idNumber);
    const owner = await createPayer(world.url, idNumber);
    for (const [email, firstName] of [
      [taker.email, 'Bongani'],
      [owner.email, `Naledi${owner.email.slice(6, 10).replace(/[^a-z]/g, '')}`],
    ])
      await world.rows('update accounts set first_name = $2 where email = $1', [email, firstName]);
    const [{ first_name: name } = { first_name: '' }] = await world.rows<{ first_name: string }>(
      'select first_name from accounts where email = $1',
      [owner.email],
    );
    // Over an hour passes without a hint that the number is known.
    await world.rows(`select from graphile_worker.reschedule_jobs(
      array(select id from graphile_worker.jobs where task_identifier = 'age.settle'), run_at => now())`);
    await expect
      .poll(
        () =>
          world.rows(
            `select from age_verifications v join accounts a on a.id = v.account_id where a.email = $1 and v.state = 'review'`,
            [owner.email],
          ),
        { timeout: 20_000 },
      )
      .toHaveLength(1);
    const gate = 'A person has to look at your document.';
    await visit({ cookie: owner.cookie }, async ({ page }) => {
      await page.goto('/');
      await page.getByRole('heading', { name: gate }).waitFor();
    });
    await visit({ cookie: inject('demoSessions').admin, width: 390, height: 844 }, async ({ page }) => {
      await page.goto('/');
      await page.getByRole('button', { name: 'Your menu' }).click();
      await page.getByRole('link', { name: /Verification.*waiting/ }).click();
      await page.getByRole('tab', { name: /Age reviews/, selected: true }).waitFor();
      await page.getByRole('button', { name: new RegExp(name) }).press('Enter');
      const sheet = page.getByRole('dialog');
      await sheet.getByText('Bongani Dube').waitFor();
      await sheet.getByRole('button', { name: 'Accept' }).press('Enter');
      await sheet.getByText(/Bongani Dube loses it/).waitFor();
      await sheet.getByLabel('ID number in the document').fill(withWrongDigit(idNumber));
      await sheet.getByLabel('Date of birth in the document').fill(born);
      await sheet.getByLabel('Reason, for the audit log').fill('Video call, document seen');
      await sheet.getByRole('button', { name: 'Accept' }).press('Enter');
      await proveWithPassword(page);
      await sheet.getByText('The document says something else than the account').waitFor();
      await sheet.getByLabel('ID number in the document').fill(idNumber);
      await sheet.getByLabel('ID number in the document').press('Enter');
      await page.getByRole('status').getByText('Accepted', { exact: true }).waitFor();
      await page.getByRole('button', { name: new RegExp(name) }).waitFor({ state: 'detached' });
      await page.getByRole('button', { name: /Bongani/ }).waitFor();
    });
    await visit({ cookie: owner.cookie }, async ({ page }) => {
      await page.goto('/');
      await page.getByRole('navigation', { name: 'Main' }).first().waitFor();
    });
    await visit({ cookie: taker.cookie }, async ({ page }) => {
      await page.goto('/');
      await page.getByRole('heading', { name: gate }).waitFor();
    });
  });
});

describe('menus', () => {
  it.each(['fan', 'admin'] as const)('offer a %s no link that leads nowhere', { tags: ['long'] }, async (who) => {
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
        expect([...hrefs]).toEqual(expect.arrayContaining(['/admin/reports', '/admin/users', '/admin/settings']));
      }
      expect(hrefs.size).toBeGreaterThan(12);
      const missing: string[] = [];
      for (const href of hrefs) {
        await page.goto(href);
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        if (await page.getByRole('heading', { name: '404 Page Not Found' }).count()) missing.push(href);
      }
      expect(missing).toEqual([]);
    });
  });
});
