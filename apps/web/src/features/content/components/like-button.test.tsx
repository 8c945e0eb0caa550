import type { ContentView } from '@vlam/contract/content';
import { expect, it } from 'vitest';
import { render } from '../../../../test/render.tsx';
import { LikeButton } from './like-button.tsx';

const item = { id: '1', title: 'Blue hour', likeCount: 12, liked: false } as ContentView;

it('is only a number while the item is locked, since the server refuses such a like', async () => {
  const locked = await render(<LikeButton item={{ ...item, isLocked: true }} className="" />);
  expect(locked.container.querySelector('button')).toBeNull();
  expect(locked.container.querySelector('[role=img]')?.getAttribute('aria-label')).toBe('12 likes');
  locked.unmount();
  const open = await render(<LikeButton item={{ ...item, isLocked: false }} className="" />);
  expect(open.container.querySelector('button')?.getAttribute('aria-pressed')).toBe('false');
  open.unmount();
});
