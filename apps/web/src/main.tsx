import './styles/app.css';
// Every screen needs these: with the first load they cost no request of their own.
import './components/ui/page-title.tsx';
import './lib/format.ts';
import './lib/idempotency.ts';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { watchInstall } from './lib/install.ts';
import { startLanguage } from './lib/language.ts';
import { watchConnection } from './lib/online.ts';
import { installScrollMemory } from './lib/scroll.ts';
import { startTheme } from './lib/theme.ts';
import { registerServiceWorker } from './lib/updates.ts';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');

startTheme();
installScrollMemory();
watchConnection();
watchInstall();
const render = () => createRoot(root).render(<App />);
startLanguage().then(render, render);
addEventListener('load', registerServiceWorker);
