import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { aPicture } from '../apps/server/test/pictures.ts';
import { fill, password, press } from './support/forms.ts';
import { createPayer, type Payer } from './support/payer.ts';
import { proveWithPassword } from './support/proof.ts';
import { answerRating } from './support/publishing.ts';
import { useWorld, visitWorld } from './support/world.ts';

const world = useWorld();
const phone = { width: 390, height: 844 };

async function anOfficer(): Promise<Payer> {
  const staff = await createPayer(world.url);
  await world.rows("update accounts set role = 'admin' where email = $1", [staff.email]);
  return staff;
}

/** A new creator, whose uploads need no review. */
async function aCreator(): Promise<Payer & { profileId: string }> {
  const payer = await createPayer(world.url);
  const [row] = await world.rows<{ id: string }>(
    `update profiles set category = 'Art & Adult', subscription_price_cents = 9900, creator_verified_at = now()
      where account_id = (select id from accounts where email = $1) returning id`,
    [payer.email],
  );
  await world.rows("update accounts set role = 'creator', is_creator = true where email = $1", [payer.email]);
  return { ...payer, profileId: row?.id ?? '' };
}

/** Opens the registration from the list of staff. */
async function openCase(page: Page, business: string): Promise<void> {
  await page.goto('/admin/fpb-registrations');
  await page.getByRole('link', { name: new RegExp(business) }).click();
  await page.getByRole('heading', { name: business, level: 1 }).waitFor();
}

async function decide(page: Page, decision: string, reason: string): Promise<void> {
  await page.getByRole('radio', { name: new RegExp(`^${decision}`) }).check();
  await page.getByLabel(/^Reason/).fill(reason);
  await page.getByRole('button', { name: decision, exact: true }).click();
}

describe('the film board', () => {
  it('T58: a creator registers, two of staff exempt, an X18 picture is published, seen, and gone when it is withdrawn', async () => {
    const business = `Studio ${Date.now()} Limited`;
    const title = `After midnight ${Date.now()}`;
    const [creator, first, second, fan] = await Promise.all([
      aCreator(),
      anOfficer(),
      anOfficer(),
      createPayer(world.url),
    ]);

    await visitWorld(world, { cookie: creator.cookie, ...phone }, async ({ page }) => {
      await page.goto('/compliance');
      await page.getByRole('heading', { name: 'Action required' }).waitFor();
      await page.getByRole('link', { name: 'Register', exact: true }).click();
      await page.getByRole('heading', { name: 'Film-board registration' }).waitFor();
      await fill(page, 'Business name', business);
      await fill(page, 'Registration number', '2024/118342/07');
      await fill(page, 'Contact person', 'Anika van der Merwe');
      await fill(page, 'Email', 'anika@studiozes');
      await fill(page, 'Phone', '012 555 0190');
      await fill(page, 'Business address', '14 Burnett Street, Pretoria 0083');
      await press(page, 'Send registration');
      await page.getByText('Please enter a valid email address').waitFor();
      await page.getByText('Platform description is required').waitFor();
      expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email');
      await fill(page, 'Email', 'anika@studiozes.example');
      await fill(page, 'Platform description', 'Studio diaries for adult subscribers.');
      await page.getByRole('button', { name: 'Send registration' }).dblclick();
      await page.getByRole('heading', { name: 'Registration sent' }).waitFor();
      await page.getByText(/You get an answer within 30 business days, by/).waitFor();
      await page.getByRole('link', { name: 'Return to compliance' }).click();
      await page.getByText('Being reviewed').waitFor();
      expect(
        await world.rows('select from film_board_registrations where profile_id = $1', [creator.profileId]),
      ).toHaveLength(1);

      await page.goto('/fpb-registration');
      const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\nstartxref\n0\n%%EOF\n');
      await page
        .getByText('Add it as a PDF or picture')
        .setInputFiles({ name: 'certificate.png', mimeType: 'image/png', buffer: pdf });
      const saved = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Save your PDF' }).click();
      expect((await saved).suggestedFilename()).toBe('certificate.pdf');
      const paper = await aPicture({ width: 700, height: 990, seed: 7 });
      const attached = page.waitForResponse((each) => each.url().endsWith('/certificate'));
      await page
        .getByText('Exchange the certificate')
        .setInputFiles({ name: 'certificate.jpg', mimeType: 'image/jpeg', buffer: paper });
      expect((await attached).status()).toBe(200);
      await page.getByRole('img', { name: 'Your certificate' }).waitFor();

      // What is rated X18 waits.
      const buffer = await aPicture({ width: 900, height: 1_100, seed: Date.now() % 1_000_000 });
      await page.goto('/create');
      await page.getByLabel(/^Choose .*picture/).setInputFiles({ name: 'night.jpg', mimeType: 'image/jpeg', buffer });
      await fill(page, 'Title', title);
      await answerRating(page, ['No', 'Yes, in a sexual way', 'No', 'No']);
      await press(page, 'Publish');
      await page
        .getByText(/X18 can be published only/)
        .first()
        .waitFor();
      await page.getByRole('link', { name: 'Open your registration' }).waitFor();
      await press(page, 'Save as draft');
      await expect
        .poll(() => world.rows("select from content_items where title = $1 and state = 'draft'", [title]))
        .toHaveLength(1);
    });

    await visitWorld(world, { cookie: first.cookie }, async ({ page }) => {
      await openCase(page, business);
      await page.getByText('anika@studiozes.example').waitFor();
      await press(page, 'Show the certificate');
      await page.getByRole('img', { name: 'Certificate' }).waitFor();
      await page.getByRole('radio', { name: /^Approve/ }).check();
      await fill(page, 'Certificate number', 'FPB 77/2026');
      await fill(page, 'Valid from', new Date().toISOString().slice(0, 10));
      await fill(page, 'Last day', `${new Date().getFullYear() + 1}-11-30`);
      await page.getByLabel(/^Reason/).fill('Papers compared');
      await page.getByRole('button', { name: 'Approve', exact: true }).click();
      await proveWithPassword(page, password);
      await page.getByRole('radio', { name: /^Propose the X18 exemption/ }).waitFor();
      await decide(page, 'Propose the X18 exemption', 'Letter of the Board');
      await page.getByText('You proposed the exemption. Another member of staff confirms it.').waitFor();
      expect(await page.getByRole('radio', { name: /^Confirm/ }).count()).toBe(0);
    });
    await visitWorld(world, { cookie: second.cookie, ...phone }, async ({ page }) => {
      await openCase(page, business);
      await page.getByText(/1 of 2: proposed by/).waitFor();
      await decide(page, 'Confirm the X18 exemption', 'Letter compared with the original');
      await proveWithPassword(page, password);
      await page.getByRole('radio', { name: /^End the X18 exemption/ }).waitFor();
    });

    const [draft] = await world.rows<{ id: string }>('select id from content_items where title = $1', [title]);
    await visitWorld(world, { cookie: creator.cookie, ...phone }, async ({ page }) => {
      await page.goto(`/create?item=${draft?.id}`);
      await press(page, 'Publish');
      await page.waitForURL('**/profile/**');
    });
    expect(
      await world.rows("select from content_items where title = $1 and state = 'published'", [title]),
    ).toHaveLength(1);

    await visitWorld(world, { cookie: fan.cookie, ...phone }, async ({ page }) => {
      const socket = page.waitForEvent('websocket');
      await page.goto(`/profile/${creator.profileId}`);
      const tile = page.locator(`[data-content-id="${draft?.id}"]`);
      await tile.waitFor();
      await (await socket).waitForEvent('framereceived');
      await visitWorld(world, { cookie: second.cookie }, async ({ page: desk }) => {
        await desk.goto('/admin/fpb-registrations');
        await desk.getByRole('tab', { name: 'Registered' }).click();
        await desk.getByRole('link', { name: new RegExp(business) }).click();
        await desk.getByRole('radio', { name: /^Withdraw the registration/ }).check();
        await desk.getByLabel(/^Reason/).fill('The Board withdrew it');
        const answered = desk.waitForResponse((each) => each.ok() && each.url().includes('/fpb-registrations/'));
        await desk.getByRole('button', { name: 'Withdraw the registration' }).click();
        await proveWithPassword(desk, password);
        await answered;
        const at = Date.now();
        await tile.waitFor({ state: 'detached' });
        expect(Date.now() - at).toBeLessThan(1_000);
      });
    });

    await visitWorld(world, { cookie: creator.cookie, ...phone }, async ({ page }) => {
      await page.goto('/compliance');
      await page.getByText('Withdrawn', { exact: true }).waitFor();
      await page.goto('/decisions');
      await page.getByText('The Board withdrew it').waitFor();
      await page.goto('/compliance');
      await page.getByRole('link', { name: /Classification register/ }).click();
      await page.getByText(title).waitFor();
    });
  });

  it('T58: an X18 picture disappears from an open page when the last day of the exemption has passed', {
    tags: ['long'],
  }, async () => {
    const title = `Past midnight ${Date.now()}`;
    const [creator, fan] = await Promise.all([aCreator(), createPayer(world.url)]);
    await world.rows(
      `insert into film_board_registrations (id, profile_id, number, status, submitted_at, decided_at, valid_until,
          x18_exemption, x18_proposed_by, x18_proposed_at, x18_confirmed_by, x18_confirmed_at)
        values (gen_random_uuid(), $1, 'FPB 79/2026', 'approved', now(), now(), current_date + 1, true,
          gen_random_uuid(), now(), gen_random_uuid(), now())`,
      [creator.profileId],
    );
    await visitWorld(world, { cookie: creator.cookie, ...phone }, async ({ page }) => {
      const buffer = await aPicture({ width: 900, height: 1_100, seed: Date.now() % 1_000_000 });
      await page.goto('/create');
      await page.getByLabel(/^Choose .*picture/).setInputFiles({ name: 'night.jpg', mimeType: 'image/jpeg', buffer });
      await fill(page, 'Title', title);
      await answerRating(page, ['No', 'Yes, in a sexual way', 'No', 'No']);
      await press(page, 'Publish');
      await page.waitForURL('**/profile/**');
    });
    const stateOf = async () =>
      (
        await world.rows<{ id: string; state: string }>('select id, state from content_items where title = $1', [title])
      )[0];
    const published = await stateOf();
    expect(published?.state).toBe('published');
    await visitWorld(world, { cookie: fan.cookie, ...phone }, async ({ page }) => {
      const socket = page.waitForEvent('websocket');
      await page.goto(`/profile/${creator.profileId}`);
      const tile = page.locator(`[data-content-id="${published?.id}"]`);
      await tile.waitFor();
      await (await socket).waitForEvent('framereceived');
      // The server's clock cannot be moved here, so its last day is; the hourly job then runs as it would.
      await world.rows('update film_board_registrations set valid_until = current_date - 2 where profile_id = $1', [
        creator.profileId,
      ]);
      await world.rows(`select from graphile_worker.add_job('film-board.lapse', '{}')`);
      await tile.waitFor({ state: 'detached' });
    });
    expect((await stateOf())?.state).toBe('draft');
    await visitWorld(world, { cookie: creator.cookie, ...phone }, async ({ page }) => {
      await page.goto('/compliance');
      await page.getByText('Ended', { exact: true }).first().waitFor();
    });
  });

  it('T58: two moderators publish an X18 picture that waits, one alone does not', { tags: ['long'] }, async () => {
    const title = `Behind the curtain ${Date.now()}`;
    const [creator, first, second] = await Promise.all([aCreator(), anOfficer(), anOfficer()]);
    await world.rows('update profiles set creator_verified_at = null where id = $1', [creator.profileId]);
    await world.rows(
      `insert into film_board_registrations (id, profile_id, number, status, x18_exemption, x18_proposed_by,
          x18_confirmed_by, certificate_media_id)
        select gen_random_uuid(), $1, 'FPB 78', 'approved', true, gen_random_uuid(), gen_random_uuid(), null`,
      [creator.profileId],
    );
    await visitWorld(world, { cookie: creator.cookie, ...phone }, async ({ page }) => {
      const buffer = await aPicture({ width: 900, height: 1_100, seed: Date.now() % 1_000_000 });
      await page.goto('/create');
      await page.getByLabel(/^Choose .*picture/).setInputFiles({ name: 'night.jpg', mimeType: 'image/jpeg', buffer });
      await fill(page, 'Title', title);
      await answerRating(page, ['No', 'Yes, in a sexual way', 'No', 'No']);
      await press(page, 'Publish');
      await page.getByText('A moderator looks at it first').first().waitFor();
    });
    const approve = async (page: Page, button: string) => {
      await page.goto('/admin/content/pending');
      await page.getByRole('button', { name: new RegExp(title) }).click();
      const sheet = page.getByRole('dialog', { name: title });
      await sheet.getByRole('radio', { name: new RegExp(`^${button}`) }).check();
      await sheet.getByLabel('Reason, for the audit log').fill('Rated rightly');
      await sheet.getByRole('button', { name: button }).click();
    };
    await visitWorld(world, { cookie: first.cookie, ...phone }, async ({ page }) => {
      await approve(page, 'Approve it');
      await page.getByText('Approved. A second moderator publishes it').waitFor();
      const row = page.getByRole('button', { name: new RegExp(title) });
      await row.getByText('1 of 2 approved by you, second needed').waitFor();
      await row.click();
      await page.getByRole('dialog', { name: title }).getByText('Give it back').waitFor();
      await page.getByRole('radio', { name: /^(Approve|Publish) it/ }).waitFor({ state: 'detached' });
    });
    const stateOf = () => world.rows<{ state: string }>('select state from content_items where title = $1', [title]);
    expect(await stateOf()).toEqual([{ state: 'review' }]);
    await visitWorld(world, { cookie: second.cookie }, async ({ page }) => {
      await page.goto('/admin/content/pending');
      await page
        .getByRole('button', { name: new RegExp(title) })
        .getByText('1 of 2 approved by Sipho, second needed')
        .waitFor();
      await approve(page, 'Publish it');
      await page.getByRole('status').getByText('Published', { exact: true }).waitFor();
    });
    expect(await stateOf()).toEqual([{ state: 'published' }]);
  });
});
