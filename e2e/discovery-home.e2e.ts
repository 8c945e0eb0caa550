import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { press } from './support/forms.ts';
import { watchSocket } from './support/live.ts';
import { createPayer } from './support/payer.ts';
import { scrollTo } from './support/scroll.ts';
import { openVisitor, type Visitor } from './support/visitor.ts';
import { useWorld } from './support/world.ts';

// The discovery home in two browsers: people, moods, and live updates.

const world = useWorld();
const postText = `Slow coffee on the pier, ${randomBytes(4).toString('hex')}`;

let fan: Visitor;
let creator: Visitor;

beforeAll(async () => {
  const { fan: fanCookie, creator: creatorCookie } = inject('demoSessions');
  fan = await openVisitor(world.browser, { url: world.url, cookie: fanCookie, width: 390, height: 844 });
  creator = await openVisitor(world.browser, { url: world.url, cookie: creatorCookie });
  const { request } = fan.page;
  const { city } = await (await request.get('/api/location')).json();
  if (city === null)
    await request.put('/api/location', {
      data: { city: 'Johannesburg' },
      headers: { 'sec-fetch-site': 'same-origin' },
    });
});
afterAll(async () => {
  await fan?.close();
  await creator?.close();
});

const home = async (page: Page) => {
  await page.goto('/');
  await page.getByRole('heading', { name: /online right now/ }).waitFor();
};
const rail = (page: Page) => page.getByRole('list', { name: 'People available right now' });

async function profileIdOf(email: string): Promise<string> {
  const [row] = await world.rows<{ id: string }>(
    'select p.id from profiles p join accounts a on a.id = p.account_id where a.email = $1',
    [email],
  );
  return row?.id ?? '';
}

describe('What a fan follows', () => {
  it('comes within two screens of a phone, and Back finds the place under it', async () => {
    const { page } = fan;
    const [followed] = await world.rows<{ id: string }>(
      `select i.profile_id as id from content_items i join profiles p on p.id = i.profile_id
         where i.state = 'published' and p.removed_at is null and i.profile_id <> $1
           and not exists (select from follows where follower_id = $1 and creator_id = i.profile_id)
         order by i.published_at limit 1`,
      [await profileIdOf('fan@vlam.test')],
    );
    const toggle = async () =>
      (
        await page.request.post(`/api/creators/${followed?.id}/follow`, {
          headers: { 'sec-fetch-site': 'same-origin' },
        })
      ).json();
    expect(await toggle()).toEqual({ following: true });
    // Other stories read the same feed.
    onTestFinished(async () => void (await toggle()));
    await home(page);
    await scrollTo(page, 'From creators');
    const first = page.locator('article[data-content-id]').first();
    await first.getByRole('heading').waitFor();
    const end = await first.evaluate((element) => element.getBoundingClientRect().bottom + scrollY);
    expect(end, 'the whole of the first one').toBeLessThanOrEqual(2 * 844);
    const [shown] = await world.rows<{ is_chosen: boolean }>(
      `select exists (select from follows where follower_id = $2 and creator_id = i.profile_id)
           or exists (select from subscriptions where subscriber_id = $2 and creator_id = i.profile_id) as is_chosen
         from content_items i where i.id = $1`,
      [await first.getAttribute('data-content-id'), await profileIdOf('fan@vlam.test')],
    );
    expect(shown?.is_chosen).toBe(true);

    // Under the list, once opened, which has another height than was reserved.
    await press(page, 'Show more');
    await scrollTo(page, 'What People Are Craving');
    await page.waitForTimeout(300);
    const craving = page.getByRole('heading', { name: 'What People Are Craving' });
    const topOf = () => craving.evaluate((element) => element.getBoundingClientRect().top);
    const before = await topOf();
    await page
      .getByRole('link', { name: /Credits/ })
      .last()
      .click();
    await page.getByRole('heading', { name: 'Buy Credits' }).waitFor();
    await page.goBack();
    await craving.waitFor();
    await expect.poll(async () => Math.abs((await topOf()) - before)).toBeLessThan(60);
  });
});

describe('Available Right Now', () => {
  it('shows at most twelve people, and the filter shows its number of matches', async () => {
    const { page } = fan;
    await home(page);
    await rail(page).getByRole('article').first().waitFor();
    expect(await rail(page).getByRole('article').count()).toBeLessThanOrEqual(12);
    await press(page, 'Filter');
    const dialog = page.getByRole('dialog', { name: 'Filter' });
    const distance = dialog.getByRole('slider', { name: 'Distance' });
    expect(await distance.inputValue()).toBe('10');
    await distance.fill('35');
    await dialog.getByRole('button', { name: 'Single' }).click();
    const answer = page.waitForResponse(/available\?maxDistance=35&relationship=single/);
    const found = (await (await answer).json()) as unknown[];
    await dialog
      .getByRole('button', { name: /^Show/ })
      .filter({ hasText: `${found.length || 'nobody'}` })
      .click();
    await page.getByRole('button', { name: 'Filter, 35 km' }).waitFor();
    if (found.length > 0) expect(await rail(page).getByRole('article').count()).toBe(found.length);
    await press(page, 'Filter, 35 km');
    await dialog.getByRole('button', { name: 'Reset' }).click();
    await dialog.getByRole('button', { name: /^Show/ }).click();
    await page.getByRole('button', { name: 'Filter', exact: true }).waitFor();
  });

  it('sends a flame at once and undoes it while its message is shown', async () => {
    const { page } = fan;
    await home(page);
    const card = rail(page).getByRole('article').filter({ hasText: 'Connect' }).first();
    const personId = await card.getAttribute('data-person-id');
    const mine = await profileIdOf('fan@vlam.test');
    const flames = async () =>
      (await world.rows('select 1 from flames where sender_id = $1 and recipient_id = $2', [mine, personId])).length;
    const same = page.locator(`article[data-person-id="${personId}"]`).first();
    await card.getByRole('button', { name: 'Connect' }).click();
    await same.getByRole('button', { name: /^Flame sent/ }).waitFor();
    await page.getByText('Flame sent', { exact: true }).first().waitFor();
    await expect.poll(flames).toBe(1);
    await press(page, 'Undo');
    await same.getByRole('button', { name: 'Connect' }).waitFor();
    await expect.poll(flames).toBe(0);
  });

  it('shows the member as available for two hours, and stops at once', async () => {
    const { page } = fan;
    await home(page);
    await press(page, 'Set as Available Now');
    await page.getByText(/^You're shown until \d\d:\d\d$/).waitFor();
    await page.getByText(/^(2 h 0|1 h 59) min left$/).waitFor();
    await press(page, 'Stop');
    await page.getByText("You're not shown here").waitFor();
  });
});

describe('Interest posts', () => {
  it('arrive in another browser without a reload, and do not move what is being read', async () => {
    const socket = await watchSocket(creator.page);
    await home(creator.page);
    await scrollTo(creator.page, 'Live Social Activity');
    const first = creator.page.locator('[data-post-id]').first();
    await first.waitFor();
    const before = await first.getAttribute('data-post-id');

    const { page } = fan;
    await home(page);
    await scrollTo(page, 'Live Social Activity');
    await page.getByRole('link', { name: 'Post Your Interest' }).first().click();
    await page.getByRole('heading', { name: 'Post Your Interest' }).waitFor();
    await press(page, 'Post Your Interest');
    await page.getByText('Please select a category').waitFor();
    await page.getByText('Write a few words first').waitFor();
    await press(page, 'Flirty Chat');
    await page.getByLabel('In your words').fill(postText);
    // The draft survives a reload.
    await page.reload();
    expect(await page.getByLabel('In your words').inputValue()).toBe(postText);
    await socket.accepted;
    await press(page, 'Post Your Interest');
    await page.getByText('Your interest is posted').waitFor();
    await page.locator('[data-post-id]').filter({ hasText: postText }).waitFor();

    const pill = creator.page.getByRole('button', { name: /new posts?$/ });
    await pill.waitFor();
    expect(await first.getAttribute('data-post-id')).toBe(before);
    expect(await creator.page.getByText(postText).count()).toBe(0);
    // Sample people post too: the pill may be theirs, and this post come with the next.
    await expect
      .poll(
        async () => {
          if (await pill.isVisible()) await pill.click();
          return creator.page.getByText(postText).count();
        },
        { interval: 500 },
      )
      .toBe(1);
  });

  it('are liked by another member, who sees the count', { tags: ['long'] }, async () => {
    const post = creator.page.locator('[data-post-id]').filter({ hasText: postText });
    await post.getByRole('button', { name: 'Like, 0' }).click();
    await post.getByRole('button', { name: 'Like, 1', pressed: true }).waitFor();
    await expect
      .poll(async () => {
        const [row] = await world.rows<{ like_count: number }>(
          'select like_count from interest_posts where text = $1',
          [postText],
        );
        return row?.like_count;
      })
      .toBe(1);
  });

  it('open from a tile of the mosaic', { tags: ['long'] }, async () => {
    const { page } = fan;
    await home(page);
    await scrollTo(page, 'What People Are Craving');
    await page
      .getByRole('list')
      .getByRole('button', { name: /^Flirty Chat/ })
      .click();
    await page.getByText('Only Flirty Chat').waitFor();
    await page.locator('[data-post-id]').filter({ hasText: postText }).waitFor();
    await press(page, 'Show all');
  });

  it('can be restored with Undo, and are deleted after it', { tags: ['long'] }, async () => {
    const { page } = fan;
    const post = page.locator('[data-post-id]').filter({ hasText: postText });
    await post.getByRole('button', { name: 'Take down' }).click();
    await post.waitFor({ state: 'detached' });
    await press(page, 'Undo');
    await post.waitFor();
    await post.getByRole('button', { name: 'Take down' }).click();
    await expect
      .poll(async () => (await page.request.get('/api/discovery/interest-posts')).text())
      .not.toContain(postText);
  });
});

describe('Moods', () => {
  it('are shared from presets or as text, never blank, and liked by others', { tags: ['long'] }, async () => {
    const { page } = fan;
    await home(page);
    await scrollTo(page, "What's your mood right now?");
    await press(page, /^More$/);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('group', { name: 'Moods' }).getByRole('button').first().waitFor();
    expect(await dialog.getByRole('group', { name: 'Moods' }).getByRole('button').count()).toBe(12);
    const share = dialog.getByRole('button', { name: 'Share Mood' });
    expect(await share.isDisabled()).toBe(true);
    await dialog.getByLabel('Or in your own words').fill('   ');
    expect(await share.isDisabled()).toBe(true);
    const mood = `Barefoot ${randomBytes(3).toString('hex')}`;
    await dialog.getByLabel('Or in your own words').fill(mood);
    await share.click();
    const moods = (visitor: Visitor) => visitor.page.getByRole('list', { name: 'Moods of today' });
    await moods(fan).getByText(mood).waitFor();

    await home(creator.page);
    await scrollTo(creator.page, 'Live Social Activity');
    const shown = moods(creator).getByRole('listitem').filter({ hasText: mood });
    await shown.getByRole('button', { name: 'Like, 0' }).click();
    await shown.getByRole('button', { name: 'Like, 1', pressed: true }).waitFor();
    await shown.getByRole('link', { name: 'View Profile' }).click();
    await creator.page.waitForURL('**/profile/**');
  });
});

describe('The heat map', () => {
  it('shows four windows as a map with a list, or as a table', { tags: ['long'] }, async () => {
    const { page } = fan;
    await home(page);
    await scrollTo(page, 'National Heat Map');
    await page.getByRole('img', { name: /^Map of South Africa/ }).waitFor();
    const answer = page.waitForResponse(/heat-map\?window=24h/);
    await page.getByText('24h', { exact: true }).click();
    const { rows } = (await (await answer).json()) as { rows: { city: string }[] };
    await press(page, 'Table');
    expect(await page.getByRole('table').getByRole('row').count()).toBe(rows.length + 1);
    for (const { city } of rows) await page.getByRole('rowheader', { name: city }).waitFor();
  });
});

describe('The visitor edition', () => {
  it('shows counts, cities and trends, sign-up, and no members', async () => {
    const visitor = await openVisitor(world.browser, { url: world.url, width: 390, height: 844 });
    try {
      const { page } = visitor;
      await page.goto('/explore');
      await page.getByRole('heading', { name: /online right now/ }).waitFor();
      await scrollTo(page, 'National Heat Map');
      await page.getByText('Johannesburg').first().waitFor();
      await scrollTo(page, 'Somebody near you is awake.');
      expect(await page.getByRole('link', { name: 'Join free' }).last().getAttribute('href')).toBe('/signup');
      expect(await page.locator('article, img[src^="/img/p/"]').count()).toBe(0);
      const asked = visitor.texts.filter(({ path }) => path.startsWith('/api/')).map(({ body }) => body);
      expect(asked.join('')).not.toContain('displayName');
    } finally {
      await visitor.close();
    }
  });
});

it('stays on the screen while the location offer loads', async () => {
  const { cookie } = await createPayer(world.url);
  const newcomer = await openVisitor(world.browser, { url: world.url, cookie, width: 390, height: 844 });
  try {
    const { page } = newcomer;
    const asked = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    await page.route('**/location-offer*.js', async (route) => {
      asked.resolve();
      await go.promise;
      await route.continue();
    });
    await page.goto('/');
    await asked.promise;
    // One frame after React has rendered the fallback.
    await page.waitForTimeout(300);
    expect(await page.getByRole('heading', { name: /online right now/ }).isVisible()).toBe(true);
    go.resolve();
    await page.getByRole('button', { name: 'Set area' }).waitFor();
  } finally {
    await newcomer.close();
  }
});

it('neither browser had a policy violation, an error, a dialog or a request to another origin', () => {
  expect(fan.faults).toEqual([]);
  expect(creator.faults).toEqual([]);
});
