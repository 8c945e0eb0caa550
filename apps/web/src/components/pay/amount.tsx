import type { ReactNode } from 'react';

/** The rand a payment takes as the one large number of its sheet; `children` say what it buys beside it. */
export function Amount({ rand, children }: { rand: string; children?: ReactNode }) {
  return (
    <p data-slot="amount" className="flex flex-wrap items-end justify-between gap-x-4 gap-y-1 pb-2">
      <span className="num text-[3.5rem]">{rand}</span>
      <span className="min-w-0 flex-1 basis-32 pb-1 text-right text-muted text-sm">{children}</span>
    </p>
  );
}
