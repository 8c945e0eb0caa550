import type { ContentView } from '@vlam/contract/content';
import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { type Rendered, render, serve, settle } from '../../../../test/render.tsx';
import { waitFor } from '../../../../test/wait.ts';
import { Gallery } from './gallery.tsx';

const id = '01999999-0000-7000-8000-000000000001';
const profileId = '01999999-0000-7000-8000-000000000002';
const picture = {
  ...{ id, profileId, title: 'Blue hour', description: '', mediaType: 'image', mediaUrl: '/m.webp', sources: [] },
  ...{ width: 800, height: 1000, duration: null, previewUrl: '/veil.svg', isPremium: false, isExclusive: false },
  ...{ price: 0, isLocked: false, isPurchased: false, isOwn: false, liked: false, tipGoal: null, tipGoalCents: null },
  ...{ currentTips: 0, currentTipsCents: 0, likeCount: 0, commentCount: 0, viewCount: 0, classification: '18' },
  createdAt: '2026-11-21T10:00:00.000Z',
  profile: { id: profileId, displayName: 'Zanele', category: 'Art', isVerified: true, avatar: '' },
} satisfies ContentView;

let screen: Rendered;
afterEach(() => screen.unmount());

async function open(item: ContentView) {
  serve({
    [`GET /api/content/creator/${profileId}`]: () => ({ status: 200, body: [item] }),
    [`GET /api/content/${id}`]: () => ({ status: 200, body: item }),
  });
  screen = await render(<Gallery item={item} onClose={() => undefined} />);
  await settle();
}
const menu = () => document.querySelector<HTMLElement>('[aria-label="More about Zanele"]');

it('reports the picture that is shown', async () => {
  await open(picture);
  // The document of the tests has no popovers.
  HTMLElement.prototype.hidePopover ??= () => undefined;
  const shown = Object.assign(new Event('toggle'), { newState: 'open' });
  await act(async () => menu()?.parentElement?.querySelector('[popover]')?.dispatchEvent(shown));
  const rows = () => menu()?.parentElement?.textContent;
  await waitFor(() => expect(rows()).toContain('Report'));
  await screen.press('Report');
  await waitFor(() => expect(document.body.textContent).toContain('Report this item'));
});

it("offers no report of one's own picture", async () => {
  await open({ ...picture, isOwn: true });
  expect(menu()).toBeNull();
});
