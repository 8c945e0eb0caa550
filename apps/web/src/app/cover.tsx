import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { flushSync } from 'react-dom';
import { DisguiseHost, preloadTool } from '../features/disguise/tools/host.tsx';
import { ApiError, api } from '../lib/api.ts';
import { isAuthenticated, lockCheckMs, lockStore } from '../lib/device-lock.ts';
import { keepDeviceSettings } from '../lib/device-settings.ts';
import { activateAtLaunch, changeDisguise, deactivateDisguise, disguiseStore, panic } from '../lib/disguise.ts';
import { deleteDraft } from '../lib/draft.ts';
import { wipeOutbox } from '../lib/outbox-name.ts';
import { page } from '../lib/page.ts';
import { sendCover, watchSentCover } from '../lib/send-cover.ts';
import { publishSession } from '../lib/updates.ts';
import { disguisePage, restorePushText } from './cover-page.ts';
import { createDoubleBack } from './double-back.ts';
import { TranslatedText } from './translated-text.tsx';

let watching = false;
let painted = false;
let ending = false;
let lock: Promise<typeof import('./lock-page.tsx')> | undefined;

/** Returns by a fresh page: title, icon, manifest and all else are the app's own again. */
function returnToApp(): void {
  location.replace(deactivateDisguise());
}

/** Notifies the safety contact that the duress code was typed. Throws while the server cannot be reached. */
async function raiseAlarm(): Promise<void> {
  const { alarmOf } = disguiseStore.get();
  if (!alarmOf) return;
  try {
    await api.raiseAlarm({ body: { typedAt: alarmOf } });
  } catch (error) {
    // A refusal is final, such as of a session that is over.
    if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429) throw error;
  }
  changeDisguise({ alarmOf: null });
}

/** Raises the alarm and ends the session, if the member chose so; again when the network returns. */
async function finishCover(): Promise<void> {
  const { alarmOf, endsSession } = disguiseStore.get();
  if (ending || !(alarmOf || endsSession)) return;
  ending = true;
  try {
    // First, because without a session the server knows no contact.
    await raiseAlarm();
    if (endsSession) await endSession();
  } catch {
    // Without a network the next `online`, the next check or the next start tries again.
  } finally {
    ending = false;
  }
}

async function endSession(): Promise<void> {
  await keepDeviceSettings(() => api.logout());
  await wipeOutbox();
  deleteDraft();
  publishSession(null);
  // Kept settings still say that a session is to be ended, and which screen was open.
  const { active } = disguiseStore.get();
  changeDisguise({ endsSession: false, active: active && { ...active, path: '/login' } });
}

/** Draws the disguise in place of the app. The app is unmounted: nothing of it is in the page, and its socket closes. */
function applyDisguise(): void {
  const { active, selectedDisguise } = disguiseStore.get();
  if (selectedDisguise) preloadTool(selectedDisguise).catch(() => undefined);
  if (active && !painted) {
    painted = true;
    for (const dialog of document.querySelectorAll('dialog')) dialog.close();
    flushSync(() =>
      page.render?.(
        <I18nProvider i18n={i18n} defaultComponent={TranslatedText}>
          <DisguiseHost onReturn={returnToApp} />
        </I18nProvider>,
      ),
    );
    disguisePage(active);
  }
  // Uncovered by another tab.
  if (!active && painted) location.reload();
  void finishCover();
}

/** Locks when the authentication has lapsed. No one who is signed out is asked. */
async function applyLock(): Promise<void> {
  const settings = lockStore.get();
  if (painted || !settings.isEnabled || isAuthenticated(settings, Date.now())) return;
  lock ??= import('./lock-page.tsx');
  (await lock).lockPage();
}

function watchPanic(): void {
  const isDoubleBack = createDoubleBack();
  window.addEventListener('keydown', (event) => {
    const isShortcut = (event.ctrlKey || event.metaKey) && event.shiftKey && event.key.toLowerCase() === 'f';
    if (!isShortcut || !disguiseStore.get().panicByShortcut) return;
    if (panic()) event.preventDefault();
  });
  addEventListener('popstate', () => {
    if (painted) return history.replaceState(null, '', '/');
    if (isDoubleBack(performance.now()) && disguiseStore.get().panicByBack) panic();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') {
      if (disguiseStore.get().panicOnLeave) panic();
    } else void applyLock();
  });
}

/** Watches for panic and for the end of an authentication; once. */
export function watchCover(): void {
  if (watching) return;
  watching = true;
  disguiseStore.subscribe(applyDisguise);
  lockStore.subscribe(() => void applyLock());
  addEventListener('online', () => void finishCover());
  setInterval(() => {
    void applyLock();
    void finishCover();
    void sendCover();
  }, lockCheckMs);
  watchPanic();
  applyDisguise();
  watchSentCover();
}

/** Shows the disguise, the lock or the app, when the page starts. */
export async function startCover(showApp: () => void): Promise<void> {
  activateAtLaunch();
  watchCover();
  if (disguiseStore.get().active) return;
  if (disguiseStore.get().selectedDisguise) restorePushText();
  const settings = lockStore.get();
  if (!settings.isEnabled || isAuthenticated(settings, Date.now())) return showApp();
  lock ??= import('./lock-page.tsx');
  // The app is not even loaded before the lock is open.
  (await lock).lockPage(showApp);
}
