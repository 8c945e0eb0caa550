import { afterEach, expect, it, vi } from 'vitest';
import { render, serve, settle } from '../../test/render.tsx';
import { waitFor } from '../../test/wait.ts';
import { readCookie, writeCookie } from '../lib/device.ts';
import { queueIntent } from '../lib/offline-credits.ts';
import { useLogOut } from './use-log-out.ts';

function LogOut() {
  const logOut = useLogOut();
  return (
    <button type="button" onClick={() => logOut.mutate()}>
      Log out
    </button>
  );
}

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['obeys Clear-Site-Data', true],
  ['does not', false],
])('T82: wipes what is personal, and keeps what only the device owns, in a browser that %s', async (_name, obeys) => {
  serve({
    'POST /api/auth/logout': () => {
      // As a browser does that obeys Clear-Site-Data.
      if (obeys) localStorage.clear();
      return { status: 204 };
    },
  });
  const replace = vi.fn();
  vi.stubGlobal('location', { ...location, replace });
  const account = '0197a000-0000-7000-8000-000000000001';
  const intent = { type: 'tip', amount: 5, description: 'For Naledi', metadata: { userId: account } } as const;
  queueIntent(account, intent, 100);
  sessionStorage.setItem('draft:message', '{"text":"For Naledi"}');
  // Written by a checkout, which knows no drafts.
  sessionStorage.setItem('checkout', '{"back":"/profile/naledi"}');
  const ofDevice = [
    ...['appDisguiseSettings', 'biometricAuthSettings', 'incognitoSettings', 'tools', 'pwa-prompt-dismissed'],
    ...['push-offer-answered', 'location-declined'],
  ];
  // The last one stands for a key that a later screen writes.
  const ofPerson = [
    'photos-offered',
    'cover-sent',
    'dataUse',
    'dataLimit',
    'captions',
    'gentleView',
    'workTime',
    'view-as',
    'later',
  ];
  for (const key of [...ofDevice, ...ofPerson]) localStorage.setItem(key, key);
  writeCookie('theme', 'light');
  writeCookie('lang', 'af');
  const screen = await render(<LogOut />);
  await screen.press('Log out');
  await waitFor(() => expect(replace).toHaveBeenCalledWith('/?landing'));
  await settle();
  expect({ ...sessionStorage }).toEqual({});
  expect(JSON.stringify({ ...localStorage })).not.toContain('Naledi');
  // Nothing else, and each as it was.
  expect({ ...localStorage }).toEqual(Object.fromEntries(ofDevice.map((key) => [key, key])));
  expect([readCookie('theme'), readCookie('lang')]).toEqual(['light', 'af']);
  screen.unmount();
});
