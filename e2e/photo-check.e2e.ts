import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { aPicture } from '../apps/server/test/pictures.ts';
import { createPayer } from './support/payer.ts';
import { useWorld, visitWorld } from './support/world.ts';

const world = useWorld();
const badge = (page: Page) => page.getByText('Photo verified', { exact: true }).first();

describe('a photo check', () => {
  it('T106: goes from the consent over pose and camera to the moderator, by keys, and to the badge', {
    tags: ['long'],
  }, async () => {
    const moderator = await createPayer(world.url);
    await world.rows("update accounts set role = 'moderator' where email = $1", [moderator.email]);
    // Left by a first try of this story.
    await world.rows('delete from photo_checks');
    const { creator } = inject('demoSessions');
    const phone = { width: 390, height: 844 };

    await visitWorld(world, { cookie: creator, ...phone }, async ({ page, context }) => {
      await context.grantPermissions(['camera']);
      await page.goto('/profile');
      await page.getByRole('button', { name: 'Photos', exact: true }).click();
      const buffer = await aPicture({ width: 600, height: 800, seed: 41 });
      await page.getByLabel('Add a photo').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer });
      await page.getByRole('button', { name: 'Use this photo' }).click();
      await page.getByRole('button', { name: 'Photo 1' }).waitFor();
      await page.getByRole('button', { name: 'Close' }).click();
      await page.getByRole('button', { name: 'Verify your photo' }).click();
      const show = page.getByRole('button', { name: 'Show me a pose' });
      expect(await show.isDisabled()).toBe(true);
      await page.getByRole('checkbox').check();
      await show.click();
      await page.getByText('This pose is yours until').waitFor();
      await page.getByRole('button', { name: 'Take selfie' }).click();
      await page.getByRole('button', { name: 'Take photo' }).click();
      await page.getByRole('button', { name: 'Use this photo' }).click();
      await page.getByRole('button', { name: 'Send the selfie' }).click();
      await page.getByRole('heading', { name: 'Your selfie waits' }).waitFor();
    });

    await visitWorld(world, { cookie: moderator.cookie }, async ({ page }) => {
      await page.goto('/admin/photos?show=selfies');
      const rows = page.getByRole('region', { name: 'Waiting' }).getByRole('listitem');
      await rows.first().waitFor();
      await page.keyboard.press('j');
      await page.keyboard.press('e');
      const selfie = page.getByRole('img', { name: /^Selfie of/ });
      await expect
        .poll(() => selfie.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
        .toBe(true);
      await page.keyboard.press('a');
      await rows.first().waitFor({ state: 'detached' });
    });
    const audited = await world.rows<{ action: string }>(
      "select action from audit_log where target_type = 'photo check' order by number",
    );
    expect(audited.map(({ action }) => action).slice(-2)).toEqual(['selfie.opened', 'selfie.verified']);

    await visitWorld(world, { cookie: creator, ...phone }, async ({ page }) => {
      await page.goto('/profile');
      await badge(page).waitFor();
      await page.getByRole('button', { name: 'Photos', exact: true }).click();
      await page.getByRole('button', { name: 'Photo 1' }).click();
      await page.getByRole('button', { name: 'Remove', exact: true }).click();
      await page.getByRole('button', { name: 'Remove photo' }).click();
      await badge(page).waitFor({ state: 'detached' });
    });
  });
});
