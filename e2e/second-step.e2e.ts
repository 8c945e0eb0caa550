import { describe, expect, inject, it } from 'vitest';
import { codeAt } from '../apps/server/test/authenticator.ts';
import { fill, password } from './support/forms.ts';
import { createPayer } from './support/payer.ts';
import { proveWithPassword } from './support/proof.ts';
import { useWorld, visitWorld } from './support/world.ts';

const world = useWorld();

/** Waits for the next time step: a code is good once. */
async function nextCode(secret: string, used: string): Promise<string> {
  let code = used;
  await expect.poll(() => (code = codeAt(secret, new Date())), { timeout: 40_000 }).not.toBe(used);
  return code;
}

describe('T14: a second step of signing in', () => {
  it('is set up by keyboard, asked for at the next sign-in, and turned off again', { tags: ['long'] }, async () => {
    const member = await createPayer(world.url);
    await visitWorld(world, { cookie: member.cookie }, async ({ page }) => {
      await page.goto('/security');
      await page.getByRole('switch', { name: 'Authenticator codes' }).press('Space');
      // The session is old enough that its person has to be proven.
      await proveWithPassword(page, password);
      const sheet = page.getByRole('dialog', { name: 'Add your authenticator' });
      await sheet.getByRole('img', { name: /^QR code/ }).waitFor();
      const secret = ((await sheet.locator('[data-slot="secret"]').textContent()) ?? '').replaceAll(' ', '');
      expect(secret).toMatch(/^[A-Z2-7]{32}$/);
      await sheet.getByLabel('Code', { exact: true }).fill('000000');
      await page.keyboard.press('Enter');
      await sheet.getByRole('alert').getByText('This code is not right, or was used before').waitFor();
      const first = codeAt(secret, new Date());
      await sheet.getByLabel('Code', { exact: true }).fill(first);
      await page.keyboard.press('Enter');
      const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
      await codes.getByRole('listitem').nth(9).waitFor();
      const recovery = await codes.getByRole('listitem').allTextContents();
      expect(recovery).toHaveLength(10);
      await codes.getByRole('button', { name: 'I have kept them' }).press('Enter');
      await page.getByText('10 of 10 left').waitFor();

      await page.goto('/logout');
      await page.getByRole('main').getByRole('button', { name: 'Log out' }).press('Enter');
      await page.waitForURL(({ pathname }) => pathname === '/');
      await page.goto('/login?next=/security');
      await fill(page, 'Email', member.email);
      await fill(page, 'Password', password);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'One more step' }).waitFor();
      // The password alone opened nothing.
      expect((await page.request.get('/api/auth/user')).status()).toBe(401);
      await page.getByLabel('Code', { exact: true }).fill(first);
      await page.keyboard.press('Enter');
      await page.getByRole('alert').getByText('This code is not right, or was used before').waitFor();
      await page.getByLabel('Code', { exact: true }).fill(await nextCode(secret, first));
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Account and security' }).waitFor();

      await page.getByRole('switch', { name: 'Authenticator codes', checked: true }).press('Space');
      await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).press('Enter');
      await page.getByRole('switch', { name: 'Authenticator codes', checked: false }).waitFor();
    });
  });
});

describe('T17: dangerous acts of staff', () => {
  it('ask who is there, and go on once it is proven; refused, nothing happens', async () => {
    const member = await createPayer(world.url);
    const roleOf = async () =>
      (await world.rows<{ role: string }>('select role from accounts where email = $1', [member.email]))[0]?.role;
    await visitWorld(world, { cookie: inject('demoSessions').admin, width: 390, height: 844 }, async ({ page }) => {
      await page.goto(`/admin/users?q=${member.email}`);
      const change = async () => {
        await page.getByRole('button', { name: 'More about Sipho Dube' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Change role' }).click();
        const sheet = page.getByRole('dialog', { name: /^Change the role/ });
        await sheet.getByRole('radio', { name: 'Moderator' }).check();
        await sheet.getByRole('button', { name: 'Change role' }).click();
      };
      await change();
      const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
      await question.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('alert').getByText('Please confirm that it is you').waitFor();
      expect(await roleOf()).toBe('user');
      await page
        .getByRole('dialog', { name: /^Change the role/ })
        .getByRole('button', { name: 'Change role' })
        .click();
      await question.getByLabel('Password', { exact: true }).fill('not-the-password');
      await question.getByRole('button', { name: 'Confirm', exact: true }).click();
      await question.getByRole('alert').getByText('Invalid credentials').waitFor();
      await proveWithPassword(page);
      await page.getByText('Role changed').first().waitFor();
      expect(await roleOf()).toBe('moderator');
    });
  });
});
