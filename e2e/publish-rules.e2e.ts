import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { aPicture } from '../apps/server/test/pictures.ts';
import { fill, press } from './support/forms.ts';
import { createPayer } from './support/payer.ts';
import { answerRating } from './support/publishing.ts';
import { useWorld, visitWorld } from './support/world.ts';

const world = useWorld();
const phone = { width: 390, height: 844 };
let seed = Date.now() % 1_000_000;

/** Chooses a new picture and a title in the form. */
async function fillItem(page: Page, title: string): Promise<void> {
  seed += 1;
  const buffer = await aPicture({ width: 900, height: 1_100, seed });
  await page.goto('/create');
  await page.getByLabel(/^Choose .*picture/).setInputFiles({ name: 'pier.jpg', mimeType: 'image/jpeg', buffer });
  await fill(page, 'Title', title);
}

const itemOf = async (title: string) =>
  (
    await world.rows<{ id: string; state: string; profile_id: string; classification: string }>(
      'select id, state, profile_id, classification from content_items where title = $1',
      [title],
    )
  )[0];

async function aModerator(): Promise<string> {
  const moderator = await createPayer(world.url);
  await world.rows("update accounts set role = 'moderator' where email = $1", [moderator.email]);
  return moderator.cookie;
}

/** Waits until the page's socket has been asked for a topic, and has answered. */
async function hasJoined(page: Page, topic: string): Promise<void> {
  const socket = await page.waitForEvent('websocket');
  await socket.waitForEvent('framesent', ({ payload }) => String(payload).includes(topic));
  await socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('"ok":true'));
}

describe('the rules of publishing', () => {
  it('T58: a picture of two is rated, agreed to by link, approved, seen, and gone a second after the yes is taken back', async () => {
    const title = `Two at the pier ${Date.now()}`;
    const [moderator, fan] = await Promise.all([aModerator(), createPayer(world.url)]);
    let link = '';

    await visitWorld(world, { cookie: inject('demoSessions').creator, ...phone }, async ({ page }) => {
      await fillItem(page, title);
      await answerRating(page);
      await press(page, /^People in it/);
      await page.getByText('Me and others').click();
      await press(page, /Someone without an account/);
      await fill(page, 'Their name', 'Lerato Dube');
      await press(page, 'Make a private link');
      link = await page.getByLabel('Private link').inputValue();
      await press(page, 'Done');
      await page.getByText('waiting', { exact: true }).waitFor();
      await press(page, 'Done');
      // Nothing is published before everyone has said yes.
      await page.getByRole('button', { name: 'Publish', exact: true }).dblclick();
      await page.getByText('Everybody in it says yes first. Waiting for Lerato Dube').first().waitFor();
      expect(await itemOf(title)).toMatchObject({ state: 'draft', classification: '16' });

      await visitWorld(world, phone, async ({ page: person }) => {
        await person.goto(link);
        await person.getByRole('heading', { name: /asks for your consent/ }).waitFor();
        await person.getByRole('img', { name: title }).waitFor();
        await press(person, 'I agree');
        await person.getByText('Type your full name').waitFor();
        await fill(person, 'Your full name, as your signature', 'Lerato Dube');
        await fill(person, 'Date of birth', '1990-04-02');
        await person.getByText('Passport', { exact: true }).click();
        await fill(person, 'Passport number', 'A0123456');
        await press(person, 'I agree');
        await person.getByRole('heading', { name: 'You said yes' }).waitFor();
      });

      await press(page, 'Publish');
      await page.getByText('A moderator looks at it first').first().waitFor();
      await page.waitForURL('**/profile/**');
      await page.getByRole('button', { name: new RegExp(`${title}.*In review`) }).waitFor();
    });

    const approve = () =>
      visitWorld(world, { cookie: moderator, ...phone }, async ({ page }) => {
        await page.goto('/admin/content/pending');
        await page.getByRole('button', { name: new RegExp(title) }).click();
        const sheet = page.getByRole('dialog', { name: title });
        await sheet.getByText('Lerato Dube').waitFor();
        await sheet.getByText('Yes, not in a sexual way').waitFor();
        await sheet.getByRole('radio', { name: /^Publish it/ }).check();
        await sheet.getByRole('button', { name: 'Publish it' }).click();
        await sheet.getByText('Say why').waitFor();
        await sheet.getByLabel('Reason, for the audit log').fill('Everyone agreed');
        await sheet.getByRole('button', { name: 'Publish it' }).click();
        await page.getByRole('status').getByText('Published', { exact: true }).waitFor();
        await sheet.waitFor({ state: 'hidden' });
      });

    const waiting = await itemOf(title);
    await visitWorld(world, { cookie: fan.cookie, ...phone }, async ({ page: open }) => {
      const joined = hasJoined(open, `creator:${waiting?.profile_id}`);
      await open.goto(`/profile/${waiting?.profile_id}`);
      await joined;
      const tile = open.locator(`[data-content-id="${waiting?.id}"]`);
      expect(await tile.count()).toBe(0);
      await approve();
      // The page was open all the time: no one reloads it.
      await tile.waitFor();
    });

    const item = await itemOf(title);
    expect(item?.state).toBe('published');
    await visitWorld(world, { cookie: fan.cookie, ...phone }, async ({ page }) => {
      const socket = page.waitForEvent('websocket');
      await page.goto(`/profile/${item?.profile_id}`);
      const tile = page.locator(`[data-content-id="${item?.id}"]`);
      await tile.click();
      const sheet = page.getByRole('dialog', { name: title });
      await sheet.getByRole('img', { name: 'Rated 16, nudity' }).waitFor();
      await (await socket).waitForEvent('framereceived');

      await visitWorld(world, phone, async ({ page: person }) => {
        await person.goto(link);
        await press(person, 'Take my yes back');
        const answer = person.waitForResponse((each) => each.request().method() === 'POST');
        await press(person, 'Take it back for good');
        await answer;
        const takenAt = Date.now();
        await sheet.waitFor({ state: 'hidden' });
        await tile.waitFor({ state: 'detached' });
        expect(Date.now() - takenAt).toBeLessThan(1_000);
        await person.getByRole('heading', { name: 'You took your yes back' }).waitFor();
      });
      await page.getByText("This item isn't shown here any more").first().waitFor();
    });
    expect((await itemOf(title))?.state).toBe('removed');
  });

  it('a member answers at their own screen, and takes the yes back there', { tags: ['long'] }, async () => {
    const title = `With a member ${Date.now()}`;
    const member = await createPayer(world.url);
    const [profile] = await world.rows<{ id: string; display_name: string }>(
      'select p.id, p.display_name from profiles p join accounts a on a.id = p.account_id where a.email = $1',
      [member.email],
    );
    await visitWorld(world, { cookie: inject('demoSessions').creator, ...phone }, async ({ page }) => {
      await fillItem(page, title);
      await answerRating(page);
      await press(page, /^People in it/);
      await page.getByText('Others, not me').click();
      await press(page, 'Ask a member');
      await fill(page, 'Name', profile?.display_name ?? '');
      const found = page.getByRole('list', { name: 'Members found' });
      await found
        .getByRole('button', { name: profile?.display_name ?? '' })
        .first()
        .click();
      await page.getByRole('dialog', { name: 'People in it' }).getByText('waiting', { exact: true }).waitFor();
    });
    await visitWorld(world, { cookie: member.cookie, ...phone }, async ({ page }) => {
      await page.goto('/notifications');
      await page.getByRole('link', { name: /asks for your consent to a post with you/ }).click();
      await page.getByRole('heading', { level: 1, name: 'Your consent' }).waitFor();
      await press(page, new RegExp(title));
      const sheet = page.getByRole('dialog', { name: title });
      await sheet.getByRole('button', { name: 'I agree' }).click();
      await sheet.getByText('Type your full name').waitFor();
      await sheet.getByLabel('Your full name, as your signature').fill('Sipho Dube');
      await sheet.getByRole('button', { name: 'I agree' }).click();
      await page.getByRole('heading', { name: 'You said yes' }).waitFor();
    });
    const item = await itemOf(title);
    await visitWorld(world, { cookie: inject('demoSessions').creator, ...phone }, async ({ page }) => {
      await page.goto(`/create?item=${item?.id}`);
      await page.getByRole('button', { name: /1 person said yes/ }).waitFor();
      await press(page, 'Publish');
      await page.getByText('Your content has been published').first().waitFor();
      // A lower rating hides it until a moderator has looked.
      await page.goto(`/create?item=${item?.id}`);
      await answerRating(page, ['No', 'No', 'No', 'No']);
      await press(page, 'Save changes');
      await page.getByText('A lower rating waits for a moderator').first().waitFor();
      expect(await itemOf(title)).toMatchObject({ state: 'review', classification: 'A' });
    });
    await visitWorld(world, { cookie: member.cookie, ...phone }, async ({ page }) => {
      await page.goto('/consents');
      await press(page, new RegExp(title));
      await press(page, 'Take my yes back');
      await press(page, 'Take it back for good');
      await page.getByText(/^Taken back on/).waitFor();
    });
    expect((await itemOf(title))?.state).toBe('removed');
  });

  it('a draft is kept, scheduled, and removed after a question', { tags: ['long'] }, async () => {
    const title = `Later ${Date.now()}`;
    await visitWorld(world, { cookie: inject('demoSessions').creator, width: 1280 }, async ({ page }) => {
      await page.goto('/create');
      await fill(page, 'Title', title);
      await press(page, 'Save as draft');
      await page.waitForURL('**/profile/**');
      await press(page, new RegExp(`${title}.*Draft`));
      const sheet = page.getByRole('dialog', { name: title });
      // No one can like an item that is not published.
      expect(await sheet.getByRole('button', { name: /^Like/ }).count()).toBe(0);
      await sheet.getByRole('button', { name: 'Publish now' }).click();
      await sheet.getByText('Add a picture first').waitFor();
      await sheet.getByRole('link', { name: 'Edit', exact: true }).click();
      await page.getByRole('heading', { name: `Edit ${title}` }).waitFor();
      await answerRating(page);
      await press(page, /^When/);
      await page.getByText('At a time').click();
      await page.getByRole('group', { name: 'Day' }).getByRole('radio').nth(2).check({ force: true });
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Schedule for/ })
        .click();
      seed += 1;
      const buffer = await aPicture({ width: 900, height: 1_100, seed });
      await page.getByLabel(/^Choose .*picture/).setInputFiles({ name: 'pier.jpg', mimeType: 'image/jpeg', buffer });
      await press(page, /^Schedule for/);
      await page.getByText('Scheduled', { exact: true }).first().waitFor();
      await press(page, new RegExp(`${title}.*Scheduled`));
      await sheet.getByRole('button', { name: 'Remove', exact: true }).click();
      await sheet.getByRole('button', { name: 'Remove for good' }).click();
      await page
        .getByRole('button', { name: new RegExp(title) })
        .first()
        .waitFor({ state: 'detached' });
      expect((await itemOf(title))?.state).toBe('removed');
    });
  });

  it('a moderator gives an item back with the reason, and removes what is held back', { tags: ['long'] }, async () => {
    const title = `Given back ${Date.now()}`;
    const moderator = await aModerator();
    const decide = async (path: string, decision: string) =>
      visitWorld(world, { cookie: moderator, width: 1280 }, async ({ page }) => {
        await page.goto(path);
        await page.getByRole('button', { name: new RegExp(title) }).click();
        const sheet = page.getByRole('dialog', { name: title });
        await sheet.getByRole('button', { name: 'Show the picture' }).click();
        await sheet.getByRole('img', { name: title }).waitFor();
        await sheet.getByRole('radio', { name: new RegExp(`^${decision}`) }).check();
        await sheet.getByLabel('Reason, which its creator reads').fill('The rating is too low');
        await sheet.getByRole('button', { name: decision }).click();
        await sheet.waitFor({ state: 'hidden' });
        await page.getByRole('button', { name: new RegExp(title) }).waitFor({ state: 'detached' });
      });

    await visitWorld(world, { cookie: inject('demoSessions').creator, width: 1280 }, async ({ page }) => {
      await fillItem(page, title);
      await answerRating(page);
      await press(page, 'Save as draft');
      await page.getByText('Only you see it, on your page').first().waitFor();
      await world.rows("update content_items set state = 'review' where title = $1", [title]);
      await decide('/admin/content/pending', 'Give it back');
      await page.goto('/notifications');
      await page
        .getByRole('link', { name: new RegExp(`did not publish ${title}`) })
        .first()
        .click();
      await page.getByText('A moderator did not publish it: The rating is too low').waitFor();
    });
    await world.rows("update content_items set state = 'flagged' where title = $1", [title]);
    await decide('/admin/content/flagged', 'Remove it for good');
    expect((await itemOf(title))?.state).toBe('removed');
  });
});
