import { type RefObject, useEffect, useRef, useState } from 'react';

/** True from the moment the element comes into view; what is below the fold costs nothing until then. */
export function useInView<Target extends Element>(): [RefObject<Target | null>, boolean] {
  const ref = useRef<Target>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element || seen) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setSeen(true);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [seen]);
  return [ref, seen];
}
