import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Opened } from '../shell/opened.tsx';

/** After the first scroll, sections within this distance are loaded ahead. */
const ahead = '700px 0px';
let scrolled = false;
let wanted = '';

/** Stores which section home should open at; navigate there afterwards. */
export function arriveAt(id: string): void {
  wanted = id;
}

/**
 * A section below the fold. Its code and data load when it comes into view, or near it once the member has scrolled.
 * Its space is reserved.
 */
export function Below({ id, minHeight, children }: { id?: string; minHeight: string; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  const [moving, setMoving] = useState(scrolled);
  useEffect(() => {
    if (!id || wanted !== id) return;
    wanted = '';
    setNear(true);
    // After the new screen was scrolled to its top.
    setTimeout(() => ref.current?.scrollIntoView(), 60);
  }, [id]);
  useEffect(() => {
    const note = () => {
      scrolled = true;
      setMoving(true);
    };
    addEventListener('scroll', note, { once: true, passive: true });
    return () => removeEventListener('scroll', note);
  }, []);
  useEffect(() => {
    const element = ref.current;
    if (!element || near) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      { rootMargin: moving ? ahead : '0px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [near, moving]);
  return (
    <div ref={ref} id={id} className={`scroll-mt-4 ${minHeight}`}>
      {near ? <Opened>{children}</Opened> : null}
    </div>
  );
}
