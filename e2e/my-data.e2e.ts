import { expect, it } from 'vitest';
import { fill, password } from './support/forms.ts';
import { createPayer } from './support/payer.ts';
import { proveWithPassword } from './support/proof.ts';
import { useWorld, visitWorld } from './support/world.ts';

const world = useWorld();

it('T86 T87: a member saves a copy of their data, deletes the account, and comes back', async () => {
  const member = await createPayer(world.url);
  await visitWorld(world, { cookie: member.cookie, width: 390, height: 844 }, async ({ page }) => {
    await page.goto('/account');
    await page.getByRole('link', { name: /Save a copy, or delete your account/ }).click();
    await page.getByRole('heading', { name: 'A copy of your data' }).waitFor();
    await page.getByRole('button', { name: 'Prepare a copy' }).click();
    await proveWithPassword(page, password);
    const save = page.getByRole('button', { name: /Save your copy/ });
    await save.waitFor();
    const [file] = await Promise.all([page.waitForEvent('download'), save.click()]);
    expect(file.suggestedFilename()).toBe('my-data.zip');

    await page.getByRole('button', { name: 'Delete my account' }).click();
    const sheet = page.getByRole('dialog', { name: 'Delete your account?' });
    const givesUp = sheet.getByRole('switch');
    if (await givesUp.isVisible()) await givesUp.click();
    await sheet.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Your account is closed').waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');

    await fill(page, 'Email', member.email);
    await fill(page, 'Password', password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'You closed this account' }).waitFor();
    await page.getByText(/It is erased on \d+ \w+ \d{4}\./).waitFor();
    await page.getByRole('button', { name: 'Keep my account' }).click();
    await page.waitForURL((url) => url.pathname !== '/login');
    await page.goto('/account');
    await page.getByText(member.email).first().waitFor();
  });
});
