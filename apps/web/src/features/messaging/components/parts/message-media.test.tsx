import { useQuery } from '@tanstack/react-query';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { render, serve, settle } from '../../../../../test/render.tsx';
import { aMessage, other } from '../../testing.ts';
import { threadQuery } from '../../threads/api.ts';
import type { MessageView } from '../../types.ts';
import { ViewSheet } from '../view-sheet.tsx';
import { MessageMedia } from './message-media.tsx';

const album = [1, 2].map((each) => `0190a000-0000-7000-8000-0000000000a${each}`);
let life = 0;

/** Each response presents the pictures under new URLs. */
function photo(seq: number, expires = 9_999_999_999): MessageView {
  life += 1;
  const address = (id: string) => `/m/${id}/960.webp?e=${expires}&s=${life}`;
  const sources = (id: string) => [{ width: 960, webp: address(id), avif: address(id).replace('webp', 'avif') }];
  const [first = ''] = album;
  const shape = { width: 4, height: 5 };
  const pictures = album.map((id) => ({ id, ...shape, url: address(id), sources: sources(id) }));
  return aMessage(seq, {
    mediaType: 'photo',
    mediaUrl: address(first),
    price: 20,
    media: {
      ...{ id: first, ...shape, duration: null, previewUrl: address(first), sources: sources(first) },
      album: { count: 2, pictures },
    },
  });
}
const marks = { deliveredSeq: 0, readSeq: 0, ownReadSeq: 0 };
const page = (items: MessageView[]) => ({ status: 200, body: { items, hasMore: false, revision: 2, ...marks } });
const path = `GET /api/conversations/${other}/messages`;

/** A thread of two photos, the second of them in the sheet. */
function Thread({ isOpen = false }) {
  const messages = useQuery(threadQuery(other)).data?.messages ?? [];
  const second = messages[1];
  return (
    <>
      {messages.map((each) => (
        <MessageMedia key={each.id} message={each} isOwn={false} name="Thandi" />
      ))}
      {isOpen && second ? <ViewSheet message={second} profileId={other} onClose={() => undefined} /> : null}
    </>
  );
}
const sourcesIn = (container: ParentNode, where = 'button') =>
  [...container.querySelectorAll(`${where} img`)].map((each) => each.getAttribute('src'));
const fail = (...images: (Element | null | undefined)[]) =>
  act(async () => {
    for (const each of images) each?.dispatchEvent(new Event('error'));
    await new Promise((passed) => setTimeout(passed, 80));
  });

it('refreshes expired photo URLs in one request, and offers a retry after another failure', async () => {
  const requests = serve({
    [`${path}?limit=40`]: () => page([photo(1), photo(2)]),
    [`${path}?before=3&limit=2`]: () => page([photo(1), photo(2)]),
    [`${path}?before=3&limit=1`]: () => page([photo(2)]),
  });
  const { container, press, unmount } = await render(<Thread />);
  const before = sourcesIn(container);
  await fail(...container.querySelectorAll('img'));
  const after = sourcesIn(container);
  expect(after).toHaveLength(2);
  expect(after.filter((each) => before.includes(each))).toEqual([]);
  expect(requests.map(({ call }) => call)).toEqual([`${path}?limit=40`, `${path}?before=3&limit=2`]);

  await fail(container.querySelectorAll('img')[1]);
  expect(requests).toHaveLength(2);
  expect(sourcesIn(container)).toEqual([after[0]]);
  expect(container.textContent).toContain("The photo didn't load");
  await press("The photo didn't load. Try again");
  await fail();
  expect(requests).toHaveLength(3);
  expect(sourcesIn(container)).toHaveLength(2);
  expect(container.textContent).not.toContain("didn't load");
  unmount();
});

/** A thread of one photo, with a controlled clock. */
async function renderSlowPhoto() {
  const now = vi.spyOn(performance, 'now');
  const advanceClock = () => now.mockReturnValue(performance.now() + 60_000);
  advanceClock();
  const requests = serve({
    [`${path}?limit=40`]: () => page([photo(1)]),
    [`${path}?before=2&limit=1`]: () => page([photo(1)]),
  });
  const { container, unmount } = await render(<Thread />);
  const image = () => container.querySelector('img');
  const leave = () => {
    unmount();
    vi.restoreAllMocks();
  };
  return { requests, container, image, advanceClock, leave };
}

it('requests a slowly failing photo once as well', async () => {
  const { requests, container, image, advanceClock, leave } = await renderSlowPhoto();
  await fail(image());
  advanceClock();
  await fail(image());
  expect(container.textContent).toContain("The photo didn't load");
  advanceClock();
  await fail();
  expect(requests).toHaveLength(2);
  leave();
});

it('requests a photo again when it fails after having loaded', async () => {
  const { requests, container, image, advanceClock, leave } = await renderSlowPhoto();
  for (let round = 2; round < 4; round += 1) {
    advanceClock();
    await fail(image());
    await act(async () => void image()?.dispatchEvent(new Event('load')));
    expect(requests).toHaveLength(round);
  }
  expect(container.textContent).not.toContain("didn't load");
  leave();
});

it("refreshes expired album URLs before rendering, and shows a failed picture's error alone", async () => {
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
  const requests = serve({
    [`${path}?limit=40`]: () => page([photo(1), photo(2, 1_000_000_000)]),
    [`${path}?before=3&limit=1`]: () => page([photo(2)]),
  });
  const { unmount } = await render(<Thread isOpen />);
  await fail();
  await settle();
  expect(requests.map(({ call }) => call)).toEqual([`${path}?limit=40`, `${path}?before=3&limit=1`]);
  const shown = sourcesIn(document, 'dialog');
  expect(shown).toHaveLength(2);
  expect(shown.join()).not.toContain('e=1000000000');
  await fail(document.querySelector('dialog img'));
  expect(sourcesIn(document, 'dialog')).toEqual([shown[1]]);
  expect(document.querySelector('dialog')?.textContent).toContain('Try again');
  expect(requests).toHaveLength(2);
  unmount();
  vi.restoreAllMocks();
});

it('says why a photo rated X18 stays shut, with the way to open it and no price', async () => {
  const shut = photo(1);
  const { container } = await render(
    <MessageMedia
      message={{
        ...shut,
        mediaUrl: null,
        isPaid: false,
        media: shut.media && { ...shut.media, sources: [], needsLevel: 2 },
      }}
      isOwn={false}
      name="Thandi"
    />,
  );
  expect(container.querySelector('section')?.getAttribute('aria-label')).toBe('Photo, rated X18');
  await expect.poll(() => container.textContent).toContain('It opens once we have looked at your identity document.');
  expect(container.querySelector('a')?.getAttribute('href')).toBe('/identity');
  expect(container.querySelector('button')).toBeNull();
});
