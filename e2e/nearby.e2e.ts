import type { Page, Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createPayer } from './support/payer.ts';
import { openVisitor, type Visitor } from './support/visitor.ts';
import { useWorld } from './support/world.ts';

// Two members find each other: who is listed, a flame and its answer, and every way to stay hidden.

const world = useWorld();
const city = 'Kimberley';

interface Member extends Visitor {
  profileId: string;
  name: string;
}
let ann: Member;
let ben: Member;

async function aMember(place: string): Promise<Member> {
  const { email, cookie } = await createPayer(world.url);
  const visitor = await openVisitor(world.browser, { url: world.url, cookie, width: 390, height: 844 });
  const [row] = await world.rows<{ id: string; display_name: string }>(
    'select p.id, p.display_name from profiles p join accounts a on a.id = p.account_id where a.email = $1',
    [email],
  );
  await change(visitor, '/api/location', { city: place });
  return { ...visitor, profileId: row?.id ?? '', name: row?.display_name ?? '' };
}
beforeAll(async () => {
  ann = await aMember(city);
  ben = await aMember(city);
});
afterAll(async () => {
  await ann?.close();
  await ben?.close();
});

async function change({ page }: Pick<Visitor, 'page'>, path: string, data: unknown): Promise<void> {
  const answer = await page.request.put(path, { data, headers: { 'sec-fetch-site': 'same-origin' } });
  expect(answer.status(), await answer.text()).toBe(200);
}
const cards = (page: Page) => page.getByRole('tabpanel').getByRole('article');
const cardOf = (page: Page, { profileId }: Pick<Member, 'profileId'>) =>
  page.locator(`article[data-person-id="${profileId}"]`);
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const openTab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();

async function nearby(page: Page): Promise<void> {
  await page.goto('/nearby');
  await cards(page).first().waitFor();
}

/** Scrolls until the list ends or holds the person. */
async function readAll(page: Page, until?: Pick<Member, 'profileId'>): Promise<string[]> {
  const shown = () => cards(page).evaluateAll((all) => all.map((each) => each.getAttribute('data-person-id') ?? ''));
  let ended = false;
  const record = async (answer: Response) => {
    if (!answer.url().includes('/discovery/nearby?')) return;
    const { nextCursor } = (await answer.json().catch(() => ({}))) as { nextCursor?: string | null };
    ended ||= nextCursor === null;
  };
  page.on('response', record);
  let ids: string[] = await shown();
  await page.mouse.move(190, 500);
  // The last newcomer may have arrived before the listener was added.
  for (let quiet = 0; quiet < 3 && !(until && ids.includes(until.profileId)); ) {
    await page.mouse.wheel(0, 6_000);
    const { length } = ids;
    await expect
      .poll(async () => (await shown()).length, { timeout: ended ? 300 : 1_200, interval: 60 })
      .toBeGreaterThan(length)
      .catch(() => undefined);
    ids = await shown();
    if (ids.length > length) quiet = 0;
    else if (ended) break;
    else quiet += 1;
  }
  page.off('response', record);
  return ids;
}

interface Listed {
  items: { id: string; age: number; relationshipStatus: string; isVerified: boolean; isOnline: boolean }[];
}
/** The list's response to the next request that contains this text. */
async function responseOf(page: Page, query: string, act: () => Promise<void>): Promise<Listed['items']> {
  const answer = page.waitForResponse(
    (each) => each.url().includes('/discovery/nearby?') && each.url().includes(query),
  );
  await act();
  return ((await (await answer).json()) as Listed).items;
}

/** Sets the search radius to 50 km. */
async function within50(page: Page): Promise<void> {
  await press(page, /^Filters/);
  await press(page, '50 km');
  await press(page, 'Show people');
}

describe('the list of people nearby', () => {
  it('contains exactly those who match filters and radius', async () => {
    const { page } = ann;
    await nearby(page);
    const wide = await responseOf(page, 'radius=50', () => within50(page));
    expect(wide.length).toBeGreaterThan(0);
    const filters = page.getByRole('button', { name: /^Filters/ }).first();
    const dialog = page.getByRole('dialog', { name: 'Filters' });
    const apply = () => dialog.getByRole('button', { name: 'Show people' }).click();
    await filters.click();
    await dialog.getByRole('button', { name: '26-35' }).click();
    const ages = await responseOf(page, 'ageRange=26-35', apply);
    expect(ages.length).toBeGreaterThan(0);
    expect(ages.filter(({ age }) => age < 26 || age > 35)).toEqual([]);
    await filters.click();
    await dialog.getByRole('button', { name: 'Single' }).click();
    await dialog.getByRole('switch', { name: 'Only people whose identity document was checked' }).click();
    const verified = await responseOf(page, 'verified=yes', apply);
    expect(
      verified.filter(
        ({ age, isVerified, relationshipStatus }) => age < 26 || !isVerified || relationshipStatus !== 'single',
      ),
    ).toEqual([]);
    await page.getByRole('button', { name: /^Filters ?3$/ }).waitFor();
    await filters.click();
    await dialog.getByRole('button', { name: 'Reset' }).click();
    await page.getByRole('button', { name: 'Filters', exact: true }).waitFor();
    await filters.click();
    await dialog.getByRole('switch', { name: 'Online now' }).click();
    const online = await responseOf(page, 'online=yes', apply);
    expect(online.length).toBeLessThan(wide.length + 1);
    await filters.click();
    await dialog.getByRole('button', { name: 'Reset' }).click();
  });

  it('pages until everyone was shown, without duplicates', { tags: ['long'] }, async () => {
    const { page } = ann;
    await nearby(page);
    await responseOf(page, 'radius=50', () => within50(page));
    const ids = await readAll(page);
    expect(ids.length).toBeGreaterThan(24);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('shows an empty state, shows a failed load, and recovers', { tags: ['long'] }, async () => {
    const { page } = ann;
    const none = { items: [], nextCursor: null, located: true };
    await page.route('**/api/discovery/nearby?*', (route) => route.fulfill({ json: none }));
    await page.goto('/nearby');
    await page.getByText('No flames found').waitFor();
    await page.getByRole('button', { name: /^Search \d+ km/ }).waitFor();
    await page.unroute('**/api/discovery/nearby?*');
    await page.route('**/api/discovery/nearby?*', (route) => route.abort());
    await page.goto('/nearby');
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    await page.unroute('**/api/discovery/nearby?*');
    await again.click();
    await cards(page).first().waitFor();
  });

  it('has a map of areas with counts, never of people', { tags: ['long'] }, async () => {
    const { page } = ann;
    await nearby(page);
    await press(page, 'Map');
    await page.getByRole('img', { name: /^\d+ areas? with ten people or more within 10 km$/ }).waitFor();
    expect(await cards(page).count()).toBe(0);
    await page.getByText('Blazing').waitFor();
    for (const cell of await page.getByRole('table').getByRole('cell').allTextContents())
      expect(Number(cell.replace(',', ''))).toBeGreaterThanOrEqual(10);
  });
});

describe('a flame', () => {
  const burning = async (from: Member, to: string) =>
    (await world.rows('select 1 from flames where sender_id = $1 and recipient_id = $2', [from.profileId, to])).length;

  it('shows at once, and can be undone while its message is shown', async () => {
    const { page } = ann;
    await nearby(page);
    const card = cards(page)
      .filter({ has: page.getByRole('button', { name: 'Send Flame' }) })
      .first();
    const other = { profileId: (await card.getAttribute('data-person-id')) ?? '' };
    await card.getByRole('button', { name: 'Send Flame' }).click();
    await cardOf(page, other)
      .getByRole('button', { name: /^Flame sent/ })
      .waitFor();
    await expect.poll(() => burning(ann, other.profileId)).toBe(1);
    await press(page, 'Undo');
    await cardOf(page, other).getByRole('button', { name: 'Send Flame' }).waitFor();
    await expect.poll(() => burning(ann, other.profileId)).toBe(0);
  });

  it('that is returned is a match: a sheet for one side, an entry in both lists', { tags: ['long'] }, async () => {
    await nearby(ann.page);
    await readAll(ann.page, ben);
    await cardOf(ann.page, ben).getByRole('button', { name: 'Send Flame' }).click();
    await expect.poll(() => burning(ann, ben.profileId)).toBe(1);
    await openTab(ann.page, 'Sent');
    await ann.page.getByRole('link', { name: new RegExp(ben.name) }).waitFor();

    const { page } = ben;
    await page.goto('/nearby');
    await openTab(page, 'Flames for you');
    const row = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: new RegExp(ann.name) }) });
    await row.getByRole('button', { name: 'Send Flame' }).click();
    const moment = page.getByRole('dialog', { name: "It's mutual" });
    await moment.waitFor();
    await moment.getByRole('button', { name: 'Later' }).click();
    await moment.waitFor({ state: 'hidden' });
    // Closing goes back one entry and would cancel an earlier navigation.
    await page.waitForTimeout(500);
    for (const [one, other] of [
      [ben, ann],
      [ann, ben],
    ] as const) {
      await one.page.goto('/nearby');
      await openTab(one.page, 'Matches');
      await one.page.getByRole('link', { name: new RegExp(other.name) }).waitFor();
    }
  });
});

describe('a member who hides', () => {
  const privacy = async (page: Page) => {
    await page.goto('/nearby');
    await press(page, 'Who sees you');
    const dialog = page.getByRole('dialog', { name: 'Who sees you' });
    await dialog.getByRole('switch').first().waitFor();
    return dialog;
  };
  /** Turns a switch and waits until the server has stored it. */
  async function turn(page: Page, name: string): Promise<void> {
    const dialog = await privacy(page);
    const answer = page.waitForResponse(
      (each) => each.url().endsWith('/api/privacy/settings') && each.request().method() === 'PUT',
    );
    await dialog.getByRole('switch', { name }).click();
    expect((await answer).status()).toBe(200);
  }
  const listed = async (looker: Member, other: Member) => {
    await nearby(looker.page);
    return (await readAll(looker.page, other)).includes(other.profileId);
  };

  it('disappears, and returns when visible again', { tags: ['long'] }, async () => {
    expect(await listed(ann, ben)).toBe(true);
    await turn(ben.page, 'Hide me');
    expect(await listed(ann, ben)).toBe(false);
    await turn(ben.page, 'Hide me');
    expect(await listed(ann, ben)).toBe(true);
  });

  it('is seen incognito only by those they sent a flame', { tags: ['long'] }, async () => {
    // Members with few profile views: the stories above soon use up a day's five hundred.
    const [cleo, dana, eve] = [await aMember(city), await aMember(city), await aMember(city)];
    const status = ({ page }: Pick<typeof cleo, 'page'>) =>
      page.evaluate(async (id) => (await fetch(`/api/profiles/${id}`)).status, cleo.profileId);
    try {
      await turn(cleo.page, 'Incognito');
      await nearby(cleo.page);
      await readAll(cleo.page, dana);
      await cardOf(cleo.page, dana).getByRole('button', { name: 'Send Flame' }).click();
      // Lists by distance never include them; only people they flamed can open their profile.
      await nearby(dana.page);
      await nearby(eve.page);
      await expect.poll(() => status(dana), { timeout: 20_000 }).toBe(200);
      expect(await status(eve)).toBe(404);
    } finally {
      for (const member of [cleo, dana, eve]) await member.close();
    }
  });

  it('sees the switch turn at once on a slow network, and turn back when refused', { tags: ['long'] }, async () => {
    const { page } = ben;
    const dialog = await privacy(page);
    let answer: () => void = () => undefined;
    const refused = new Promise<void>((done) => {
      answer = done;
    });
    await page.route('**/api/privacy/settings', async (route) => {
      await refused;
      await route.fulfill({ status: 503, json: { code: 'UNAVAILABLE', message: 'Busy. Try again soon.' } });
    });
    const hide = dialog.getByRole('switch', { name: 'Hide me' });
    await hide.click();
    await dialog.getByRole('switch', { name: 'Hide me', checked: true }).waitFor();
    await dialog.getByText(/^Saving/).waitFor();
    answer();
    await dialog.getByRole('switch', { name: 'Hide me', checked: false }).waitFor();
    await page.getByText('This was not changed').waitFor();
    await page.unroute('**/api/privacy/settings');
  });

  it("blocks a person from the card's menu, and undoes it from the message", { tags: ['long'] }, async () => {
    const { page } = ann;
    await nearby(page);
    const profileId = (await cards(page).first().getAttribute('data-person-id')) ?? '';
    const card = cardOf(page, { profileId });
    await card.getByRole('button', { name: /^More about/ }).click();
    await press(page, /^Block /);
    await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click();
    await card.waitFor({ state: 'detached' });
    await press(page, 'Undo');
    await card.waitFor();
  });
});

describe('Smart Matching', () => {
  it('recomputes when a preference changes, and is left and joined with one switch', {
    tags: ['long'],
    timeout: 150_000,
  }, async () => {
    const { page, close, faults } = await aMember('Johannesburg');
    try {
      await page.goto('/ai-matching');
      const best = page.getByRole('list', { name: 'Your best three' });
      await best.getByRole('article').first().waitFor({ timeout: 45_000 });
      await openTab(page, 'Preferences');
      // Interests say something of a sex life: they wait for their own yes.
      await press(page, 'I agree');
      const saved = () =>
        page.waitForResponse(
          (each) => each.url().endsWith('/matching/preferences') && each.request().method() === 'PUT',
        );
      const saving = saved();
      await press(page, 'Flirty Chat');
      expect((await saving).status()).toBe(200);
      await page.getByText(/^Saved\. Your matches/).waitFor();
      await openTab(page, 'Smart Matches');
      await page.getByText('Analyzing compatibility...').waitFor();
      await best
        .getByText(/Flirty Chat/)
        .first()
        .waitFor({ timeout: 45_000 });
      await best
        .getByRole('img', { name: /^\d+% compatible$/ })
        .first()
        .waitFor();

      await openTab(page, 'Preferences');
      const out = saved();
      await page.getByRole('switch', { name: 'Smart matching' }).click();
      await out;
      await openTab(page, 'Smart Matches');
      await page.getByText('Smart matching is off').waitFor();
      await press(page, 'Open preferences');
      const back = saved();
      await page.getByRole('switch', { name: 'Smart matching' }).click();
      await back;
      await openTab(page, 'Smart Matches');
      await best.getByRole('article').first().waitFor({ timeout: 45_000 });
      await openTab(page, 'Analytics');
      await page.getByRole('heading', { name: 'What your matches give' }).waitFor();
      expect(faults).toEqual([]);
    } finally {
      await close();
    }
  });
});

it('neither browser had a policy violation, an error, a dialog or a request to another origin', () => {
  expect(inject('demoUrl')).toBe(world.url);
  expect([ann.faults, ben.faults]).toEqual([[], []]);
});
