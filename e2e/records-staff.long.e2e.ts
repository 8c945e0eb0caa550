import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { fill, password, press } from './support/forms.ts';
import { createPayer, type Payer } from './support/payer.ts';
import { proveWithPassword } from './support/proof.ts';
import { useWorld, visitWorld } from './support/world.ts';

// What staff record for authorities and outsiders, each time with two of them.

const world = useWorld();
const phone = { width: 390, height: 844 };
const admin = () => ({ cookie: inject('demoSessions').admin });
/** Another admin, whose password is the one of the stories. */
let second: Payer;

beforeAll(async () => {
  second = await createPayer(world.url);
  await world.rows("update accounts set role = 'admin' where email = $1", [second.email]);
});

const sheet = (page: Page) => page.getByRole('dialog').last();
/** Proves who is there, where the act is the first that needs it in five minutes. */
async function proveIfAsked(page: Page, secret?: string): Promise<void> {
  const asked = page.getByRole('dialog', { name: 'Confirm that it is you' });
  const isAsked = await asked.waitFor({ timeout: 2_000 }).then(
    () => true,
    () => false,
  );
  if (isAsked) await proveWithPassword(page, secret);
}

describe('records of staff', () => {
  it('F13: a reviewer from outside reads chosen cases by link and code, until staff end it', async () => {
    const [found] = await world.rows<{ number: string }>('select number from takedown_cases limit 1');
    const number = found?.number ?? '';
    const email = `reviewer-${Date.now()}@outside.test`;
    await visitWorld(world, admin(), async ({ page }) => {
      await page.goto('/admin/records/reviewers');
      await press(page, 'Give access');
      await fill(page, 'Name', 'A. Reviewer');
      await fill(page, 'Organisation', 'Card scheme');
      await fill(page, 'Email address', email);
      await page.getByLabel(/^What they may read/).fill(number);
      await fill(page, 'Hours', '24');
      await fill(page, 'Why', 'Yearly inspection');
      await press(page, 'Ask');
      await proveIfAsked(page);
      await page.getByRole('button', { name: /A\. Reviewer.*Waits for another/ }).click();
      await sheet(page).getByText(number).waitFor();
      // Who asked does not approve.
      expect(await sheet(page).getByRole('button', { name: 'Approve' }).count()).toBe(0);
    });
    let code = '';
    await visitWorld(world, { cookie: second.cookie, ...phone }, async ({ page }) => {
      await page.goto('/admin/records/reviewers');
      await page.getByRole('button', { name: /A\. Reviewer.*Waits for another/ }).click();
      await sheet(page).getByRole('button', { name: 'Approve' }).click();
      await proveIfAsked(page, password);
      await page.getByText('Code, shown once').waitFor();
      code = await sheet(page).locator('.num').innerText();
    });
    const mails = (await (await fetch(`${world.url}/api/demo/outbox`)).json()) as { to: string; text: string }[];
    const mail = mails.find(({ to }) => to === email);
    expect(mail?.text).not.toContain(code);
    const address = /\/review\/[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '';
    await visitWorld(world, { cookie: undefined, ...phone }, async ({ page }) => {
      await page.goto(address);
      await fill(page, 'Code', '000000');
      await press(page, 'Open');
      await page.getByRole('alert').first().waitFor();
      await fill(page, 'Code', code);
      await press(page, 'Open');
      await page.getByRole('heading', { name: 'What you may read' }).waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      await page.getByRole('button', { name: new RegExp(number) }).click();
      await page.getByRole('heading', { level: 1, name: number }).waitFor();
      await page
        .getByText(/A\. Reviewer/)
        .first()
        .waitFor();
      await visitWorld(world, { cookie: second.cookie }, async (staff) => {
        await staff.page.goto('/admin/records/reviewers');
        await staff.page.getByRole('button', { name: /A\. Reviewer.*Open/ }).click();
        await sheet(staff.page).getByRole('button', { name: 'End it' }).click();
        await proveIfAsked(staff.page, password);
        await staff.page.getByRole('button', { name: /A\. Reviewer.*Ended/ }).waitFor();
      });
      await press(page, 'Back to the list');
      await page.getByRole('button', { name: new RegExp(number) }).click();
      await page.getByRole('alert').first().waitFor();
    });
  });

  it('a legal hold is placed by one, confirmed by another, and its member learns nothing', async () => {
    const member = await createPayer(world.url);
    const reference = `CAS ${Date.now() % 1_000_000}/11/2026`;
    await visitWorld(world, admin(), async ({ page }) => {
      await page.goto('/admin/records/authorities');
      await page.getByRole('tab', { name: 'Legal holds' }).click();
      await press(page, 'Place a hold');
      await page.getByLabel('Which one').fill(member.email);
      await fill(page, 'Their number', reference);
      await fill(page, 'Why', 'A preservation order, served on paper');
      await page.getByLabel('Last day').fill(new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10));
      await sheet(page).getByRole('button', { name: 'Place', exact: true }).click();
      await proveIfAsked(page);
      await page.getByRole('button', { name: new RegExp(reference) }).waitFor();
    });
    await visitWorld(world, { cookie: second.cookie, ...phone }, async ({ page }) => {
      await page.goto('/admin/records/authorities');
      await page.getByRole('tab', { name: 'Legal holds' }).click();
      await page.getByRole('button', { name: new RegExp(reference) }).click();
      await sheet(page).getByRole('button', { name: 'Confirm' }).click();
      await proveIfAsked(page, password);
      await sheet(page).waitFor({ state: 'detached' });
    });
    await visitWorld(world, { cookie: member.cookie, ...phone }, async ({ page, texts }) => {
      for (const path of ['/', '/profile', '/decisions', '/compliance/personal-information']) {
        await page.goto(path);
        await page.getByRole('heading', { level: 1 }).first().waitFor();
      }
      expect(texts.filter(({ body }) => body.includes(reference))).toEqual([]);
    });
    const [hold] = await world.rows<{ confirmed: boolean }>(
      'select confirmed_at is not null as confirmed from legal_holds where reference = $1',
      [reference],
    );
    expect(hold).toEqual({ confirmed: true });
  });

  it('an incident is recorded on a phone, and its first step is done', async () => {
    const title = `A laptop was left in a taxi ${Date.now()}`;
    await visitWorld(world, { ...admin(), ...phone }, async ({ page }) => {
      await page.goto('/admin/breaches');
      await press(page, 'Record an incident');
      await fill(page, 'Title', title);
      await fill(page, 'What happened', 'A laptop with an export of forty addresses was left in a taxi.');
      await fill(page, 'Which data', 'Names and email addresses');
      await page.getByLabel(/^How many people/).fill('40');
      await fill(page, 'What could follow for them', 'Mail that pretends to be ours');
      await fill(page, 'What was done, and will be', 'Its sessions were ended; the disk is encrypted');
      await fill(page, 'What they can do', 'Trust no mail that asks for a password');
      await press(page, 'Save');
      await proveIfAsked(page);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      const steps = page
        .getByRole('main')
        .getByRole('button')
        .filter({ hasText: /^Done$/ });
      await steps.first().waitFor();
      const before = await steps.count();
      await steps.first().click();
      await sheet(page)
        .getByRole('button')
        .filter({ hasText: /^Done$/ })
        .click();
      await expect.poll(() => steps.count()).toBeLessThan(before);
    });
  });

  it('a listed phrase is refused beside its field, and taken again once the list lets it', async () => {
    const phrase = `quiet rooftop ${Date.now().toString(36).replace(/\d/g, 'q')}`;
    await visitWorld(world, admin(), async ({ page }) => {
      await page.goto('/admin/words');
      await page.getByRole('tab', { name: 'Phrases' }).click();
      await press(page, 'Add phrases');
      await page.getByLabel('Phrases, one a line').fill(phrase);
      await page.getByRole('radio', { name: /^Refused/ }).check();
      await sheet(page).getByRole('button', { name: 'Add', exact: true }).click();
      await proveIfAsked(page);
      await page.getByText(phrase).waitFor();
    });
    const member = await createPayer(world.url);
    await visitWorld(world, { cookie: member.cookie, ...phone }, async ({ page }) => {
      const save = async () =>
        page.request.patch('/api/profiles/me', {
          headers: { 'sec-fetch-site': 'same-origin' },
          data: { bio: `Meet me at the ${phrase.toUpperCase()}!` },
        });
      await expect.poll(async () => (await save()).status(), { timeout: 15_000 }).toBe(400);
      expect(JSON.stringify(await (await save()).json())).toContain('bio');
    });
    await visitWorld(world, admin(), async ({ page }) => {
      await page.goto('/admin/words');
      await page.getByRole('tab', { name: 'Phrases' }).click();
      await page.getByRole('button', { name: `Remove ${phrase}` }).click();
      await proveIfAsked(page);
      await page.getByText(phrase, { exact: true }).first().waitFor({ state: 'detached', timeout: 20_000 });
    });
  });
});
