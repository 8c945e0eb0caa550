const names = ['--bar-bottom', '--screen-bar'];

/**
 * Ref for a bar that sticks to the bottom of a screen. While it does, toasts rise above it and the focused field scrolls
 * clear of it, because both go by `--bar-bottom`.
 */
export function bottomBar(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return undefined;
  const { style } = document.documentElement;
  const measure = () => {
    const sticks = getComputedStyle(bar).position === 'sticky' && bar.offsetHeight > 0;
    for (const name of names)
      if (sticks) style.setProperty(name, `${bar.offsetHeight}px`);
      else style.removeProperty(name);
  };
  const observer = new ResizeObserver(measure);
  observer.observe(bar);
  return () => {
    observer.disconnect();
    for (const name of names) style.removeProperty(name);
  };
}
