import { useEffect, useRef, useState } from 'react';

/** True while the element is scrolled out of view above the viewport. */
export function useScrolledPast<Target extends Element>() {
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
