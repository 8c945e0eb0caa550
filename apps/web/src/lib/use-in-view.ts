import { type RefObject, useEffect, useRef, useState } from 'react';

/**
 * True once the element has come into view, to load content below the fold lazily. `margin` is the observer's
 * `rootMargin`.
 */
export function useInView<Target extends Element>(margin = '0px'): [RefObject<Target | null>, boolean] {
  const ref = useRef<Target>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element || seen) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setSeen(true);
      },
      { rootMargin: margin },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [seen, margin]);
  return [ref, seen];
}
