import { describe, expect, inject, it } from 'vitest';
import { imageLibrary } from '../apps/server/src/platform/imagery/sharp.ts';
import { aSharpPicture } from '../apps/server/test/fingerprints.ts';
import { fill, press } from './support/forms.ts';
import { createPayer } from './support/payer.ts';
import { findPlaces } from './support/places.ts';
import { answerRating } from './support/publishing.ts';
import { useWorld, visitWorld } from './support/world.ts';

const world = useWorld();
const phone = { width: 390, height: 844 };

describe('the takedown desk', () => {
  it('T120: a fingerprint hides a picture at once without being sent it, and a moderator decides by keyboard', async () => {
    const title = `Light at the window ${Date.now()}`;
    const picture = await aSharpPicture(Date.now() % 1_000_000);
    const [moderator, fan] = await Promise.all([createPayer(world.url), createPayer(world.url)]);
    await world.rows("update accounts set role = 'moderator' where email = $1", [moderator.email]);

    await visitWorld(world, { cookie: inject('demoSessions').creator, ...phone }, async ({ page }) => {
      await page.goto('/create');
      const file = { name: 'window.webp', mimeType: 'image/webp', buffer: picture };
      await page.getByLabel(/^Choose .*picture/).setInputFiles(file);
      await fill(page, 'Title', title);
      await answerRating(page);
      await press(page, 'Publish');
      await page.waitForURL('**/profile/**');
    });
    const [item] = await world.rows<{ id: string; state: string; profile_id: string; media_id: string }>(
      'select id, state, profile_id, media_id from content_items where title = $1',
      [title],
    );
    expect(item?.state).toBe('published');
    await expect
      .poll(() => world.rows('select from media_prints where media_id = $1', [item?.media_id]), { timeout: 10_000 })
      .toHaveLength(1);

    let keys = { number: '', pin: '' };
    await visitWorld(world, { cookie: fan.cookie, ...phone }, async ({ page }) => {
      const socket = page.waitForEvent('websocket');
      await page.goto(`/profile/${item?.profile_id}`);
      const tile = page.locator(`[data-content-id="${item?.id}"]`);
      await tile.waitFor();
      await (await socket).waitForEvent('framereceived');

      await visitWorld(world, phone, async ({ page: person }) => {
        const sent: Buffer[] = [];
        person.on('request', (request) => void sent.push(request.postDataBuffer() ?? Buffer.alloc(0)));
        await person.goto('/login');
        await person.getByRole('link', { name: 'Have something taken down' }).click();
        await person.getByRole('heading', { name: 'Have something taken down' }).waitFor();
        // As it was passed on: smaller, and in another format.
        const copy = await imageLibrary()(picture).resize(400).jpeg({ quality: 70 }).toBuffer();
        await person
          .getByLabel('Choose a picture; it is not sent')
          .setInputFiles({ name: 'copy.jpg', mimeType: 'image/jpeg', buffer: copy });
        await person.getByRole('img', { name: 'Fingerprint of the picture, 256 lights' }).waitFor();
        await person.getByText(/^Made on this device in/).waitFor();
        const answered = person.waitForResponse((each) => each.url().endsWith('/api/takedowns'));
        await press(person, 'Send to the desk');
        expect((await answered).status()).toBe(201);
        const sentAt = Date.now();
        await tile.waitFor({ state: 'detached' });
        expect(Date.now() - sentAt).toBeLessThan(2_000);
        // Neither the file nor a part of it left the browser.
        const middle = copy.subarray(copy.length >> 1, (copy.length >> 1) + 12);
        for (const body of sent) {
          expect(body.length).toBeLessThan(4_000);
          expect(body.includes(middle) || body.includes(middle.toString('base64').slice(4, 12))).toBe(false);
        }
        keys = {
          number: await person.getByRole('heading', { name: /^VT-/ }).innerText(),
          pin: await person.getByText(/^\d{6}$/).innerText(),
        };
      });
    });

    await visitWorld(world, { cookie: moderator.cookie }, async ({ page }) => {
      await page.goto('/admin/takedowns');
      await page.getByText(keys.number).waitFor();
      const selected = page.locator('main a:focus');
      await page.keyboard.press('j');
      for (let steps = 0; steps < 100 && !(await selected.innerText()).includes(keys.number); steps += 1)
        await page.keyboard.press('j');
      await page.keyboard.press('Enter');
      await page.getByText(title).waitFor();
      // Of some pictures a smaller copy has every bit of the fingerprint.
      await page.getByText(/of 256 bits differ|the same file/).waitFor();
      await page.keyboard.press('e');
      await page.getByRole('button', { name: /^Show for/ }).waitFor({ state: 'hidden' });
      await page.keyboard.press('x');
      await page.keyboard.type('No consent of the person in it');
      await page.keyboard.press('Control+Enter');
      await page.getByRole('status').getByText('Taken down', { exact: true }).waitFor();
      await page.waitForURL('**/admin/takedowns');
    });
    expect(
      await world.rows('select from content_items where id = $1 and state = $2', [item?.id, 'removed']),
    ).toHaveLength(1);

    await visitWorld(world, phone, async ({ page }) => {
      await page.goto('/takedown');
      await page.getByRole('link', { name: 'Case status' }).click();
      await fill(page, 'Case number', keys.number);
      await fill(page, 'PIN', keys.pin);
      await press(page, 'Open the case');
      await page.getByText('Taken down', { exact: true }).waitFor();
      await page.getByText('No consent of the person in it').waitFor();
    });
    await visitWorld(world, { cookie: inject('demoSessions').creator, ...phone }, async ({ page }) => {
      await page.goto('/decisions?tab=complaints');
      await page.getByRole('heading', { name: title }).first().waitFor();
      await page.getByText('No consent of the person in it').waitFor();
    });
  });

  it('is linked from the landing page, the age gate and a page that does not exist, and opens from each', {
    tags: ['long'],
  }, async () => {
    const link = 'Have something taken down';
    const { demoCreatorId, showId } = await findPlaces(inject('demoDatabaseUrl'));
    for (const [cookie, path] of [
      [undefined, '/'],
      [undefined, '/nowhere'],
      [inject('demoSessions').unverified, '/'],
      [inject('demoSessions').fan, '/credits'],
      [inject('demoSessions').fan, '/messages'],
      [inject('demoSessions').fan, '/api/logout'],
      // These two fill the window: the link is in their menu.
      [inject('demoSessions').fan, `/chat/${demoCreatorId}`],
      [inject('demoSessions').fan, `/live/${showId}`],
    ] as const)
      await visitWorld(world, { cookie, ...phone }, async ({ page }) => {
        await page.goto(path);
        if (/chat|live/.test(path)) await page.getByRole('button', { name: /^More about/ }).click();
        await page.getByRole('link', { name: link }).click();
        await page.getByRole('heading', { level: 1, name: link }).waitFor();
        await page.getByText('My image, without my yes').waitFor();
      });
  });
});
