import { afterEach, expect, it } from 'vitest';
import { type Rendered, render, serve } from '../../../../test/render.tsx';
import { TakeBack } from './take-back.tsx';

const token = `1796000000000.0190a000-0000-7000-8000-000000000001.${'A'.repeat(43)}`;
let screen: Rendered;
afterEach(() => screen.unmount());

it('sends the mailed token with the new password, and says when the link is used up', async () => {
  const calls = serve({
    'POST /api/auth/take-back-sign-in': () => ({
      status: 410,
      body: { message: 'This link has expired', code: 'LINK_EXPIRED', requestId: 'x' },
    }),
  });
  screen = await render(<TakeBack what="sign-in" token={token} />);
  expect(screen.container.textContent).toContain('Every passkey, code and recovery code of your account is removed');
  await screen.fill('password', 'three-boats-at-noon');
  await screen.fill('confirmPassword', 'three-boats-at-noon');
  await screen.submit();
  expect(calls).toContainEqual({
    call: 'POST /api/auth/take-back-sign-in',
    body: { token, password: 'three-boats-at-noon' },
  });
  expect(screen.container.textContent).toContain('This link no longer works');
});

it('asks for no password with a link that was copied in part, or is one of an address', async () => {
  serve({});
  for (const part of [token.slice(0, -1), 'A'.repeat(43)]) {
    screen = await render(<TakeBack what="sign-in" token={part} />);
    expect(screen.container.querySelector('input')).toBeNull();
    expect(screen.container.textContent).toContain('is older than 7 days');
    screen.unmount();
  }
});
