import { afterEach, expect, it } from 'vitest';
import { type Rendered, render, serve, settle } from '../../../../test/render.tsx';
import type { LinkedConsent } from '../api.ts';
import { LinkPage } from './link-page.tsx';

const token = 'A'.repeat(43);
const [photo, film] = ['01999999-0000-7000-8000-000000000003', '01999999-0000-7000-8000-000000000009'] as const;
const picture = 'data:image/webp;base64,AA==';
const consent: LinkedConsent = {
  state: 'asked',
  name: 'Lerato',
  title: 'Blue hour',
  description: '',
  isPremium: true,
  mediaId: photo,
  picture,
  creatorName: 'Zanele',
  expiresAt: '2036-11-21T10:00:00.000Z',
  files: [{ id: photo, mediaType: 'image', picture }],
};

let screen: Rendered;
async function open(change: Partial<LinkedConsent> = {}) {
  const calls = serve({
    [`GET /api/consents/by-link/${token}`]: () => ({ status: 200, body: { ...consent, ...change } }),
    [`POST /api/consents/by-link/${token}`]: () => ({ status: 204 }),
  });
  screen = await render(
    <LinkPage
      token={token}
      loading={null}
      player={({ mediaId, poster }) => <video data-played={mediaId} poster={poster} muted />}
    />,
  );
  return () => calls.filter(({ call }) => call.startsWith('POST'));
}
afterEach(() => screen.unmount());

it('plays a recording before it is agreed to, and the yes names every file', async () => {
  const files = [
    { id: photo, mediaType: 'image' as const, picture },
    { id: film, mediaType: 'video' as const, picture },
  ];
  const sent = await open({ files });
  expect(screen.container.querySelectorAll('img[alt^="Blue hour"]').length).toBe(1);
  expect(screen.container.querySelector('video')?.dataset.played).toBe(film);
  await screen.fill('name', 'Lerato Dube');
  await screen.fill('birthDate', '1990-04-02');
  await screen.fill('documentNumber', '9004020000081');
  await screen.press('I agree');
  await settle();
  expect(sent().map(({ body }) => body)).toMatchObject([{ answer: 'yes', mediaIds: [photo, film] }]);
});

it('asks to play what is only a recording', async () => {
  await open({ files: [{ id: film, mediaType: 'audio', picture: null }], mediaId: film, picture: null });
  expect(screen.container.querySelector('video')?.dataset.played).toBe(film);
  expect(screen.container.textContent).toContain('Play it before you answer');
});

it('takes no yes while there is nothing to see', async () => {
  const sent = await open({ files: [], mediaId: null, picture: null });
  expect(screen.container.textContent).toContain('nothing to agree to yet');
  await screen.press('I agree');
  expect(sent()).toEqual([]);
});
