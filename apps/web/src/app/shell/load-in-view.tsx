import type { ReactNode } from 'react';
import { useInView } from '../../lib/use-in-view.ts';
import { LazyBoundary } from './lazy-boundary.tsx';

interface LoadInViewProps {
  /** Reserves the height of the children, so that the page does not jump. */
  className: string;
  /** Loads without waiting for the viewport. */
  now?: boolean;
  children: ReactNode;
}

/** Renders lazy children once they come into view. */
export function LoadInView({ className, now = false, children }: LoadInViewProps) {
  const [ref, isInView] = useInView<HTMLDivElement>();
  return (
    <div ref={ref} className={className}>
      {isInView || now ? <LazyBoundary>{children}</LazyBoundary> : null}
    </div>
  );
}
