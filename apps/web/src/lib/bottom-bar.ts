/**
 * Ref for a bar that sticks to the bottom of a screen. While it does, toasts rise above it and the focused field scrolls
 * clear of it, because both go by `--bar-bottom`.
 */
export function bottomBar(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return undefined;
  const { style } = document.documentElement;
  const measure = () => {
    if (getComputedStyle(bar).position === 'sticky') style.setProperty('--bar-bottom', `${bar.offsetHeight}px`);
    else style.removeProperty('--bar-bottom');
  };
  const observer = new ResizeObserver(measure);
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.removeProperty('--bar-bottom');
  };
}
