import { describe, expect, inject, it } from 'vitest';
import { fill, password, press } from './support/forms.ts';
import { createPayer } from './support/payer.ts';
import { proveWithPassword } from './support/proof.ts';
import { useWorld, visitWorld } from './support/world.ts';

const world = useWorld();
const phone = { width: 390, height: 844 };

async function anotherAdmin(): Promise<string> {
  const { email, cookie } = await createPayer(world.url);
  await world.rows(`update accounts set role = 'admin' where email = $1`, [email]);
  return cookie;
}

describe('records', () => {
  it('a member asks what is known about them; staff hand over a file, answer, and the member reads it', async () => {
    const member = await createPayer(world.url);
    const text = `What do you keep of me? ${Date.now()}`;
    await visitWorld(world, { cookie: member.cookie, ...phone }, async ({ page }) => {
      await page.goto('/credits');
      await page.getByRole('link', { name: 'Your personal information' }).click();
      await page.getByText('You have not asked anything yet.').waitFor();
      await fill(page, 'In your words', text);
      await press(page, 'Send');
      await page.getByText('With a person').waitFor();
    });
    const [request] = await world.rows<{ number: string }>(
      `select number from information_requests join accounts on accounts.id = account_id where email = $1`,
      [member.email],
    );
    const number = request?.number ?? '';

    await visitWorld(world, { cookie: inject('demoSessions').admin }, async ({ page }) => {
      await page.goto('/admin/records');
      await page
        .getByRole('main')
        .getByRole('link', { name: /Personal information/ })
        .click();
      await page.getByRole('link', { name: new RegExp(number) }).click();
      await page.getByText(text).waitFor();
      await press(page, 'Ask for the file');
      await page.getByText(/Another member of staff approves it\.$/).waitFor();
      // Who asked approves nothing.
      expect(await page.getByRole('button', { name: 'Approve the file' }).count()).toBe(0);
      await visitWorld(world, { cookie: await anotherAdmin() }, async ({ page: second }) => {
        await second.goto(new URL(page.url()).pathname);
        await press(second, 'Approve the file');
        await proveWithPassword(second, password);
        await second.getByText(/It may be saved until/).waitFor();
      });
      await page.reload();
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: /Everything stored/ }).click();
      await proveWithPassword(page);
      expect((await download).suggestedFilename()).toBe(`${number}.zip`);
      await fill(page, 'In writing', 'It is in the file that we handed over.');
      await press(page, 'Send');
      await page.getByText('Granted', { exact: true }).first().waitFor();
    });

    await visitWorld(world, { cookie: member.cookie, ...phone }, async ({ page }) => {
      await page.goto('/compliance/personal-information');
      await page.getByText('It is in the file that we handed over.').waitFor();
      await page.getByText('Granted', { exact: true }).waitFor();
      // Nothing can be added to what was answered.
      expect(await page.getByLabel('Add something').count()).toBe(0);
    });
    expect(
      await world.rows(`select action from audit_log where details ->> 'number' = $1 order by number`, [number]),
    ).toMatchObject([
      { action: 'information.opened' },
      { action: 'information.release_asked' },
      { action: 'information.opened' },
      { action: 'information.release_approved' },
      { action: 'information.opened' },
      { action: 'information.gathered' },
      { action: 'information.answered' },
    ]);
  });
});
