import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { LazyBoundary } from '../shell/lazy-boundary.tsx';

/** After the first scroll, sections within this distance are loaded ahead. */
const preloadMargin = '700px 0px';
let scrolled = false;
let targetId = '';
/** Heights that sections had when home was left: with them Back finds its place before they have loaded again. */
const heights = new Map<string, number>();

/** Stores which section home should open at; navigate there afterwards. */
export function openHomeAt(id: string): void {
  targetId = id;
}

/**
 * A section below the fold. Its code and data load when it comes into view, or near it once the member has scrolled.
 * Its space is reserved.
 */
export function Below({ id, minHeight, children }: { id?: string; minHeight: string; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  const [shouldLoad, setShouldLoad] = useState(false);
  const [hasScrolled, setHasScrolled] = useState(scrolled);
  // Turned to another width, a section has another height.
  const key = innerWidth + minHeight;
  useLayoutEffect(() => {
    const element = ref.current;
    return () => {
      if (element) heights.set(key, element.offsetHeight);
    };
  }, [key]);
  useEffect(() => {
    if (!id || targetId !== id) return;
    targetId = '';
    setShouldLoad(true);
    // After the new screen was scrolled to its top.
    setTimeout(() => ref.current?.scrollIntoView(), 60);
  }, [id]);
  useEffect(() => {
    const handleScroll = () => {
      scrolled = true;
      setHasScrolled(true);
    };
    addEventListener('scroll', handleScroll, { once: true, passive: true });
    return () => removeEventListener('scroll', handleScroll);
  }, []);
  useEffect(() => {
    const element = ref.current;
    if (!element || shouldLoad) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setShouldLoad(true);
      },
      { rootMargin: hasScrolled ? preloadMargin : '0px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [shouldLoad, hasScrolled]);
  const space = <div style={{ height: heights.get(key) }} />;
  return (
    <div ref={ref} id={id} className={`flex scroll-mt-4 flex-col ${minHeight}`}>
      {shouldLoad ? <LazyBoundary fallback={space}>{children}</LazyBoundary> : space}
    </div>
  );
}
