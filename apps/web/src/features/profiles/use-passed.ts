import { useEffect, useRef, useState } from 'react';

/** Whether an element has been scrolled out of view at the top. */
export function usePassed<Target extends Element>() {
  const ref = useRef<Target>(null);
  const [passed, setPassed] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setPassed(!entry.isIntersecting && entry.boundingClientRect.top < 0);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, passed] as const;
}
