import type { Page } from 'playwright-core';
import { button, type Screen } from './screen.ts';

/** A drawn portrait, in place of a photo from a device. */
async function aPicture(page: Page) {
  const { items } = await (await page.request.get('/api/conversations')).json();
  const portrait = await page.request.get(items[0].profile.portraitUrl.replace('-card', '-slab'));
  return { name: 'evening.webp', mimeType: 'image/webp', buffer: await portrait.body() };
}

/** Threads and their sheets. */
export const chatScreens: readonly Screen[] = [
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
      await button(page, 'Add a photo or video').click();
      await button(page, 'Photos from this device').click();
      await (await chooser).setFiles(await aPicture(page));
      await page
        .getByRole('dialog')
        .getByText(/^Ready/)
        .first()
        .waitFor();
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
];
