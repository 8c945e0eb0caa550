import './styles/first.css';
// Every screen needs these: with the first load they cost no request of their own.
import './components/ui/page-title.tsx';
import './lib/format.ts';
import './lib/realtime.ts';
// The socket brings these to every signed-in screen a moment later, and the chats need them at once.
import './features/messaging/api.ts';
import './features/messaging/sent.ts';
import './features/messaging/thread.ts';
import './features/messaging/unread.ts';
import './features/messaging/summary.ts';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { watchInstall } from './lib/install.ts';
import { startLanguage } from './lib/language.ts';
import { watchLayers } from './lib/layers.ts';
import { watchConnection } from './lib/online.ts';
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
const afterwards = window.requestIdleCallback ?? ((task: () => void) => setTimeout(task, 2_000));
const render = () => createRoot(root).render(<App />);
// The screen's code is on its way since the page came: until both are here the page's own frame stands, and then shell
// and screen appear at once.
Promise.allSettled([startLanguage(), findRoute(location.pathname)?.route.load()]).then(render);
// The worker stores what this page has loaded anyway; it must not compete with what is still missing.
addEventListener('load', () => afterwards(registerServiceWorker));
