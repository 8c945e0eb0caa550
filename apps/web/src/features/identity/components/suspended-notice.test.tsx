import { afterEach, expect, it } from 'vitest';
import { type Rendered, render, serve } from '../../../../test/render.tsx';
import { SuspendedNotice } from './suspended-notice.tsx';

const advice = 'Sign in with your password to appeal here or take your data.';
let screen: Rendered;
afterEach(() => screen.unmount());

it('a member who came without a password is told that it opens the appeal and their data', async () => {
  serve({});
  screen = await render(<SuspendedNotice reason="A test" appealTo="support@vlam.test" />);
  expect(screen.container.textContent).toContain(advice);
  screen.unmount();
  const credentials = { email: 'lerato@people.test', password: 'lamps-along-the-pier' };
  screen = await render(<SuspendedNotice reason="A test" appealTo="" credentials={credentials} />);
  expect(screen.container.textContent).not.toContain(advice);
  expect(screen.container.textContent).toContain('Appeal here');
});
