// Every screen needs these; in the first load they cost no extra request.
import './components/ui/page-title.tsx';
import './lib/format.ts';
import './lib/realtime.ts';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { watchPrivacy } from './app/watch-privacy.ts';
import { readLocal } from './lib/device.ts';
import { watchInstall } from './lib/install.ts';
import { startLanguage } from './lib/language.ts';
import { watchLayers } from './lib/layers.ts';
import { watchConnection } from './lib/online.ts';
import { page } from './lib/page.ts';
import { findRoute } from './lib/router.tsx';
import { installScrollMemory } from './lib/scroll.ts';
import { startTheme } from './lib/theme.ts';
import { registerServiceWorker } from './lib/updates.ts';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');

startTheme();
installScrollMemory();
watchLayers();
watchConnection();
watchInstall();
watchPrivacy();
const whenIdle = window.requestIdleCallback ?? ((task: () => void) => setTimeout(task, 2_000));
const reactRoot = createRoot(root);
page.render = (screen) => reactRoot.render(screen);
// As a transition React renders in slices, between which frames are painted and taps handled.
const render = () => startTransition(() => page.render?.(<App />));
// The page preloads the screen's code. Its skeleton stays until language and screen are loaded, so that shell and screen
// appear together.
const ready = Promise.allSettled([startLanguage(), findRoute(location.pathname)?.route.load()]);
// Disguise and device lock (app/cover.tsx) decide whether the app is shown. Most visits have neither.
const cover = () => import('./app/cover.tsx');
if (readLocal('appDisguiseSettings') ?? readLocal('biometricAuthSettings'))
  ready.then(cover).then(({ startCover }) => startCover(render));
else ready.then(render);
// Switched on in another tab.
window.addEventListener('storage', ({ key }) => {
  if (key === 'appDisguiseSettings' || key === 'biometricAuthSettings') cover().then(({ watchCover }) => watchCover());
});
/** Without a network it begins with the next one. */
function startLate(): void {
  import('./app/after-load.ts').then(
    (module) => module.startAfterLoad(),
    () => addEventListener('online', startLate, { once: true }),
  );
}
// The worker caches files this page has loaded; it must not compete with pending requests. The meter counts from the
// page's start, whenever it comes.
addEventListener('load', () => {
  whenIdle(registerServiceWorker);
  setTimeout(startLate, 3_000);
});
