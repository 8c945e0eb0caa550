/**
 * Restores focus after an overlay closes, once the screen is rendered: to `opener`, else to the field with
 * `data-takes-focus`, else to the heading (a touch keyboard would cover the content). Does nothing when another element
 * has focus or when nothing had it before.
 */
export function restoreFocus(opener: Element | null): void {
  if (!opener || opener === document.body) return;
  setTimeout(() => {
    const { activeElement } = document;
    if (activeElement && activeElement !== document.body) return;
    const field = matchMedia('(pointer: fine)').matches && document.querySelector('[data-takes-focus]');
    const target = opener.isConnected ? opener : field || document.querySelector('main h1');
    (target as HTMLElement | null)?.focus({ preventScroll: true });
  });
}
