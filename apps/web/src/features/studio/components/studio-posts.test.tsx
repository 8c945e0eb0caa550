import { act } from 'react';
import { expect, it } from 'vitest';
import { render, serve, settle } from '../../../../test/render.tsx';
import { toastQueue } from '../../../lib/toast.ts';
import type { Post } from '../api.ts';
import { PostSheet } from './post-sheet.tsx';
import { StudioPosts } from './studio-posts.tsx';

const nothing = () => undefined;
const idOf = (n: number) => `0190a000-0000-7000-8000-00000000000${n}`;
const aPost = (n: number, more: Partial<Post> = {}): Post =>
  ({
    item: {
      id: idOf(n),
      title: `Blue hour ${n}`,
      mediaType: 'image',
      mediaUrl: null,
      sources: [],
      previewUrl: `/api/content/preview/${idOf(n)}`,
      duration: null,
      price: 8,
      viewCount: 1_800,
      likeCount: 20,
    },
    state: 'published',
    opensFor: 'both',
    pin: null,
    sold: 128,
    earnedCents: 192_000,
    publishedAt: '2026-11-21T10:00:00Z',
    archivedAt: null,
    ...more,
  }) as Post;
const counts = { all: 2, published: 1, scheduled: 0, drafts: 1, review: 0, archived: 0, removed: 0 };
const path = (list: string) => `GET /api/studio/posts?list=${list}&sort=newest&limit=24`;
const page = (items: Post[], more: object = {}) => ({
  status: 200,
  body: { items, nextCursor: null, counts, ...more },
});

it('shows figures of what was published, and the state only where it is not the usual one', async () => {
  const draft = aPost(2, { state: 'draft', opensFor: 'free', publishedAt: null });
  serve({ [path('all')]: () => page([aPost(1), draft]) });
  const { container, unmount } = await render(<StudioPosts list="all" onList={nothing} onOpen={nothing} />);
  expect(container.querySelector('h1')?.textContent).toBe('2 posts');
  const [first, second] = [...container.querySelectorAll('li')];
  expect(first?.textContent).toContain('VIP Only or 8 credits');
  expect(first?.textContent).toContain('128 sold');
  expect(first?.textContent).toContain('R1,920');
  expect(first?.querySelector('[data-slot="tag"]')).toBeNull();
  expect(second?.querySelector('[data-slot="tag"]')?.textContent).toBe('Draft');
  expect(second?.textContent).not.toContain('R1,920');
  const chips = [...container.querySelectorAll('[data-slot="chip"]')].map(({ textContent }) => textContent);
  expect(chips).toEqual(['All2', 'Published1', 'Scheduled0', 'Drafts1', 'In review0', 'Archive0']);
  unmount();
});

it('invites to the first post, and names an empty list', async () => {
  const none = { ...counts, all: 0, published: 0, drafts: 0 };
  serve({ [path('all')]: () => page([], { counts: none }), [path('archived')]: () => page([]) });
  const empty = await render(<StudioPosts list="all" onList={nothing} onOpen={nothing} />);
  expect(empty.container.textContent).toContain('Your first post goes here');
  expect(empty.container.querySelectorAll('[data-slot="chip"]')).toHaveLength(0);
  empty.unmount();
  const chosen: string[] = [];
  const archive = await render(<StudioPosts list="archived" onList={(list) => chosen.push(list)} onOpen={nothing} />);
  expect(archive.container.textContent).toContain('The archive is empty');
  await archive.press('Show all posts');
  expect(chosen).toEqual(['all']);
  archive.unmount();
});

it('archives at once and takes it back by Undo, after the sheet is gone', async () => {
  const calls = serve({
    [`POST /api/studio/posts/${idOf(1)}/archive`]: () => ({ status: 200, body: { state: 'archived' } }),
    [`DELETE /api/studio/posts/${idOf(1)}/archive`]: () => ({ status: 200, body: { state: 'published' } }),
  });
  let isOpen = true;
  const screen = await render(<PostSheet post={aPost(1)} onClose={() => (isOpen = false)} onWhen={nothing} />);
  await screen.press('Archive');
  expect(isOpen).toBe(false);
  const undo = toastQueue.get()[0];
  expect(undo?.title).toBe('Archived');
  screen.unmount();
  await act(async () => undo?.action?.act());
  await settle();
  expect(calls.map(({ call }) => call)).toContain(`DELETE /api/studio/posts/${idOf(1)}/archive`);
  expect(toastQueue.get().map(({ title }) => title)).toContain('Published again');
  toastQueue.set(() => []);
});

it('asks before it takes down for good, and offers nothing for what a moderator holds back', async () => {
  const calls = serve({ [`DELETE /api/content/${idOf(1)}`]: () => ({ status: 204, body: undefined }) });
  const screen = await render(<PostSheet post={aPost(1)} onClose={nothing} onWhen={nothing} />);
  await screen.press('Take down');
  expect(calls).toHaveLength(0);
  expect(screen.container.textContent).toContain('Those who bought it lose it too');
  await screen.press('Take it down');
  expect(calls.map(({ call }) => call)).toContain(`DELETE /api/content/${idOf(1)}`);
  screen.unmount();
  const held = await render(<PostSheet post={aPost(3, { state: 'flagged' })} onClose={nothing} onWhen={nothing} />);
  const buttons = [...held.container.querySelectorAll('dialog button, dialog a')].map(
    (each) => each.getAttribute('aria-label') ?? each.textContent,
  );
  expect(buttons).toEqual(['Close']);
  held.unmount();
  toastQueue.set(() => []);
});
