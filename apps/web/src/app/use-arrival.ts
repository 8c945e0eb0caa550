import { useEffect, useRef } from 'react';
import { restoreScroll } from '../lib/scroll.ts';

/** After a move to another screen: scroll to where it was left, and put focus on its heading. Not on the first screen. */
export function useArrival(pathname: string): void {
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    restoreScroll();
    // The heading may come late, and a loading screen's may go again; focus that was moved on stays where it is.
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
