import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Rendered, render, serve, settle } from '../../../../test/render.tsx';
import type { Consent } from '../api.ts';
import { ConsentSheet } from './consent-sheet.tsx';

const id = '01999999-0000-7000-8000-000000000001';
const mediaId = '01999999-0000-7000-8000-000000000003';
const consent: Consent = {
  id,
  state: 'asked',
  contentId: '01999999-0000-7000-8000-000000000002',
  title: 'Blue hour',
  description: '',
  isPremium: true,
  wording: null,
  mediaId,
  mediaUrl: '/m.webp',
  sources: [],
  width: 800,
  height: 1000,
  creator: { id: '01999999-0000-7000-8000-000000000004', displayName: 'Zanele', avatar: '' },
  askedAt: '2026-11-21T10:00:00.000Z',
  answeredAt: null,
  expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
};

let screen: Rendered;
const onClose = vi.fn();
async function open(change: Partial<Consent> = {}) {
  const calls = serve({
    [`POST /api/consents/${id}`]: () => ({ status: 204 }),
    [`POST /api/consents/${id}/revoke`]: () => ({ status: 204 }),
  });
  screen = await render(
    <ConsentSheet
      consent={{ ...consent, ...change }}
      player={(played) => <video data-played={played} muted />}
      onClose={onClose}
    />,
  );
  return () => calls.filter(({ call }) => call.startsWith('POST'));
}
const button = (text: string) =>
  [...screen.container.querySelectorAll('button')].find((each) => each.textContent?.includes(text));

beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= () => undefined;
  onClose.mockClear();
});
afterEach(() => screen.unmount());

it('agrees only with a signature, and names the picture that was shown', async () => {
  const sent = await open();
  await screen.press('I agree');
  expect(screen.container.textContent).toContain('Type your full name');
  expect(sent()).toEqual([]);
  await screen.fill('signature', ' Kyle Naidoo ');
  await screen.press('I agree');
  await settle();
  expect(sent().map(({ body }) => body)).toEqual([{ answer: 'yes', signature: 'Kyle Naidoo', wording: 2, mediaId }]);
  expect(onClose).toHaveBeenCalledTimes(1);
});

it('shows every file of an item of several, and agrees to them all', async () => {
  const file = { mediaUrl: '/m.webp', sources: [], width: 800, height: 1000, duration: null };
  const second = '01999999-0000-7000-8000-000000000009';
  const sent = await open({
    files: [
      { ...file, id: mediaId, mediaType: 'image' },
      { ...file, id: second, mediaType: 'video' },
    ],
  });
  expect(screen.container.querySelectorAll('img[alt^="Blue hour"]').length).toBe(1);
  expect(screen.container.querySelector('video')?.dataset.played).toBe(second);
  await screen.fill('signature', 'Kyle Naidoo');
  await screen.press('I agree');
  await settle();
  expect(sent().map(({ body }) => body)).toEqual([
    { answer: 'yes', signature: 'Kyle Naidoo', wording: 6, mediaIds: [mediaId, second] },
  ]);
});

it('asks once more before a no and before a yes is taken back', async () => {
  let sent = await open();
  await screen.press('I say no');
  expect(screen.container.textContent).toContain('A no stays a no');
  expect(sent()).toEqual([]);
  await screen.press('Say no');
  expect(sent().map(({ body }) => body)).toEqual([{ answer: 'no', signature: '' }]);
  screen.unmount();

  sent = await open({ state: 'yes' });
  await screen.press('Take my yes back');
  expect(sent()).toEqual([]);
  await screen.press('Take it back for good');
  expect(sent().map(({ call }) => call)).toEqual([`POST /api/consents/${id}/revoke`]);
});

it('cannot be agreed to without a picture, or after its last day', async () => {
  await open({ mediaId: null, mediaUrl: null });
  expect(button('I agree')?.disabled).toBe(true);
  screen.unmount();
  await open({ expiresAt: '2026-01-01T00:00:00.000Z' });
  expect(button('I agree')).toBeUndefined();
  expect(screen.container.textContent).toContain('The time to answer is over');
});

it('shows the words that were agreed to, not those of today', async () => {
  await open({ state: 'yes', wording: 1 });
  expect(screen.container.querySelector('blockquote')?.textContent).toBe(
    'I am in this picture and 18 or older. I agree that it is published and sold on Vlam. I can take this back at any time.',
  );
  screen.unmount();
  await open({ state: 'yes', wording: 5 });
  expect(screen.container.querySelector('blockquote')?.textContent).toContain('I can be heard in this sound');
});
