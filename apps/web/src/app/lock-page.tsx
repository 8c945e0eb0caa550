import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { I18nProvider } from '@lingui/react';
import { createRoot } from 'react-dom/client';
import { LockCover } from '../features/disguise/components/lock-cover.tsx';
import { api } from '../lib/api.ts';
import { changeLock } from '../lib/device-lock.ts';
import { keepDeviceSettings } from '../lib/device-settings.ts';
import { isDisguiseActive } from '../lib/disguise.ts';
import { restoreFocus } from '../lib/focus.ts';
import { wipeOutbox } from '../lib/outbox-name.ts';
import { loadAllStyles } from '../lib/styles.ts';
import { TranslatedText } from './translated-text.tsx';
import { proofsOf, prove } from './verify-device.ts';

let isLocked = false;

/**
 * Covers the page with the lock. What is below stays mounted, so that a call goes on, but is neither drawn nor readable.
 * `opened` runs once it is open.
 */
export function lockPage(opened?: () => void): void {
  if (isLocked) return;
  isLocked = true;
  const { documentElement: root } = document;
  const [focused, title] = [document.activeElement, document.title];
  root.dataset.locked = '';
  const show = (display: '' | 'none') => {
    for (const element of document.querySelectorAll<HTMLElement>('body > :not([data-slot=lock])'))
      element.style.display = display;
  };
  document.title = 'Vlam';
  const dialog = document.createElement('dialog');
  dialog.dataset.slot = 'lock';
  dialog.className = 'm-0 h-dvh max-h-none w-screen max-w-none bg-bg p-0';
  dialog.setAttribute('aria-label', i18n._(msg`Locked`));
  dialog.addEventListener('cancel', (event) => event.preventDefault());
  // Browsers let a second Escape through.
  dialog.addEventListener('close', () => {
    if (isLocked && dialog.isConnected && !dialog.open) dialog.showModal();
  });
  document.body.append(dialog);
  show('none');
  dialog.showModal();
  // A dialog that the app opens over the lock, such as an incoming call, would make it inert.
  const watcher = new MutationObserver(() => {
    show('none');
    if (document.querySelectorAll('dialog:modal').length < 2) return;
    dialog.close();
    dialog.showModal();
    watcher.takeRecords();
  });
  watcher.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] });
  const reactRoot = createRoot(dialog);
  const open = () => {
    watcher.disconnect();
    reactRoot.unmount();
    dialog.remove();
    show('');
    delete root.dataset.locked;
    if (!isDisguiseActive()) document.title = title;
    isLocked = false;
    if (isDisguiseActive()) return;
    opened?.();
    restoreFocus(focused);
  };
  const logOut = async () => {
    await keepDeviceSettings(() => api.logout());
    await wipeOutbox();
    location.replace('/?landing');
  };
  void loadAllStyles().then(() =>
    reactRoot.render(
      <I18nProvider i18n={i18n} defaultComponent={TranslatedText}>
        <LockCover
          proofs={proofsOf}
          prove={prove}
          onOpen={() => {
            changeLock({ lastAuthTime: Date.now() });
            open();
          }}
          onLeave={open}
          onLogOut={logOut}
        />
      </I18nProvider>,
    ),
  );
}
