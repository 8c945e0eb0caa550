import pg from 'pg';
import type { Page } from 'playwright-core';
import { fillAccount } from './forms.ts';
import type { DemoPerson } from './people.ts';

/** Ids of the demo world that some paths need. */
export interface DemoPlaces {
  /** Profile of the first sample creator. */
  creatorId: string;
  /** Profile of the creator who can sign in. */
  demoCreatorId: string;
  /** A member who is not a creator and is near that fan. */
  memberId: string;
}

export interface Screen {
  /** Also the name of its picture. */
  name: string;
  /** What the screen shows, for the table of screenshots. */
  shows: string;
  who: DemoPerson | 'visitor';
  path(places: DemoPlaces): string;
  /** Steps from the page to the screen. */
  open?(page: Page): Promise<void>;
  /** Also captured in the light theme. */
  light?: boolean;
  /** The part of the page that no other screen has; axe checks only this. */
  part?: string;
  /** All of it is on that screen too, so it is only captured. */
  within?: string;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

/** Every screen that is built, in the order of a visit. */
export const screens: readonly Screen[] = [
  { name: 'landing', shows: 'what a visitor sees first', who: 'visitor', path: () => '/' },
  { name: 'signup', shows: 'the account, step 1', who: 'visitor', path: () => '/signup' },
  { name: 'signup-profile', shows: 'the profile, step 2', who: 'visitor', path: () => '/signup', open: fillFirstStep },
  { name: 'login', shows: 'sign-in', who: 'visitor', path: () => '/login' },
  { name: 'forgot-password', shows: 'asking for a reset link', who: 'visitor', path: () => '/forgot-password' },
  {
    name: 'reset-password',
    shows: 'a reset link that is no longer good',
    who: 'visitor',
    path: () => '/reset-password',
  },
  { name: 'test-login', shows: 'the labelled demo accounts', who: 'visitor', path: () => '/test-login' },
  { name: 'test-profiles', shows: 'the two sample creators', who: 'visitor', path: () => '/test-profiles' },
  { name: 'demo-outbox', shows: 'mail that was not sent', who: 'visitor', path: () => '/demo/outbox' },
  { name: 'age-gate', shows: 'the warning before everything else', who: 'unverified', path: () => '/' },
  {
    name: 'age-gate-form',
    shows: 'the proof of age',
    who: 'unverified',
    path: () => '/',
    open: (page) => button(page, 'I am 18+ and wish to verify my age').click(),
  },
  { name: 'home', shows: 'home of a signed-in person', who: 'fan', path: () => '/', light: true },
  {
    name: 'home-filter',
    shows: 'whom Available Right Now shows',
    who: 'fan',
    path: () => '/',
    open: async (page) => {
      await button(page, /^Filter/).click();
      await page.getByRole('button', { name: /^Show \d+ p/ }).waitFor();
    },
  },
  {
    name: 'home-craving',
    shows: 'what people crave, and the live feed',
    who: 'fan',
    path: () => '/',
    open: (page) => scrollTo(page, 'What People Are Craving'),
    light: true,
    within: 'home-heat-map',
  },
  {
    name: 'home-activity',
    shows: 'posts, trends, moods and quick actions',
    who: 'fan',
    path: () => '/',
    open: (page) => scrollTo(page, 'Live Social Activity'),
    within: 'home-heat-map',
  },
  {
    name: 'home-heat-map',
    shows: 'where the country is awake',
    who: 'fan',
    path: () => '/',
    open: (page) => scrollTo(page, 'National Heat Map'),
    light: true,
  },
  {
    name: 'home-heat-table',
    shows: 'the same as a table',
    who: 'fan',
    path: () => '/',
    open: async (page) => {
      await scrollTo(page, 'National Heat Map');
      await button(page, 'Table').click();
    },
    part: '[aria-label="Heat map as a table"]',
  },
  {
    name: 'home-mood',
    shows: 'the twelve moods',
    who: 'fan',
    path: () => '/',
    open: async (page) => {
      await scrollTo(page, "What's your mood right now?");
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('dialog', { name: "What's your mood right now?" }).waitFor();
    },
    part: 'dialog[open]',
  },
  { name: 'create-interest', shows: 'posting an interest', who: 'fan', path: () => '/create-interest' },
  { name: 'explore', shows: 'the visitor edition of home', who: 'visitor', path: () => '/explore', light: true },
  { name: 'locations', shows: 'events on the list and the map', who: 'fan', path: () => '/locations', light: true },
  {
    name: 'locations-event',
    shows: 'one event and its places',
    who: 'fan',
    path: () => '/locations',
    open: async (page) => {
      await page.locator('[data-event]').first().click();
      await page.getByRole('dialog').getByText('Host').waitFor();
    },
  },
  {
    name: 'locations-create',
    shows: 'announcing an event',
    who: 'fan',
    path: () => '/locations',
    open: async (page) => {
      await button(page, 'Create Event').click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'locations-share',
    shows: 'telling a friend where one goes',
    who: 'fan',
    path: () => '/locations',
    open: async (page) => {
      await button(page, 'Share my plan').click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'locations-travel',
    shows: 'who is on the way to a city',
    who: 'fan',
    path: () => '/locations?tab=travel',
    open: (page) => button(page, 'Plan a trip').waitFor(),
  },
  {
    name: 'locations-tonight',
    shows: 'what people would like to do tonight',
    who: 'fan',
    path: () => '/locations?tab=tonight',
    open: (page) => page.locator('[data-tonight]').first().waitFor(),
    light: true,
  },
  {
    name: 'locations-report',
    shows: 'telling the moderators',
    who: 'fan',
    path: () => '/locations?tab=tonight',
    open: async (page) => {
      await button(page, /^More about/).click();
      await page.getByRole('button', { name: 'Report', exact: true }).click();
      await page.getByRole('dialog').getByText('What is wrong?').waitFor();
    },
  },
  {
    name: 'plan',
    shows: 'the link of a plan that has ended',
    who: 'visitor',
    path: () => `/plan/${'x'.repeat(43)}`,
  },
  { name: 'nearby', shows: 'people by distance', who: 'fan', path: () => '/nearby', light: true },
  {
    name: 'nearby-map',
    shows: 'areas with ten people and more',
    who: 'fan',
    path: () => '/nearby',
    open: async (page) => {
      await button(page, 'Map').click();
      await page.getByText('Blazing').waitFor();
    },
    light: true,
  },
  {
    name: 'nearby-filters',
    shows: 'whom the list shows',
    who: 'fan',
    path: () => '/nearby',
    open: async (page) => {
      await button(page, /^Filters/).click();
      await page.getByRole('dialog').getByText('Age range').waitFor();
    },
  },
  {
    name: 'nearby-place',
    shows: 'what is kept of the own place',
    who: 'fan',
    path: () => '/nearby',
    open: async (page) => {
      await button(page, /^(Set your location|Within \d+ km of )/).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'nearby-privacy',
    shows: 'who may see one',
    who: 'creator',
    path: () => '/nearby',
    open: async (page) => {
      await button(page, 'Who sees you').click();
      await page.getByRole('dialog').getByText('Blocked provinces').waitFor();
    },
  },
  {
    name: 'ai-matching',
    shows: 'who fits, and why',
    who: 'fan',
    path: () => '/ai-matching',
    open: (page) => page.getByRole('list', { name: 'Your best three' }).waitFor(),
    light: true,
  },
  {
    name: 'ai-matching-preferences',
    shows: 'wishes and weights',
    who: 'fan',
    path: () => '/ai-matching',
    open: async (page) => {
      await page.getByRole('tab', { name: 'Preferences' }).click();
      await page.getByText('What matters most').waitFor();
    },
  },
  {
    name: 'ai-matching-analytics',
    shows: 'how matches come about',
    who: 'fan',
    path: () => '/ai-matching',
    open: async (page) => {
      await page.getByRole('tab', { name: 'Analytics' }).click();
      await page.getByText('What your matches give').waitFor();
    },
  },
  { name: 'own-profile', shows: 'the own profile', who: 'fan', path: () => '/profile' },
  {
    name: 'person',
    shows: 'a creator behind veils, with prices',
    who: 'fan',
    path: ({ creatorId }) => `/profile/${creatorId}`,
    light: true,
  },
  {
    name: 'person-down',
    shows: 'a creator further down: the name above, the actions at the thumb',
    who: 'fan',
    path: ({ creatorId }) => `/profiles/${creatorId}`,
    open: async (page) => {
      await page.locator('[data-content-id]').first().waitFor();
      await page.mouse.move(190, 400);
      await page.mouse.wheel(0, 700);
    },
  },
  {
    name: 'person-more',
    shows: 'everything else one can do with a creator',
    who: 'fan',
    path: ({ creatorId }) => `/creator/${creatorId}`,
    open: async (page) => {
      await button(page, /^More about/).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Send Tip' }).waitFor();
    },
    part: 'dialog[open]',
  },
  {
    name: 'person-about',
    shows: 'what a month brings, and the figures of a creator',
    who: 'fan',
    path: ({ creatorId }) => `/profile/${creatorId}`,
    open: async (page) => {
      await page.getByRole('tab', { name: 'About' }).click();
      await page.getByText('Total earnings').waitFor();
    },
  },
  {
    name: 'person-fan',
    shows: 'a member: distance, match, flame',
    who: 'fan',
    path: ({ memberId }) => `/profile/${memberId}`,
    light: true,
  },
  {
    name: 'person-unlock',
    shows: 'one item and its price',
    who: 'fan',
    path: ({ creatorId }) => `/profile/${creatorId}`,
    open: async (page) => {
      await button(page, /Salt and late light|Umhlanga pier|Slow morning|Blue hour/).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'create', shows: 'publishing, with a live preview', who: 'creator', path: () => '/create' },
  { name: 'create-refused', shows: 'publishing without a creator profile', who: 'fan', path: () => '/create' },
  { name: 'credits', shows: 'balance, bonus and movements', who: 'fan', path: () => '/credits', light: true },
  {
    name: 'credits-buy',
    shows: 'one pack before it is paid',
    who: 'fan',
    path: () => '/credits',
    open: async (page) => {
      await button(page, 'Buy 300 credits for R199').click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'credits-rand',
    shows: 'purchases, limits, cards and subscriptions',
    who: 'fan',
    path: () => '/credits',
    open: async (page) => {
      await page.mouse.wheel(0, 10_000);
      await page.getByRole('heading', { name: 'Your subscriptions' }).scrollIntoViewIfNeeded();
    },
  },
  { name: 'checkout', shows: 'a payment before it is made', who: 'fan', path: () => '/checkout?package=p250' },
  { name: 'checkout-error', shows: 'a checkout with nothing to pay for', who: 'fan', path: () => '/checkout' },
  {
    name: 'tip',
    shows: 'a tip before it is sent',
    who: 'fan',
    path: ({ creatorId }) => `/creator/${creatorId}`,
    open: async (page) => {
      await button(page, /^More about/).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Send Tip' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'R50', exact: true }).click();
    },
  },
  {
    name: 'subscribe',
    shows: 'a subscription before it is paid',
    who: 'fan',
    path: ({ creatorId }) => `/creator/${creatorId}`,
    open: async (page) => {
      await button(page, /^Subscribe R/).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'vip', shows: 'the three tiers compared', who: 'fan', path: () => '/vip', light: true },
  { name: 'marketplace', shows: 'bundles on sale', who: 'fan', path: () => '/marketplace', light: true },
  {
    name: 'marketplace-bundle',
    shows: 'a bundle before it is bought',
    who: 'fan',
    path: () => '/marketplace',
    open: async (page) => {
      await page.getByRole('tabpanel').locator('li', { hasNotText: 'Owned' }).first().getByRole('button').click();
      await page.getByRole('button', { name: 'Purchase Bundle' }).waitFor();
    },
  },
  { name: 'gifts', shows: 'the seven gifts', who: 'fan', path: () => '/gifts', light: true },
  {
    name: 'gifts-send',
    shows: 'a gift before it is sent',
    who: 'fan',
    path: () => '/gifts',
    open: async (page) => {
      await button(page, /Golden Heart/).click();
      await page.getByRole('dialog').getByRole('listitem').first().getByRole('button').click();
    },
  },
  {
    name: 'video-chat',
    shows: 'who takes video calls, and for how much',
    who: 'fan',
    path: () => '/video-chat',
    light: true,
  },
  {
    name: 'video-chat-before',
    shows: 'the look in the mirror and the price, before it rings',
    who: 'fan',
    path: () => '/video-chat',
    open: async (page) => {
      await button(page, /^Start Video Call/).click();
      await page.getByRole('dialog').getByText('Your balance lasts for').waitFor();
    },
  },
  { name: 'video-chat-line', shows: "a creator's own line", who: 'creator', path: () => '/video-chat' },
  { name: 'call-incoming', shows: 'a call that comes in', who: 'creator', path: () => '/messages', open: ring },
  { name: 'requests', shows: 'custom requests, and who may make them', who: 'fan', path: () => '/requests' },
  { name: 'requests-received', shows: 'what a creator is asked for', who: 'creator', path: () => '/requests' },
  { name: 'dashboard', shows: 'what a creator earns', who: 'creator', path: () => '/dashboard', light: true },
  {
    name: 'dashboard-payouts',
    shows: 'payouts, the bank account and statements',
    who: 'creator',
    path: () => '/dashboard',
    open: (page) => page.getByRole('heading', { name: 'Statements' }).scrollIntoViewIfNeeded(),
  },
  {
    name: 'dashboard-account',
    shows: 'naming a bank account',
    who: 'creator',
    path: () => '/dashboard',
    open: async (page) => {
      await button(page, /bank account|Change account/).click();
      await page.getByRole('button', { name: 'Save account' }).waitFor();
    },
  },
  { name: 'admin', shows: 'the rooms of staff and what waits in them', who: 'admin', path: () => '/admin' },
  { name: 'admin-reports', shows: 'reports and disputes', who: 'admin', path: () => '/admin/reports' },
  {
    name: 'admin-verification',
    shows: 'age checks that wait for a person',
    who: 'admin',
    path: () => '/admin/users/verification',
  },
  { name: 'admin-payments', shows: 'ledger health and payouts', who: 'admin', path: () => '/admin/settings/payments' },
  {
    name: 'admin-ledger',
    shows: 'one transfer, its entries and cause',
    who: 'admin',
    path: () => '/admin/settings/payments',
    open: async (page) => {
      await page.getByRole('tab', { name: 'Ledger' }).click();
      await page.getByRole('tabpanel').locator('li button').first().click();
      await page.getByRole('dialog').getByText('Entries').waitFor();
    },
  },
  { name: 'messages', shows: 'the conversations', who: 'fan', path: () => '/messages', light: true },
  {
    name: 'messages-requests',
    shows: 'what strangers wrote',
    who: 'fan',
    path: () => '/messages?box=requests',
    open: (page) => page.getByRole('tab', { name: /^Requests/, selected: true }).waitFor(),
  },
  {
    name: 'messages-broadcast',
    shows: 'writing to many at once',
    who: 'creator',
    path: () => '/messages',
    open: async (page) => {
      await button(page, 'Creator tools').click();
      await button(page, 'Message many at once').click();
      await page.getByRole('button', { name: 'Preview' }).waitFor();
    },
  },
  {
    name: 'chat',
    shows: 'a conversation, with a picture for sale',
    who: 'fan',
    path: ({ demoCreatorId }) => `/chat/${demoCreatorId}`,
    open: (page) =>
      page
        .getByRole('button', { name: /^Unlock/ })
        .first()
        .waitFor(),
    light: true,
  },
  {
    name: 'chat-unlock',
    shows: 'a picture before it is paid',
    who: 'fan',
    path: ({ demoCreatorId }) => `/chat/${demoCreatorId}`,
    open: async (page) => {
      await button(page, /^Unlock/).click();
      await page.getByRole('dialog').getByText('Your balance after').waitFor();
    },
  },
  {
    name: 'chat-price',
    shows: 'what opening a photo will cost',
    who: 'creator',
    path: ({ creatorId }) => `/chat/${creatorId}`,
    open: async (page) => {
      const chooser = page.waitForEvent('filechooser');
      await button(page, 'Send a photo').click();
      await (await chooser).setFiles('apps/web/public/icons/icon-512.png');
      await page.getByRole('dialog').getByText('Your photo is ready').waitFor();
    },
  },
  {
    name: 'chat-message',
    shows: 'what can be done with a message',
    who: 'fan',
    path: ({ demoCreatorId }) => `/chat/${demoCreatorId}`,
    open: async (page) => {
      await page.getByRole('log').getByRole('listitem').last().hover();
      await page.getByRole('log').getByRole('button', { name: 'Message options' }).last().click();
      await page.getByRole('dialog').getByText('Reply').waitFor();
    },
  },
  {
    name: 'chat-tip',
    shows: 'a tip in credits',
    who: 'fan',
    path: ({ demoCreatorId }) => `/chat/${demoCreatorId}`,
    open: async (page) => {
      await button(page, 'Send Tip').click();
      await page.getByRole('dialog').getByRole('button', { name: '25', exact: true }).click();
    },
  },
  {
    name: 'chat-gift',
    shows: 'the gifts over a conversation',
    who: 'fan',
    path: ({ demoCreatorId }) => `/chat/${demoCreatorId}`,
    open: async (page) => {
      await button(page, /^More about/).click();
      await button(page, 'Send Gift').click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Red Rose/ })
        .waitFor();
    },
  },
  {
    name: 'chat-disappearing',
    shows: 'a time of its own after which messages are gone',
    who: 'fan',
    path: ({ demoCreatorId }) => `/chat/${demoCreatorId}`,
    open: async (page) => {
      await button(page, /^More about/).click();
      await button(page, 'Disappearing messages').click();
      await page.getByRole('dialog').getByText('Another time').click();
      await page.getByRole('dialog').getByLabel('Your own time').fill('90');
    },
  },
  {
    name: 'premium',
    shows: 'the overlay of premium features',
    who: 'fan',
    path: () => '/',
    open: async (page) => {
      await button(page, /premium features/i).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'notifications',
    shows: 'what happened, and what is new of it',
    who: 'fan',
    path: () => '/notifications',
    light: true,
  },
  {
    name: 'notifications-panel',
    shows: 'the list under the bell',
    who: 'creator',
    path: () => '/gifts',
    open: async (page) => {
      if ((page.viewportSize()?.width ?? 0) < 1024) return;
      await button(page, /^Notifications/).click();
      await page.getByRole('dialog').getByRole('link', { name: 'Show all' }).waitFor();
    },
  },
  {
    name: 'notifications-preferences',
    shows: 'what one wants to hear of',
    who: 'fan',
    path: () => '/notifications?tab=preferences',
    open: (page) => page.getByRole('checkbox').first().waitFor(),
  },
  { name: 'pwa', shows: 'Vlam as an app', who: 'fan', path: () => '/pwa' },
  {
    name: 'pwa-install',
    shows: 'how it is installed',
    who: 'visitor',
    path: () => '/pwa',
    open: (page) => page.getByRole('tab', { name: 'Install' }).click(),
  },
  {
    name: 'pwa-notifications',
    shows: 'what it tells',
    who: 'fan',
    path: () => '/pwa',
    open: async (page) => {
      await page.getByRole('tab', { name: 'Notifications' }).click();
      await page.getByText('Private messages', { exact: true }).waitFor();
    },
  },
  { name: 'coming', shows: 'a part that is not there yet', who: 'fan', path: () => '/privacy' },
  { name: 'not-found', shows: '404', who: 'fan', path: () => '/no/such/place' },
  { name: 'logout', shows: 'the question before logging out', who: 'fan', path: () => '/api/logout' },
];

/** Screens that show something no other one does. */
export const screensToCheck = screens.filter(({ within }) => within === undefined);

/** Scrolls down until a lazy section has loaded. */
export async function scrollTo(page: Page, heading: string): Promise<void> {
  const title = page.getByRole('heading', { name: heading });
  await page.mouse.move(190, 400);
  for (let screen = 0; screen < 30 && (await title.count()) === 0; screen += 1) {
    await page.mouse.wheel(0, 500);
    await page.waitForTimeout(150);
  }
  await title.evaluate((element) => element.scrollIntoView());
  await page.waitForLoadState('networkidle');
  await title.evaluate((element) => element.scrollIntoView());
}

/** A call from the last writer, published by the test because a real one rings for 30 s only. */
async function ring(page: Page): Promise<void> {
  const { items } = await (await page.request.get('/api/conversations')).json();
  const { id, displayName, age, isVerified, avatarUrl, portraitUrl } = items[0].profile;
  const other = { id, displayName, age, isVerified, avatarUrl, portraitUrl: portraitUrl.replace('-card', '-slab') };
  const call = {
    ...{ id: crypto.randomUUID(), partnerId: id, role: 'partner', other, state: 'ringing', ending: null },
    ...{
      creditsPerMinute: 18,
      relayed: true,
      minuteMs: 60_000,
      ringsUntil: new Date(Date.now() + 30_000).toISOString(),
    },
    ...{
      startTime: null,
      endTime: null,
      duration: 0,
      isActive: false,
      startedMinutes: 0,
      totalCost: 0,
      given: 0,
      earned: null,
      earnedHeld: 0,
      rating: null,
    },
  };
  await page.route('**/api/calls/current', (route) => route.fulfill({ json: { call } }));
  await page.reload();
  await page.getByRole('button', { name: 'Accept', exact: true }).waitFor();
}

async function fillFirstStep(page: Page): Promise<void> {
  await fillAccount(page, { email: 'thandi@people.test' });
  await page.getByLabel('Display name').waitFor();
}

export async function findPlaces(databaseUrl: string): Promise<DemoPlaces> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>(
      `select id from profiles where display_name = 'Zanele Khumalo' and category = 'Photography & Adult' order by created_at limit 1`,
    );
    const creatorId = rows[0]?.id;
    if (!creatorId) throw new Error('the demo world has no Zanele Khumalo');
    const signsIn = await client.query<{ id: string }>(
      `select p.id from profiles p join accounts a on a.id = p.account_id where a.email = 'creator@vlam.test'`,
    );
    const demoCreatorId = signsIn.rows[0]?.id;
    if (!demoCreatorId) throw new Error('the demo world has no creator@vlam.test');
    const near = await client.query<{ id: string }>(
      `select other.id from profiles other join profiles own on own.city = other.city
         join accounts a on a.profile_id = own.id join discovery_people listed on listed.profile_id = other.id
         where a.email = 'fan@vlam.test' and other.category is null and other.bio <> '' and other.stated_age between 26 and 36
         order by listed.band, other.id limit 1`,
    );
    const memberId = near.rows[0]?.id;
    if (!memberId) throw new Error('the demo world has no member near fan@vlam.test');
    return { creatorId, demoCreatorId, memberId };
  } finally {
    await client.end();
  }
}

/** Opens a screen and waits until nothing more loads. */
export async function showScreen(page: Page, screen: Screen, places: DemoPlaces): Promise<void> {
  await page.goto(screen.path(places));
  await page.getByRole('heading').first().waitFor();
  await screen.open?.(page);
  await page.waitForLoadState('networkidle');
}
