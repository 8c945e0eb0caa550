import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { fill, press } from './support/forms.ts';
import { createPayer } from './support/payer.ts';
import { openVisitor, type Visitor } from './support/visitor.ts';
import { useWorld } from './support/world.ts';

// Meeting: an event fills up in several browsers, a trip, a request for tonight, and a shared safety plan.

const world = useWorld();
const stamp = Date.now().toString(36);
const title = `Rooftop supper ${stamp}`;
let host: Visitor;
let first: Visitor;
let second: Visitor;
let friend: Visitor;

beforeAll(async () => {
  const [one, two] = await Promise.all([createPayer(world.url), createPayer(world.url)]);
  const open = (cookie?: string) => openVisitor(world.browser, { url: world.url, cookie, width: 390, height: 844 });
  [host, first, second, friend] = await Promise.all([
    open(inject('demoSessions').fan),
    open(one.cookie),
    open(two.cookie),
    open(),
  ]);
});
afterAll(async () => {
  for (const visitor of [host, first, second, friend]) {
    expect(visitor?.faults ?? []).toEqual([]);
    await visitor?.close();
  }
});

/** A Johannesburg calendar day, so many days from now. */
const inDays = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Johannesburg' }).format(
    new Date(Date.now() + days * 86_400_000),
  );
const seeText = ({ page }: Visitor, text: string | RegExp) => page.getByText(text).first().waitFor();

/** Opens the event in the list of its city. */
async function openEvent({ page }: Visitor): Promise<void> {
  await page.goto('/locations');
  await page.getByLabel('City', { exact: true }).first().selectOption('Kimberley');
  await page.getByRole('button', { name: new RegExp(title) }).click();
  await page.getByRole('dialog').getByText('Host').waitFor();
}

describe('Hotspot Events', () => {
  it('T89: an event for two keeps its draft, is published, fills up, and frees a place', async () => {
    const { page } = host;
    await page.goto('/locations');
    await press(page, 'Create Event');
    await fill(page, 'Title', title);
    await page.reload();
    await press(page, 'Create Event');
    expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe(title);
    await fill(page, 'What happens', 'Six courses, two guests, one view over the big hole.');
    await page.getByRole('dialog').getByLabel('City', { exact: true }).selectOption('Kimberley');
    await page.getByLabel('Category', { exact: true }).last().selectOption('Food & Wine');
    await fill(page, 'Venue', 'Diamond Yard');
    await fill(page, 'Date', inDays(1));
    await fill(page, 'Places', '2');
    await press(page, 'Announce event');
    await seeText(host, 'Your event is on the list');

    // A double tap takes one place.
    await openEvent(first);
    await first.page.getByRole('dialog').getByRole('button', { name: 'Attend' }).dblclick();
    await seeText(first, '1 of 2 taken');
    await openEvent(second);
    await press(second.page, 'Attend');
    await seeText(second, '2 of 2 taken');

    const third = await openVisitor(world.browser, {
      url: world.url,
      cookie: (await createPayer(world.url)).cookie,
      width: 390,
    });
    await openEvent(third);
    expect(await third.page.getByRole('dialog').getByRole('button', { name: 'Full' }).isDisabled()).toBe(true);
    const answer = await third.page.request.post(
      `/api/events/${(await world.rows<{ id: string }>('select id from hotspot_events where title = $1', [title]))[0]?.id}/attendance`,
      { headers: { 'sec-fetch-site': 'same-origin' } },
    );
    expect([answer.status(), (await answer.json()).message]).toEqual([409, 'This event is full']);
    await third.close();

    await press(first.page, 'Give my place back');
    await seeText(first, '1 of 2 taken');
  });

  it('a cancelled event notifies those who wanted to come', async () => {
    await openEvent(host);
    await press(host.page, 'Cancel event');
    await press(host.page, 'Yes, cancel it for everybody');
    await seeText(host, 'Everyone who signed up is notified.');
    await second.page.goto('/locations');
    await second.page.getByText("I'm going").first().click();
    await second.page.locator('[data-event]').filter({ hasText: title }).getByText('Cancelled').waitFor();
  });
});

it('Travel Mode: a trip is seen by members viewing that city, and ends when its owner ends it', async () => {
  const { page } = first;
  await page.goto('/locations?tab=travel');
  await press(page, 'Plan a trip');
  await page.getByLabel('Where to').selectOption('Kimberley');
  await fill(page, 'Arriving', inDays(0));
  await fill(page, 'Leaving', inDays(2));
  await fill(page, 'Looking for', `Two quiet days ${stamp}`);
  await press(page, 'Share trip');
  await page.locator('[data-trip]').getByText('You are there').waitFor();

  await second.page.goto('/locations?tab=travel');
  await second.page.getByLabel('City', { exact: true }).selectOption('Kimberley');
  await seeText(second, `Two quiet days ${stamp}`);
  await press(page, 'End trip');
  await page.getByRole('button', { name: 'Plan a trip' }).waitFor();
  await second.page.reload();
  await second.page.getByLabel('City', { exact: true }).selectOption('Kimberley');
  await second.page
    .getByText(/from |Nobody on the way yet/)
    .first()
    .waitFor();
  expect(await second.page.getByText(`Two quiet days ${stamp}`).count()).toBe(0);
});

it('Nearby Tonight: a request is answered once, only its author reads the answer, and a block removes it', {
  tags: ['long'],
}, async () => {
  const { page } = first;
  const requestText = `Milktart and a moon ${stamp}`;
  await page.goto('/locations?tab=tonight');
  await press(page, 'What do you feel like tonight?');
  await page.locator('form').getByRole('button', { name: 'Coffee' }).click();
  await fill(page, 'In a few words', requestText);
  await press(page, 'Post for tonight');
  await page.locator('[data-tonight]').filter({ hasText: requestText }).waitFor();

  await second.page.goto('/locations?tab=tonight');
  // It defaults to the member's own city.
  await second.page.getByLabel('City').selectOption('all');
  const row = second.page.locator('[data-tonight]').filter({ hasText: requestText });
  await row.getByRole('button', { name: /^Answer/ }).click();
  await fill(second.page, 'Your answer', 'I bring the spoons');
  await press(second.page, 'Send answer');
  await row.getByText('Answered').waitFor();
  await row.getByText('1 answer').waitFor();

  await page.reload();
  await press(page, 'Read 1 answer');
  await page.getByRole('dialog').getByText('I bring the spoons').waitFor();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^More about/ })
    .click();
  await page.getByRole('button', { name: /^Block / }).click();
  await page.getByRole('button', { name: 'Block', exact: true }).click();
  await seeText(first, 'Blocked');
  await second.page.reload();
  await second.page.getByLabel('City').selectOption('all');
  await second.page.locator('[data-tonight]').first().waitFor();
  expect(await row.count()).toBe(0);
});

it('a shared plan is readable without an account, and one tap checks in', async () => {
  const { page } = second;
  await page.goto('/locations');
  await press(page, 'Share my plan');
  await fill(page, 'What you are doing', 'Supper with somebody new');
  await fill(page, 'Where', 'Diamond Yard, Kimberley');
  await fill(page, 'Who should know', 'Thandeka');
  await fill(page, 'Their email', `thandeka-${stamp}@people.test`);
  await press(page, 'Share plan');
  await page.locator('[data-plan="open"]').waitFor();
  const [plan] = await (await page.request.get('/api/safety/plans')).json();

  await friend.page.goto(new URL(plan.shareUrl).pathname);
  await seeText(friend, "Sipho's plan");
  await seeText(friend, 'Diamond Yard, Kimberley');
  expect(await friend.page.locator('meta[name="robots"]').getAttribute('content')).toContain('noindex');
  expect(await friend.page.content()).not.toMatch(/@people\.test|Dube/);

  await press(page, "I'm safe");
  await seeText(second, 'Good to have you back');
  await friend.page.reload();
  await seeText(friend, 'Sipho has checked in and is safe.');
  await friend.page.goto(`${new URL(plan.shareUrl).pathname.slice(0, -1)}A`);
  await friend.page
    .getByText(/This link has ended|has checked in/)
    .first()
    .waitFor();
});
