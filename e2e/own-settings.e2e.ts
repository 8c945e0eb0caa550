import { expect, inject, it } from 'vitest';
import { useWorld, visitWorld } from './support/world.ts';

// Every setting is found at /settings; on wide windows the list stays beside the setting that is open.

const world = useWorld();
const cookie = inject('demoSessions').fan;

it('leads from the profile to each setting and back on a phone', async () => {
  await visitWorld(world, { cookie, width: 390, height: 844 }, async ({ page, faults }) => {
    await page.goto('/profile');
    await page.getByRole('main').getByRole('link', { name: 'Settings' }).click();
    const list = page.getByRole('navigation', { name: 'Settings' });
    await list.getByRole('link', { name: 'Disguise Off' }).waitFor();
    for (const name of ['Notifications', 'Payments', 'Language', 'Theme', 'Data']) {
      await list.getByRole('link', { name: new RegExp(`^${name}`) }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await page.getByRole('main').getByRole('link', { name: 'Settings', exact: true }).click();
    }
    await list.getByRole('link', { name: 'Theme Dark' }).click();
    await page.getByText('Light', { exact: true }).click();
    await page.goBack();
    await list.getByRole('link', { name: 'Theme Light' }).waitFor();
    expect(faults).toEqual([]);
  });
});

it('keeps the list beside the open setting on a wide window, and refuses an unknown one', async () => {
  await visitWorld(world, { cookie, width: 1280, height: 800 }, async ({ page, faults }) => {
    await page.goto('/settings');
    await page.getByRole('heading', { level: 2, name: 'How you sign in' }).waitFor();
    const list = page.getByRole('navigation', { name: 'Settings' });
    await list.getByRole('link', { name: /^Payments/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor();
    await page.getByRole('button', { name: 'Change limits' }).waitFor();
    expect(await list.locator('[aria-current=page]').textContent()).toContain('Payments');
    await page.goto('/settings/nothing');
    await page.getByRole('heading', { level: 1, name: '404 Page Not Found' }).waitFor();
    expect(faults).toEqual([]);
  });
});
