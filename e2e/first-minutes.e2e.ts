import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { createIdNumber } from './support/adults.ts';
import { countOn, phone } from './support/count.ts';
import { password } from './support/forms.ts';
import { useWorld, visitWorld } from './support/world.ts';

const world = useWorld();

/** Before the wizard the same way took 24 taps and 22 screens (docs/topics/first-minutes.md). */
const most = { taps: 16, screens: 12 };

it('from the landing page to the first bought picture in at most two thirds of the taps and screens', async () => {
  const email = `first-${randomUUID()}@people.test`;
  await visitWorld(world, phone, async ({ page }) => {
    // All members of these stories share one IP address.
    await world.rows('delete from bonus_grants');
    const { counted, tap, type, choose, screen } = countOn(page);
    const button = (name: string | RegExp) => page.getByRole('button', { name }).first();
    await page.goto('/');
    await screen(page.getByRole('link', { name: 'Get Started' }).first());
    await tap(page.getByRole('link', { name: 'Get Started' }).first());

    await screen(page.getByRole('heading', { name: 'Create your account' }));
    await type('First name', 'Thandi');
    await type('Last name', 'Mahlangu');
    await type('Email', email);
    await type('Password', password);
    await type('Confirm password', password);
    await tap(button('Continue to Profile Setup'));

    await page.getByRole('heading', { name: 'Set up your profile' }).waitFor();
    await screen(button('Create Account'));
    expect(await page.getByRole('switch', { name: "I'm here as a fan" }).getAttribute('aria-checked')).toBe('true');
    expect(await page.getByLabel('Display name').inputValue()).toBe('Thandi M');
    await type('Age', '35');
    await choose('Location', 'Cape Town');
    await tap(button('Create Account'));

    await screen(button('I am 18+ and wish to verify my age'));
    await tap(button('I am 18+ and wish to verify my age'));
    await screen(button('Verify my age'));
    await type('SA ID number', createIdNumber('1991-11-02'));
    await tap(button('Verify my age'));

    // The wizard has begun; the mail that arrived since leads to its end.
    await screen(page.getByRole('heading', { name: 'A face, or a light' }));
    const mails = (await (await fetch(`${world.url}/api/demo/outbox`)).json()) as { to: string; text: string }[];
    const mail = mails.find(({ to, text }) => to === email && text.includes('confirm='));
    counted.taps += 1;
    counted.screens += 1;
    await page.goto(/\/account\?confirm=\S+/.exec(mail?.text ?? '')?.[0] ?? '');
    counted.screens += 1;
    await screen(page.getByRole('heading', { name: '+5 Welcome.' }));
    const picture = page.getByRole('link', { name: /^Locked picture, .*, 5 credits/ }).first();
    await screen(picture);
    await tap(picture);
    const unlock = page.getByRole('button', { name: 'Unlock for 5 credits' });
    await screen(unlock);
    await tap(unlock);
    await page.getByText('Content Unlocked!').first().waitFor();
    counted.screens += 1;
    console.info(`the first bought picture: ${counted.taps} taps, ${counted.screens} screens`);
    expect(counted.taps).toBeLessThanOrEqual(most.taps);
    expect(counted.screens).toBeLessThanOrEqual(most.screens);

    await page.goto('/statement');
    await page.getByText('Daily login bonus').waitFor();
    await page.getByText('5 spent, 5 came in').waitFor();
  });
});

/** A new fan whose age is proven, at the start of the wizard. */
async function startWizard(page: Page) {
  const email = `wizard-${randomUUID()}@people.test`;
  const send = (path: string, data: object) =>
    page.request.post(`${world.url}${path}`, { data, headers: { 'sec-fetch-site': 'same-origin' } });
  await send('/api/auth/register', { email, password, firstName: 'Lerato', lastName: 'Dube', consents: { terms: 1 } });
  await send('/api/profiles', { displayName: 'Lerato D', age: 30, location: 'Durban', bio: '' });
  const idNumber = createIdNumber('1996-03-14');
  await send('/api/auth/verify-age', {
    ...{ idNumber, documentType: 'id_document', documentNumber: idNumber, dateOfBirth: '1996-03-14', isOver18: true },
  });
  await page.goto('/welcome');
  await page.getByRole('heading', { name: 'A face, or a light' }).waitFor();
  return email;
}

const step = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();

it('the wizard keeps what is typed over a reload and a dropped line, and asks before it keeps an orientation', async () => {
  await visitWorld(world, phone, async ({ page, context }) => {
    const email = await startWizard(page);
    await page.getByRole('button', { name: 'Skip', exact: true }).press('Enter');
    await step(page, 'How others speak of you');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    await page.getByRole('button', { name: 'they/them' }).press('Enter');
    // Each field about a sex life waits for its own yes.
    expect(await page.getByLabel('Orientation').count()).toBe(0);
    await page.getByText('I agree that Vlam keeps my sexual orientation.').waitFor();
    await page.getByRole('button', { name: 'I agree' }).press('Enter');
    await page.getByLabel('Orientation').selectOption('queer');
    const shown = page.getByRole('switch', { name: 'Show it on my page' });
    expect(await shown.last().getAttribute('aria-checked')).toBe('false');

    await page.reload();
    await step(page, 'How others speak of you');
    expect(await page.getByLabel('Pronouns', { exact: true }).inputValue()).toBe('they/them');
    await expect.poll(() => page.getByLabel('Orientation').inputValue()).toBe('queer');

    await context.setOffline(true);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('What you typed is still here; try again.').waitFor();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Continue' }).click();
    await step(page, 'What you look for');
    const saved = () =>
      world.rows(
        `select p.pronouns, p.orientation, p.hidden_fields from profiles p join accounts a on a.id = p.account_id
          where a.email = $1`,
        [email],
      );
    expect(await saved()).toEqual([{ pronouns: 'they/them', orientation: 'queer', hidden_fields: ['orientation'] }]);

    await page.getByRole('button', { name: 'Back' }).click();
    await step(page, 'How others speak of you');
    await page.getByRole('button', { name: 'Skip', exact: true }).click();
    await step(page, 'What you look for');
    await page.getByRole('button', { name: 'Skip', exact: true }).click();
    await step(page, 'In your own words');
    await page.getByRole('button', { name: 'Answer a question' }).click();
    await page.getByLabel('Answer to “A good Sunday”').fill('A long swim, then nothing at all.');
    await page.getByRole('button', { name: 'Continue' }).click();
    await step(page, 'You are in.');
    await page.getByText(`We mailed a link to ${email}`).waitFor();
    await page.getByRole('list', { name: 'People available right now' }).waitFor();
    expect(await page.getByText('queer', { exact: false }).count()).toBe(0);

    await page.goto('/profile');
    await page.getByText('A long swim, then nothing at all.').waitFor();
    await page.getByText('only you see it').first().waitFor();
  });
});

it('every step of the wizard fits 320 pixels and can be skipped', async () => {
  await visitWorld(world, { width: 320, height: 640 }, async ({ page }) => {
    await startWizard(page);
    const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    for (const name of ['A face, or a light', 'How others speak of you', 'What you look for', 'In your own words']) {
      await step(page, name);
      expect(await isWide(), name).toBe(false);
      await page.getByRole('button', { name: 'Skip', exact: true }).click();
    }
    await step(page, 'You are in.');
    expect(await isWide()).toBe(false);
    await page.getByRole('link', { name: 'People near you' }).click();
    await page.waitForURL('**/nearby');
  });
});
