import type { ContentView } from '@vlam/contract/content';
import { expect, it } from 'vitest';
import { render } from '../../../../test/render.tsx';
import { MediaTile } from './media-tile.tsx';

const open: ContentView = {
  id: '01999999-0000-7000-8000-000000000001',
  profileId: '01999999-0000-7000-8000-000000000002',
  title: 'Blue hour',
  description: '',
  mediaType: 'image',
  mediaUrl: '/m.webp',
  sources: [],
  width: 800,
  height: 1000,
  duration: null,
  previewUrl: '/veil.svg',
  isPremium: true,
  isExclusive: false,
  price: 8,
  isLocked: false,
  isPurchased: false,
  isOwn: false,
  liked: false,
  tipGoal: null,
  tipGoalCents: null,
  currentTips: 0,
  currentTipsCents: 0,
  likeCount: 312,
  commentCount: 0,
  viewCount: 1_840,
  classification: '18',
  createdAt: '2026-11-21T10:00:00.000Z',
  profile: {
    id: '01999999-0000-7000-8000-000000000002',
    displayName: 'Zanele',
    category: 'Art',
    isVerified: true,
    avatar: '',
  },
};

/** Accessible name and visible texts of a tile. */
async function tileOf(change: Partial<ContentView>): Promise<{ name: string | null; texts: string[] }> {
  const { container, unmount } = await render(<MediaTile item={{ ...open, ...change }} onOpen={() => undefined} />);
  const walker = document.createTreeWalker(container, NodeFilter.SHOW_TEXT);
  const texts: string[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode.textContent ?? '');
  const name = container.querySelector('button')?.getAttribute('aria-label') ?? null;
  unmount();
  return { name, texts };
}

it('shows kind, title, likes and views of a picture', async () => {
  expect(await tileOf({})).toEqual({
    name: 'Picture, Blue hour, rated 18',
    texts: ['Photo', 'Blue hour', '312', '1,840', '18'],
  });
});

it('shows the length of a video in minutes and seconds, or only that it is one', async () => {
  const video = await tileOf({ mediaType: 'video', duration: 144.4 });
  expect(video.texts[0]).toBe('2:24');
  expect(video.name).toBe('Video, Blue hour, 2 minutes 24, rated 18');
  expect((await tileOf({ mediaType: 'video', duration: 59 })).name).toBe('Video, Blue hour, 59 seconds, rated 18');
  const unknown = await tileOf({ mediaType: 'video' });
  expect(unknown.texts[0]).toBe('Video');
  expect(unknown.name).toBe('Video, Blue hour, rated 18');
  expect((await tileOf({ mediaType: 'audio' })).texts[0]).toBe('Sound');
});

it('shows the price of a locked item, or that a subscription opens it', async () => {
  const sold = await tileOf({ isLocked: true, mediaUrl: null });
  expect(sold.texts).toContain('8');
  expect(sold.name).toBe('Locked picture, Blue hour, 8 credits, rated 18');
  const included = await tileOf({ isLocked: true, mediaUrl: null, price: 0, mediaType: 'video', duration: 61 });
  expect(included.texts).toContain('Subscribe to see');
  expect(included.name).toBe('Locked video, Blue hour, 1 minute 1, for subscribers, rated 18');
  const higher = await tileOf({ isLocked: true, mediaUrl: null, price: 0, fromTier: 2, tierName: 'Ember Gold' });
  expect(higher.texts).toContain('With Ember Gold');
  expect(higher.name).toBe('Locked picture, Blue hour, with Ember Gold, rated 18');
});

it('marks what is owned and what is exclusive, for the eye and the ear', async () => {
  const owned = await tileOf({ isPurchased: true, isExclusive: true });
  expect(owned.texts.slice(0, 2)).toEqual(['Photo', 'Owned']);
  // What one may still buy says that it is exclusive; what one owns has no room for it.
  expect(owned.texts).not.toContain('Exclusive');
  expect((await tileOf({ isExclusive: true })).texts.slice(0, 2)).toEqual(['Photo', 'Exclusive']);
  expect(owned.name).toBe('Picture, Blue hour, owned, exclusive, rated 18');
});

it('shows a creator what others pay', async () => {
  expect((await tileOf({ isOwn: true })).name).toBe('Picture, Blue hour, 8 credits to others, rated 18');
  expect((await tileOf({ isOwn: true, price: 0 })).name).toBe('Picture, Blue hour, for subscribers, rated 18');
});
