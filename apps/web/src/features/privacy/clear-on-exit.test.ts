import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { changeIncognito } from '../../lib/incognito.ts';
import { countWaiting, queueIntent, removeIntent } from '../../lib/offline-credits.ts';
import { readQueue } from '../../lib/offline-intents.ts';
import { startClearOnExit } from './clear-on-exit.ts';

const account = '0197a000-0000-7000-8000-000000000001';
let reached = true;
let messages = false;
const sendWaiting = vi.fn(async () => {
  const sent = readQueue(localStorage.getItem('offlineCredits'))?.pendingTransactions ?? [];
  if (reached) for (const { id } of sent) removeIntent(id);
});
const ports = { sendWaiting, forget: vi.fn(async () => undefined), goHome: vi.fn(), hasMessages: () => messages };
beforeAll(() => startClearOnExit(ports));

const settings = ['appDisguiseSettings', 'biometricAuthSettings', 'incognitoSettings'];
const keys = () => Object.keys(localStorage).sort();
beforeEach(() => {
  vi.clearAllMocks();
  [reached, messages] = [true, false];
  localStorage.clear();
  for (const key of settings) localStorage.setItem(key, '{}');
  localStorage.setItem('gentle', 'yes');
  sessionStorage.setItem('draft:bio', '{}');
  changeIncognito({ isEnabled: true, clearDataOnExit: true });
});

const hide = async () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  const atOnce = [keys(), sessionStorage.length] as const;
  await new Promise((done) => setTimeout(done, 10));
  vi.restoreAllMocks();
  return atOnce;
};
const queue = () =>
  queueIntent(account, { type: 'tip', amount: 5, description: 'Tip', metadata: { userId: account } }, 100);

it('clears at once when the page is hidden, but for the three settings, and goes to the first page', async () => {
  expect(await hide()).toEqual([settings, 0]);
  expect(ports.goHome).toHaveBeenCalledTimes(1);
  expect(ports.forget).toHaveBeenCalledTimes(1);
});

it('clears when the page is left', () => {
  window.dispatchEvent(new Event('pagehide'));
  expect([keys(), sessionStorage.length]).toEqual([settings, 0]);
});

it('first sends what waits, then clears that too', async () => {
  queue();
  const [atOnce] = await hide();
  expect(atOnce).toContain('offlineCredits');
  expect([sendWaiting.mock.calls.length, keys()]).toEqual([1, settings]);
});

it('keeps what could not be sent until it is', async () => {
  reached = false;
  queue();
  await hide();
  expect(keys()).toEqual([...settings, 'offlineCredits'].sort());
  window.dispatchEvent(new Event('pagehide'));
  expect(countWaiting()).toBe(1);
});

it('asks before leaving only while something waits', () => {
  const leave = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(leave()).toBe(false);
  messages = true;
  expect(leave()).toBe(true);
  messages = false;
  queue();
  expect(leave()).toBe(true);
});

it('touches nothing while the setting or incognito is off', async () => {
  for (const off of [{ clearDataOnExit: false }, { clearDataOnExit: true, isEnabled: false }]) {
    changeIncognito(off);
    await hide();
    window.dispatchEvent(new Event('pagehide'));
  }
  expect([keys(), sessionStorage.length]).toEqual([[...settings, 'gentle'].sort(), 1]);
});
