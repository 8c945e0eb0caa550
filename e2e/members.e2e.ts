import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { password } from './support/forms.ts';
import { createPayer, type Payer } from './support/payer.ts';
import { proveWithPassword } from './support/proof.ts';
import { useWorld, visitWorld } from './support/world.ts';

const world = useWorld();
const admin = () => inject('demoSessions').admin;
const sameOrigin = { 'sec-fetch-site': 'same-origin' };

const focusedName = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
  });

/** Goes on by Tab until what has the focus is called so. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const isThere = (text: string) => (typeof name === 'string' ? text.trim() === name : name.test(text));
  for (let pressed = 0; pressed < 60; pressed += 1) {
    if (isThere(await focusedName(page))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${name} is not reached by Tab`);
}

async function idOf({ email }: Payer): Promise<string> {
  const [row] = await world.rows<{ id: string }>('select id from accounts where email = $1', [email]);
  return row?.id ?? '';
}

/** A signed-in member's page with its socket, and the address of a file that they may see. */
async function watchMember(page: Page) {
  const opened = page.waitForEvent('websocket');
  await page.goto('/messages');
  const socket = await opened;
  await page.waitForLoadState('networkidle');
  const [item] = await world.rows<{ id: string }>(
    `select id from content_items where state = 'published' and not is_premium and media_id is not null
      and not is_exclusive and classification <> 'X18' order by published_at desc limit 1`,
  );
  const { mediaUrl } = await (await page.request.get(`/api/content/${item?.id}`, { headers: sameOrigin })).json();
  const status = async (path: string) => (await page.request.get(path, { headers: sameOrigin })).status();
  expect([await status(mediaUrl), await status('/api/auth/user'), socket.isClosed()]).toEqual([200, 200, false]);
  return {
    lost: async () => [await status(mediaUrl), await status('/api/auth/user'), socket.isClosed()],
  };
}

describe('T16 T18: members, by staff', () => {
  it('an admin suspends by keyboard; within a second the member has lost pages, socket and media, and reads why', async () => {
    const member = await createPayer(world.url);
    await visitWorld(world, { cookie: member.cookie }, async ({ page: theirs }) => {
      const { lost } = await watchMember(theirs);
      await visitWorld(world, { cookie: admin() }, async ({ page }) => {
        await page.goto('/admin/users');
        await page.getByText(/^1 to 50 of/).waitFor();
        await page.keyboard.press('/');
        await page.keyboard.type(member.email);
        await page.getByRole('link', { name: new RegExp(member.email) }).waitFor();
        await page.getByText('1 to 1 of 1').waitFor();
        await tabTo(page, 'Suspend Sipho Dube');
        await page.keyboard.press('Enter');
        await page.getByRole('dialog').getByText('kept in the log').waitFor();
        const suspend = page.getByRole('dialog').getByRole('button', { name: 'Suspend', exact: true });
        await suspend.focus();
        await page.keyboard.press('Enter');
        await page.getByText('A reason is required').waitFor();
        await page.keyboard.type('Threats in two chats');
        const answered = page.waitForResponse((answer) => answer.url().endsWith('/api/admin/users/suspend'));
        await tabTo(page, 'Suspend');
        await page.keyboard.press('Enter');
        expect((await answered).status()).toBe(200);
        await expect.poll(lost, { timeout: 1_000, interval: 50 }).toEqual([401, 401, true]);

        await page.getByRole('status').getByText('Suspended', { exact: true }).waitFor();
        const login = await theirs.request.post('/api/auth/login', {
          headers: sameOrigin,
          data: { email: member.email, password },
        });
        expect((await login.json()).message).toContain('This account is suspended: Threats in two chats.');

        // The focus is back on the row's button, which now lifts it.
        await expect.poll(() => focusedName(page)).toBe('Unsuspend Sipho Dube');
        await page.keyboard.press('Enter');
        await page.getByRole('dialog').getByText('Threats in two chats').waitFor();
        await tabTo(page, 'Unsuspend');
        await page.keyboard.press('Enter');
        await page.getByRole('status').getByText('Suspension lifted').waitFor();
      });
      const again = await theirs.request.post('/api/auth/login', {
        headers: sameOrigin,
        data: { email: member.email, password },
      });
      expect(again.status()).toBe(200);
    });
    const log = await world.rows<{ action: string; reason: string | null }>(
      `select action, reason from audit_log where target_id = $1 and action <> 'user.viewed' order by number`,
      [await idOf(member)],
    );
    expect(log).toEqual([
      { action: 'user.suspended', reason: 'Threats in two chats' },
      { action: 'user.unsuspended', reason: null },
    ]);
  });

  it('several are suspended at once and it is undone; a saved filter stays, and the export is recorded', {
    tags: ['long'],
  }, async () => {
    const members = await Promise.all([createPayer(world.url), createPayer(world.url)]);
    const ids = await Promise.all(members.map(idOf));
    const surname = `Bulk${crypto
      .randomUUID()
      .replace(/[^a-f]/g, '')
      .slice(0, 8)}`;
    await world.rows('update accounts set last_name = $2 where id = any($1::uuid[])', [ids, surname]);
    const suspended = async () =>
      (
        await world.rows<{ n: number }>(
          'select count(suspended_at)::integer as n from accounts where id = any($1::uuid[])',
          [ids],
        )
      )[0]?.n;
    await visitWorld(world, { cookie: admin() }, async ({ page }) => {
      await page.goto(`/admin/users?q=${surname}`);
      await page.getByText('1 to 2 of 2').waitFor();
      for (const box of await page.getByRole('checkbox').all()) await box.check();
      await page.getByRole('button', { name: 'Suspend 2…' }).click();
      await page.getByLabel('Reason').fill('The same message to everyone');
      await page.getByRole('dialog').getByRole('button', { name: 'Suspend 2' }).click();
      await page.getByText('2 members suspended').waitFor();
      expect(await suspended()).toBe(2);
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByRole('status').getByText('Undone').waitFor();
      expect(await suspended()).toBe(0);
      await expect.poll(() => page.getByRole('button', { name: /^Suspend Sipho/ }).count()).toBe(2);

      const saving = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export this list as CSV' }).click();
      await proveWithPassword(page);
      const csv = await readFile(await (await saving).path(), 'utf8');
      expect(csv.trim().split('\r\n')).toHaveLength(3);
      expect(csv).toContain(surname);

      await page.getByRole('button', { name: 'Filters' }).click();
      const sheet = page.getByRole('dialog');
      await sheet.getByLabel('Save as').fill('Two of a kind');
      await sheet.getByRole('button', { name: 'Save', exact: true }).click();
      await sheet.getByRole('list', { name: 'Saved filters' }).getByText('Two of a kind').waitFor();
      await page.goto('/admin/users');
      await page.getByRole('button', { name: /^Two of a kind/ }).click();
      await page.getByText('1 to 2 of 2').waitFor();
      await page.getByRole('button', { name: 'Filters' }).click();
      await page.getByRole('button', { name: 'Delete Two of a kind' }).click();
      await expect
        .poll(() => page.getByRole('list', { name: 'Saved filters' }).getByText('Two of a kind').count())
        .toBe(0);
    });
    const exports = await world.rows(
      `select from audit_log where action = 'users.exported' and at > now() - interval '1 minute'`,
    );
    expect(exports.length).toBeGreaterThan(0);
  });

  it('shows when a change or a list fails, and keeps what was typed', async () => {
    const member = await createPayer(world.url);
    await visitWorld(world, { cookie: admin(), width: 390, height: 844 }, async ({ page }) => {
      await page.route('**/api/admin/users/suspend', (route) => route.abort());
      await page.goto(`/admin/users?q=${member.email}`);
      await page.getByRole('button', { name: 'More about Sipho Dube' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
      await page.getByLabel('Reason').fill('Will not arrive');
      await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
      await page.getByRole('alert').getByText('The connection dropped. Try again.').waitFor();
      expect(await page.getByLabel('Reason').inputValue()).toBe('Will not arrive');

      await page.route('**/api/admin/platform-stats', (route) => route.fulfill({ status: 503, body: '{}' }));
      await page.goto('/admin/dashboard');
      await page.getByRole('heading', { name: "This didn't load" }).waitFor();
      await page.unroute('**/api/admin/platform-stats');
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('heading', { name: 'Platform health' }).waitFor();
    });
  });
});

describe('T19: viewing as another role', () => {
  it('hides what is of staff from an admin’s own screen, names the view, and takes no right away', async () => {
    await visitWorld(world, { cookie: admin() }, async ({ page }) => {
      const staffLinks = async () => {
        await page.getByRole('button', { name: 'Your menu' }).click();
        await page.getByRole('button', { name: 'Log out' }).waitFor();
        const count = await page.getByRole('link', { name: 'Administration' }).count();
        await page.keyboard.press('Escape');
        return count;
      };
      await page.goto('/');
      expect(await staffLinks()).toBe(1);
      await page.getByRole('button', { name: 'Admin controls' }).click();
      const panel = page.getByRole('region', { name: 'Admin controls' });
      await panel.getByText('Admin View').waitFor();
      await panel.getByText('Creator', { exact: true }).click();
      await panel.getByText('Viewing as creator').waitFor();
      await panel.getByText('User', { exact: true }).click();
      await panel.getByText('Viewing as user').waitFor();
      await panel.getByRole('button', { name: 'Minimise' }).click();
      expect(await staffLinks()).toBe(0);
      await page.getByRole('button', { name: 'Admin controls, viewing as user' }).waitFor();

      await page.goto('/admin/dashboard');
      await page.getByText('Viewing as user').first().waitFor();
      await page.getByRole('heading', { name: 'Platform health' }).waitFor();
      await page.getByRole('button', { name: 'Back to admin view' }).click();
      await page.getByText('Admin View').first().waitFor();
      await page.goto('/');
      expect(await staffLinks()).toBe(1);
    });
  });
});
