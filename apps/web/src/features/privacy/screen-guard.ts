import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { isDisguiseActive } from '../../lib/disguise.ts';
import { incognitoStore, inEffect } from '../../lib/incognito.ts';

/** How long the overlay stays, in milliseconds. */
export const overlayMs = 2_000;
const blur = 'blur(24px)';

/** Keys by which systems and browsers take a picture of the page, or print it. */
export function isScreenshotKey(
  event: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey'>,
): boolean {
  const { key, code, shiftKey, ctrlKey, metaKey } = event;
  if (key === 'PrintScreen') return true;
  if (shiftKey && metaKey) return /^(Digit[345]|KeyS)$/.test(code);
  return ctrlKey && (shiftKey ? code === 'KeyS' : code === 'KeyP');
}

/** Open dialogs lie above the page, so its blur does not reach them. */
const layers = () => [document.body, ...document.querySelectorAll<HTMLElement>('dialog[open]')];
const setBlur = (filter: string) => {
  for (const layer of layers()) layer.style.filter = filter;
};

let overlay: HTMLElement | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Covers everything for two seconds. */
export function showOverlay(): void {
  clearTimeout(timer);
  timer = setTimeout(hideOverlay, overlayMs);
  if (overlay) return;
  overlay = document.createElement('div');
  overlay.setAttribute('role', 'alert');
  overlay.dataset.slot = 'screenshot-blocked';
  overlay.popover = 'manual';
  Object.assign(overlay.style, {
    position: 'fixed',
    inset: '0',
    width: '100vw',
    height: '100vh',
    maxWidth: 'none',
    maxHeight: 'none',
    margin: '0',
    border: '0',
    display: 'grid',
    placeContent: 'center',
    gap: '8px',
    padding: '24px',
    textAlign: 'center',
    zIndex: '2147483647',
    background: 'var(--bg)',
    color: 'var(--text)',
  });
  const title = document.createElement('strong');
  title.className = 'd3';
  title.textContent = i18n._(msg`Screenshot Blocked`);
  const text = document.createElement('p');
  text.textContent = i18n._(msg`This deters a screenshot. It cannot prevent one.`);
  overlay.append(title, text);
  document.documentElement.append(overlay);
  // Above open dialogs; browsers without it show it above the page.
  overlay.showPopover?.();
}

function hideOverlay(): void {
  overlay?.remove();
  overlay = undefined;
}

/** A disguise does nothing that an ordinary page would not do. */
const isOn = () => inEffect(incognitoStore.get()).screenshots && !isDisguiseActive();

function onKey(event: KeyboardEvent): void {
  if (!isOn() || !isScreenshotKey(event)) return;
  event.preventDefault();
  showOverlay();
  // The key has often put a picture there already.
  if (event.key === 'PrintScreen') navigator.clipboard?.writeText('').catch(() => undefined);
}

/** Blurs the page while the window has no focus, and blocks the context menu and the keys of screenshots. */
export function startScreenGuard(): void {
  window.addEventListener('blur', () => {
    if (isOn()) setBlur(blur);
  });
  window.addEventListener('focus', () => setBlur(''));
  incognitoStore.subscribe(() => {
    if (!isOn()) setBlur('');
  });
  window.addEventListener('contextmenu', (event) => {
    if (isOn()) event.preventDefault();
  });
  window.addEventListener('keydown', onKey, true);
  // Windows reports this key only when it is released.
  window.addEventListener('keyup', (event) => event.key === 'PrintScreen' && onKey(event), true);
}
