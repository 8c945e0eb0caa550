import { act } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Rendered, render, serve, settle } from '../../../test/render.tsx';
import { AppStatus } from '../../features/pwa/components/app-status.tsx';
import { installStore, watchInstall } from '../../lib/install.ts';
import { connectionStore, watchConnection } from '../../lib/online.ts';
import { registerServiceWorker, updateStore } from '../../lib/updates.ts';
import { BannerStack } from './banner-stack.tsx';

// Later files share this window, so what the app listens to here is taken back.
const listeners: [string, EventListener][] = [];
beforeAll(() => {
  const add = window.addEventListener.bind(window);
  vi.stubGlobal('addEventListener', (type: string, listener: EventListener) => {
    listeners.push([type, listener]);
    add(type, listener);
  });
  watchInstall();
  watchConnection();
  vi.unstubAllGlobals();
});
afterAll(() => {
  for (const [type, listener] of listeners) window.removeEventListener(type, listener);
});

let screen: Rendered;
beforeEach(async () => {
  localStorage.clear();
  serve({});
  installStore.set({ installable: false, installed: false, isPromptDue: false });
});
afterEach(() => {
  screen.unmount();
  vi.useRealTimers();
  localStorage.clear();
  installStore.set({ installable: false, installed: false, isPromptDue: false });
  connectionStore.set('online');
});

/** From here on time passes only by `pass`. */
async function openBanners(): Promise<void> {
  screen = await render(<BannerStack />);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
}
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));
const happen = (event: Event) => act(() => window.dispatchEvent(event));
const click = (name: string) =>
  act(() => {
    const buttons = [...screen.container.querySelectorAll('button')];
    const button = buttons.find((each) => each.textContent === name || each.getAttribute('aria-label') === name);
    if (!button) throw new Error(`no button named ${name}`);
    button.click();
  });
const allow = (): Event => {
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt: vi.fn() });
  happen(event);
  return event;
};

describe('the banner that offers to install', () => {
  const isShown = () => screen.container.querySelector('section[aria-label="Install Vlam"]') !== null;

  it.each(['Later', 'Close'])(
    'comes 30 seconds after the browser allows it, and never again after %s',
    async (name) => {
      await openBanners();
      // The browser's own banner is kept back.
      expect(allow().defaultPrevented).toBe(true);
      pass(29_999);
      expect(isShown()).toBe(false);
      pass(1);
      expect(isShown()).toBe(true);
      click(name);
      expect([isShown(), localStorage.getItem('pwa-prompt-dismissed')]).toEqual([false, 'dismissed']);
      // The browser allows it again at each visit.
      allow();
      pass(3_600_000);
      expect([isShown(), installStore.get().installable]).toEqual([false, true]);
    },
  );

  it('does not come without the event, nor once the app is installed', async () => {
    await openBanners();
    pass(3_600_000);
    expect(isShown()).toBe(false);
    allow();
    pass(10_000);
    happen(new Event('appinstalled'));
    pass(3_600_000);
    expect([isShown(), installStore.get().installed]).toEqual([false, true]);
  });

  it("opens the browser's dialog, and goes", async () => {
    await openBanners();
    const event = allow() as Event & { prompt(): void };
    pass(30_000);
    click('Install');
    expect(event.prompt).toHaveBeenCalledOnce();
    expect(isShown()).toBe(false);
  });
});

describe('the banner of the connection', () => {
  const text = () => screen.container.textContent ?? '';

  it('says "Back online" for three seconds', async () => {
    await openBanners();
    expect(text()).toBe('');
    happen(new Event('offline'));
    pass(60_000);
    expect(text()).toContain("You're offline");
    happen(new Event('online'));
    expect(text()).toContain('Back online');
    expect(text()).not.toContain("You're offline");
    pass(2_999);
    expect(text()).toContain('Back online');
    pass(1);
    expect(text()).toBe('');
  });

  it('stays offline when the connection goes again within these three seconds', async () => {
    await openBanners();
    happen(new Event('offline'));
    happen(new Event('online'));
    pass(1_000);
    happen(new Event('offline'));
    pass(60_000);
    expect(text()).toContain("You're offline");
  });
});

describe('a new release', () => {
  const postMessage = vi.fn();
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'serviceWorker');
    act(() => updateStore.set(null));
  });

  it('still waits after "Later": the banner goes, and the status stays true', async () => {
    const registration = Object.assign(new EventTarget(), {
      waiting: { postMessage },
      update: async () => undefined,
    });
    const serviceWorker = Object.assign(new EventTarget(), {
      controller: {},
      register: async () => registration,
      ready: Promise.resolve({ active: null }),
    });
    Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
    screen = await render(
      <>
        <BannerStack />
        <AppStatus />
      </>,
    );
    const times = (words: string) => (screen.container.textContent ?? '').split(words).length - 1;
    expect([times('This is the newest version.'), times('A new version is ready')]).toEqual([1, 0]);
    await act(async () => registerServiceWorker());
    await settle();
    expect([times('This is the newest version.'), times('A new version is ready')]).toEqual([0, 2]);
    await screen.press('Later');
    expect([times('This is the newest version.'), times('A new version is ready')]).toEqual([0, 1]);
    expect(times('Later')).toBe(0);
    await screen.press('Update Now');
    expect(postMessage.mock.calls).toEqual([[{ type: 'SKIP_WAITING' }]]);
  });
});
