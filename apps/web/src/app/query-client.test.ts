import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { redirectToSignIn } from './query-client.ts';

const assign = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(location, 'assign').mockImplementation(assign);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  assign.mockReset();
});

it('does not load the sign-in page again when it is open by the time, and leaves another page once', () => {
  history.replaceState(null, '', '/account');
  redirectToSignIn();
  history.replaceState(null, '', '/login');
  vi.runAllTimers();
  expect(assign).not.toHaveBeenCalled();

  history.replaceState(null, '', '/account');
  redirectToSignIn();
  redirectToSignIn();
  vi.runAllTimers();
  expect(assign.mock.calls).toEqual([['/api/login?next=%2Faccount']]);
});
