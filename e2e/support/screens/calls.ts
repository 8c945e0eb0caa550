import type { Page } from 'playwright-core';
import { button, type Screen } from './screen.ts';

/** Video calls and live shows. */
export const callsScreens: readonly Screen[] = [
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
  {
    name: 'live',
    shows: 'live shows, and the samples of a demo as such',
    who: 'fan',
    path: () => '/live',
    light: true,
  },
  {
    name: 'live-show',
    shows: 'a show that runs, with its chat',
    who: 'fan',
    path: ({ showId }) => `/live/${showId}`,
    light: true,
    streams: true,
    open: async (page) => {
      await page.locator('[data-slot="live-video"][data-plays="true"]').waitFor();
      await page.getByLabel('Chat of the show').locator('[data-kind]').first().waitFor();
    },
  },
  {
    name: 'live-planned',
    shows: 'a show that is announced',
    who: 'fan',
    path: ({ plannedShowId }) => `/live/${plannedShowId}`,
    light: true,
  },
  {
    name: 'live-ticket',
    shows: 'the ticket of an announced show, before it is paid',
    who: 'fan',
    path: ({ plannedShowId }) => `/live/${plannedShowId}`,
    open: async (page) => {
      await button(page, /^Ticket for/).click();
      await page.getByRole('dialog').getByText('If the show fails').waitFor();
    },
    light: true,
    part: 'dialog[open]',
  },
  { name: 'go-live', shows: 'the form before a show, with the own camera', who: 'creator', path: () => '/go-live' },
  { name: 'call-incoming', shows: 'a call that comes in', who: 'creator', path: () => '/messages', open: ring },
];

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
