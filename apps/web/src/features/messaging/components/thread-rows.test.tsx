import { expect, it } from 'vitest';
import { render, serve, settle } from '../../../../test/render.tsx';
import { ThreadRows } from './thread-rows.tsx';

const row = (name: string) => ({
  ...{ id: `thread-${name}`, lastMessage: null, unread: 0, muted: false, isRequest: false },
  profile: { id: `profile-${name}`, displayName: name, avatarUrl: '/img/a.webp', isOnline: false },
});
const first = 'GET /api/conversations?box=inbox&limit=30';

it('stops searching at the first refused page, shows an error, and continues on retry', async () => {
  let isBusy = true;
  const page = (items: unknown[], nextCursor: string | null) => ({
    status: 200,
    body: { items, nextCursor, unread: 0, unreadThreads: 0, requests: 0 },
  });
  const calls = serve({
    [first]: () => page([row('Thandi')], 'b'),
    [`${first}&cursor=b`]: () => (isBusy ? { status: 500 } : page([row('Sipho')], 'c')),
    [`${first}&cursor=c`]: () => page([row('Zanele')], null),
  });
  const requests = () => calls.filter(({ call }) => call.startsWith(first)).length;
  const { container, press, unmount } = await render(<ThreadRows box="inbox" search="zan" openId={undefined} />);
  for (let wait = 0; wait < 5; wait += 1) await settle();
  expect(requests()).toBe(2);
  expect(container.textContent).not.toContain('Nobody named');
  isBusy = false;
  await press("The rest didn't load. Try again");
  await settle();
  expect(requests()).toBe(4);
  expect([...container.querySelectorAll('a')].map((each) => each.getAttribute('href'))).toEqual([
    '/chat/profile-Zanele',
  ]);
  unmount();
});
