import { afterAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createPayer } from './support/payer.ts';
import { proveWithPassword } from './support/proof.ts';
import { openVisitor } from './support/visitor.ts';
import { useWorld, visitWorld } from './support/world.ts';

const world = useWorld();
const admin = () => inject('demoSessions').admin;

// Other stories need an open site.
// The demo world itself lets creators publish at level 1.
const reset = () => world.rows("delete from operator_settings where name <> 'levelToPublishAtOnce'");
beforeEach(reset);
afterAll(reset);

describe('T22: settings', () => {
  it('are changed by an admin and seen by another browser without reload; the last change is taken back', async () => {
    const member = await createPayer(world.url);
    const other = await openVisitor(world.browser, { url: world.url, cookie: member.cookie, width: 390, height: 844 });
    const socket = other.page.waitForEvent('websocket', { timeout: 20_000 });
    await other.page.goto('/');
    await (await socket).waitForEvent('framereceived');
    const notice = `Planned work at nine, ${Date.now()}`;
    await visitWorld(world, { cookie: admin() }, async ({ page }) => {
      await page.goto('/admin/settings/platform');
      await page.getByRole('textbox', { name: 'Notice to everybody' }).fill(notice);
      await page.getByRole('textbox', { name: 'Largest picture' }).fill('26');
      await page.getByText('This value is not within the bounds').waitFor();
      expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true);
      await page.getByRole('textbox', { name: 'Largest picture' }).fill('20');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await proveWithPassword(page);
      await page.getByText('Saved').first().waitFor();
      await other.page.getByRole('status').getByText(notice).waitFor();

      await page.getByRole('button', { name: 'Undo the last change of Notice to everybody' }).click();
      await other.page.getByRole('status').getByText(notice).waitFor({ state: 'detached' });
      expect(await page.getByRole('textbox', { name: 'Largest picture' }).inputValue()).toBe('20');
    });
    await other.close();
  });

  it('two admins at once: the second is refused, and sees the newer value', async () => {
    await visitWorld(world, { cookie: admin(), width: 390, height: 844 }, async ({ page }) => {
      await page.goto('/admin/settings/policies');
      const days = page.getByRole('textbox', { name: 'Appeals at the takedown desk' });
      await days.fill('30');
      await world.rows(
        `insert into operator_settings (name, value, previous, version, changed_by, changed_at)
           select 'takedownAppealDays', '21', '14', 1, id, now() from accounts where email = 'admin@vlam.test'`,
      );
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await proveWithPassword(page);
      await page
        .getByRole('alert')
        .getByText(/Somebody has changed this since you opened it/)
        .waitFor();
      await page.getByText(/^Changed by Ayanda Cele, Now/).waitFor();
      // What was typed stays, on the newer version.
      expect(await days.inputValue()).toBe('30');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect
        .poll(() => world.rows(`select value from operator_settings where name = 'takedownAppealDays'`))
        .toEqual([{ value: 30 }]);
    });
  });

  it('the emergency stop takes one press and a confirmation; staff see it everywhere, and creators are notified', async () => {
    await visitWorld(world, { cookie: admin() }, async ({ page }) => {
      await page.goto('/admin/settings/platform');
      await page.getByRole('button', { name: 'Stop all live shows and calls' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Stop them now' }).click();
      await proveWithPassword(page);
      await page.getByRole('heading', { name: 'Live shows and calls are stopped' }).waitFor();
      await page.goto('/admin/reports');
      await page.getByRole('status').getByText('Live shows and calls are stopped').waitFor();
      const refused = await page.request.post('/api/lives', {
        headers: { 'sec-fetch-site': 'same-origin', cookie: inject('demoSessions').creator },
        data: { title: 'A set by candle', audience: 'free' },
      });
      expect([refused.status(), await refused.json()]).toEqual([
        503,
        expect.objectContaining({ message: 'Live shows and calls are stopped for now. Please try again later' }),
      ]);
      await page.goto('/admin/settings/platform');
      await page.getByRole('button', { name: 'Let them begin again' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Lift the stop' }).click();
      await page.getByRole('heading', { name: 'Emergency stop' }).waitFor();
    });
  });
});
