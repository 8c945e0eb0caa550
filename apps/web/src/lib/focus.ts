/**
 * For when something closes that lay over a screen. Once the screen is drawn, focus is on `opener`; where that is gone,
 * on the field with `data-takes-focus`, which the screen is there for, or on the heading where a touch keyboard would cover what is to be read.
 * Does nothing when something else has taken the focus, or nothing had it.
 */
export function giveFocusBack(opener: Element | null): void {
  if (!opener || opener === document.body) return;
  setTimeout(() => {
    const { activeElement } = document;
    if (activeElement && activeElement !== document.body) return;
    const field = matchMedia('(pointer: fine)').matches && document.querySelector('[data-takes-focus]');
    const place = opener.isConnected ? opener : field || document.querySelector('main h1');
    (place as HTMLElement | null)?.focus({ preventScroll: true });
  });
}
