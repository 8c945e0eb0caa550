import { type RefObject, useEffect, useState } from 'react';

/** True while any part of the element is visible; for pausing hidden work. */
export function useOnScreen(ref: RefObject<Element | null>): boolean {
  const [isVisible, setSeen] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new IntersectionObserver((entries) => setSeen(entries.at(-1)?.isIntersecting === true));
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return isVisible;
}
