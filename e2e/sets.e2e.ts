import { afterAll, describe, expect, inject, it } from 'vitest';
import { aPicture } from '../apps/server/test/pictures.ts';
import { createMemberWithThirtyCredits } from './support/callers.ts';
import { answerRating } from './support/publishing.ts';
import { useWorld, visitWorld } from './support/world.ts';

// A creator publishes several pictures as one item; a fan buys it and looks through them.

const world = useWorld();
const title = 'Three hours by the sea';
const cookie = inject('demoSessions').creator;
afterAll(() => world.rows('delete from content_items where title = $1', [title]));

const picture = async (seed: number) => ({
  name: `${seed}.jpg`,
  mimeType: 'image/jpeg',
  buffer: await aPicture({ width: 600, height: 750, seed }),
});
const filesOf = () =>
  world.rows<{ id: string; width: number }>(
    `select f.media_id as id, m.width from content_item_files f join content_items c on c.id = f.content_id
       join media m on m.id = f.media_id where c.title = $1 order by f.position`,
    [title],
  );
const findItem = async () => {
  const [item] = await world.rows<{ id: string; profileId: string }>(
    'select id, profile_id as "profileId" from content_items where title = $1',
    [title],
  );
  if (!item) throw new Error('the first story publishes it');
  return item;
};
describe('an item of several files', () => {
  it('is put in order by keys before it is published', async () => {
    await visitWorld(world, { cookie, width: 390, height: 844 }, async ({ page }) => {
      await page.goto('/create');
      const chosen = await Promise.all([21, 22, 23].map(picture));
      await page.getByLabel('Choose a picture').setInputFiles(chosen);
      await page.getByText('3 of 3 are up').waitFor();
      const sent = await world.rows<{ id: string }>('select id from media order by created_at desc limit 3');
      await page.getByRole('button', { name: 'File 3' }).click();
      const earlier = page.getByRole('button', { name: 'Move earlier' });
      await earlier.focus();
      await page.keyboard.press('Enter');
      await page.getByText('2 of 3', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Make it the cover' }).click();
      await page.getByText('The cover, 1 of 3').waitFor();
      await page.getByRole('textbox', { name: 'Title' }).fill(title);
      await page.getByRole('switch', { name: /Premium/ }).click();
      await page.getByRole('textbox', { name: 'Price in credits' }).fill('15');
      await answerRating(page);
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await page.getByText('Your content has been published').waitFor();
      const stored = (await filesOf()).map(({ id }) => id);
      expect(new Set(stored)).toEqual(new Set(sent.map(({ id }) => id)));
      const tile = page.locator(`[data-content-id="${(await findItem()).id}"]`);
      expect(await tile.getAttribute('aria-label')).toContain('3 pictures');
    });
  });

  it('T47: shows a fan how many there are, and after the purchase each of them', async () => {
    const { id, profileId } = await findItem();
    const ids = (await filesOf()).map((file) => file.id);
    const member = await createMemberWithThirtyCredits(world);
    await visitWorld(world, { cookie: member.cookie, width: 390, height: 844 }, async ({ page, texts }) => {
      await page.goto(`/profile/${profileId}?item=${id}`);
      const sheet = page.getByRole('dialog', { name: title });
      await sheet.getByText('3 pictures').waitFor();
      expect(texts.some(({ body }) => ids.some((file) => body.includes(file)))).toBe(false);
      await sheet.getByRole('button', { name: 'Unlock for 15 credits' }).click();
      const files = sheet.getByRole('region', { name: `Files of ${title}` });
      await files.getByText('1/3').waitFor();
      await files.getByRole('button', { name: 'Next file' }).click();
      await files.getByText('2/3').waitFor();
      await page.keyboard.press('ArrowRight');
      await files.getByText('3/3').waitFor();
      await expect
        .poll(() =>
          files
            .locator('li')
            .nth(2)
            .locator('img')
            .evaluate((image: HTMLImageElement) => image.naturalWidth),
        )
        .toBeGreaterThan(0);
      // The gallery goes on at the same file.
      await files
        .locator('li:not([inert])')
        .getByRole('button', { name: `Enlarge ${title}` })
        .click();
      const gallery = page.getByRole('dialog', { name: `Files of ${title}` });
      await gallery.getByText('3 of 3', { exact: true }).waitFor();
      await page.keyboard.press('Home');
      await gallery.getByText('1 of 3', { exact: true }).waitFor();
      await page.keyboard.press('End');
      await gallery.getByText('3 of 3', { exact: true }).waitFor();
      await page.keyboard.press('Escape');
      await files.getByText('3/3').waitFor();
    });
  });

  it('T23: loses a file on open pages within a second after its creator takes it out', async () => {
    const { id, profileId } = await findItem();
    const [first, second, third] = (await filesOf()).map((file) => file.id);
    const { cookie: fan } = await createMemberWithThirtyCredits(world);
    await visitWorld(world, { cookie: fan, width: 1280, height: 800 }, async ({ page }) => {
      await page.goto(`/profile/${profileId}?item=${id}`);
      const sheet = page.getByRole('dialog', { name: title });
      await sheet.getByRole('button', { name: 'Unlock for 15 credits' }).click();
      const files = sheet.getByRole('region', { name: `Files of ${title}` });
      await files.getByText('1/3').waitFor();
      await visitWorld(world, { cookie, width: 1280, height: 800 }, async (creator) => {
        await creator.page.goto(`/create?item=${id}`);
        await creator.page.getByRole('button', { name: 'File 2' }).click();
        await creator.page.getByRole('button', { name: 'Remove the picture' }).click();
        await creator.page.getByRole('button', { name: 'Save changes' }).click();
        await creator.page.getByText('Saved').first().waitFor();
      });
      await files.getByText('1/2').waitFor({ timeout: 3_000 });
      expect((await filesOf()).map((file) => file.id)).toEqual([first, third]);
      expect(await page.evaluate(async (file) => (await fetch(`/api/media/${file}`)).status, second)).toBe(404);
    });
  });
});
