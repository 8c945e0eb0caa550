import { useEffect, useRef } from 'react';
import { restoreScroll } from '../lib/scroll.ts';

/** After navigation: restores the scroll position and focuses the heading. Not on the first screen. */
export function useRouteFocus(pathname: string): void {
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    restoreScroll();
    // The heading may render late, and a loading screen's may disappear; focus that has moved on stays.
    const focusHeading = () => {
      const heading = document.querySelector<HTMLElement>('main h1');
      if (!heading || (document.activeElement && document.activeElement !== document.body)) return;
      if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    };
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    const timer = setInterval(focusHeading, 100);
    const end = setTimeout(() => clearInterval(timer), 3000);
    return () => {
      clearInterval(timer);
      clearTimeout(end);
    };
  }, [pathname]);
}
