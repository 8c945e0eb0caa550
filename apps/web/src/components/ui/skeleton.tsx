import { clsx } from 'clsx';
import { type ReactNode, useEffect, useState } from 'react';

/** Placeholder box; give it the size and radius of the content. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      data-slot="skeleton"
      className={clsx(
        'block bg-surface-2 motion-safe:animate-[breathe_1.6s_ease-in-out_infinite]',
        className ?? 'h-4 rounded-xs',
      )}
    />
  );
}

/** For what stands below a part that loads: hidden until it came, so that it does not jump. */
export const afterLoading = 'group-has-data-[slot=loading]:invisible';

/** Shows its placeholders after 400 ms, so that fast responses do not flicker. Its space is reserved at once. */
export function Loading({ label, children, className }: { label: string; children: ReactNode; className?: string }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 400);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div
      role="status"
      data-slot="loading"
      aria-label={label}
      aria-busy
      className={clsx(!late && 'invisible', className)}
    >
      {children}
    </div>
  );
}

/** Placeholder rows with a picture and two lines. */
export function SkeletonRows({ count = 3 }: { count?: number }) {
  return Array.from({ length: count }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move.
    <div key={row} className="flex items-center gap-3 py-2.5">
      <Skeleton className="size-12 shrink-0 rounded-pill" />
      <div className="flex flex-1 flex-col gap-2">
        <Skeleton className="h-3.5 w-3/5 rounded-[7px]" />
        <Skeleton className="h-3 w-[85%] rounded-[6px]" />
      </div>
    </div>
  ));
}
