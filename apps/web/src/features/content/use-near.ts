import { type RefObject, useEffect } from 'react';
import { createStore, useStore } from '../../lib/store.ts';
import { useInView } from '../../lib/use-in-view.ts';

const scrolled = createStore(false);

/**
 * Whether an element's pictures are worth fetching: it is in view, or somebody began to scroll. From then on the browser
 * decides what to fetch ahead; before, it would fetch several screens nobody may look at.
 */
export function useNear<Target extends Element>(): [RefObject<Target | null>, boolean] {
  const [ref, inView] = useInView<Target>();
  const moving = useStore(scrolled);
  useEffect(() => {
    const note = () => scrolled.set(true);
    addEventListener('scroll', note, { once: true, passive: true });
    return () => removeEventListener('scroll', note);
  }, []);
  return [ref, inView || moving];
}
