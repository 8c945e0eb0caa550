import type { InterestPost } from '@vlam/contract/discovery-activity';
import { expect, it } from 'vitest';
import type { PostPage } from './api.ts';
import { type Feed, mergeNewest, prependNewest, unseenPosts } from './posts.ts';

const counts = { all: 3, hookups: 1, photos: 1, chat: 1, secret: 0 };
const post = (id: number, likeCount = 0) =>
  ({ id: String(id), likeCount, createdAt: `2026-11-21T10:${String(id).padStart(2, '0')}:00Z` }) as InterestPost;
const page = (ids: number[], nextCursor: string | null = 'more', likes = 0): PostPage => ({
  items: ids.map((id) => post(id, likes)),
  nextCursor,
  counts: { ...counts, all: ids.length },
});
const feed = (...pages: PostPage[]): Feed => ({ pages, pageParams: pages.map(String) });
const idsOf = ({ pages }: Feed) => pages.map(({ items }) => items.map(({ id }) => id).join(' '));

it('counts new posts and hides them until requested', () => {
  const shown = feed(page([9, 8]), page([7, 6]));
  const newest = page([11, 10, 9, 8], 'more', 5);
  expect(unseenPosts(shown, newest).map(({ id }) => id)).toEqual(['11', '10']);
  expect(idsOf(mergeNewest(shown, newest))).toEqual(['9 8', '7 6']);
  expect(mergeNewest(shown, newest).pages[0]?.items[0]?.likeCount).toBe(5);
  expect(mergeNewest(shown, newest).pages[0]?.counts.all).toBe(4);
  expect(idsOf(prependNewest(shown, newest))).toEqual(['11 10 9 8', '7 6']);
});

it('removes deleted posts only', () => {
  const shown = feed(page([9, 8]), page([7, 6]));
  expect(idsOf(mergeNewest(shown, page([9, 7])))).toEqual(['9', '7 6']);
  expect(idsOf(mergeNewest(shown, page([9], null)))).toEqual(['9', '']);
});
