import { type RefObject, useEffect } from 'react';
import { createStore, useStore } from '../../lib/store.ts';
import { useInView } from '../../lib/use-in-view.ts';

const scrolled = createStore(false);

/**
 * Whether to load an element's pictures: true once it is in view or the member has scrolled. After that the browser
 * decides what to load ahead; before, it would load several screens in advance.
 */
export function useNear<Target extends Element>(): [RefObject<Target | null>, boolean] {
  const [ref, inView] = useInView<Target>();
  const moving = useStore(scrolled);
  useEffect(() => {
    const onScroll = () => scrolled.set(true);
    addEventListener('scroll', onScroll, { once: true, passive: true });
    return () => removeEventListener('scroll', onScroll);
  }, []);
  return [ref, inView || moving];
}
