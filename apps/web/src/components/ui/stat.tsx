import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export interface StatProps {
  label: ReactNode;
  value: ReactNode;
  note?: ReactNode;
  className?: string;
}

/** A figure with its name above and a note below. */
export function Stat({ label, value, note, className }: StatProps) {
  return (
    <div data-slot="stat" className={clsx('min-w-0', className)}>
      <dt className="text-meta text-muted">{label}</dt>
      <dd className="num mt-1.5 text-[1.75rem]">{value}</dd>
      {note ? <dd className="mt-1.5 text-faint text-meta">{note}</dd> : null}
    </div>
  );
}

/** Figures side by side, separated by hairlines. */
export function StatRow({ children, className }: { children: ReactNode; className?: string }) {
  return (
    // Clips the hairline before the first figure of each line.
    <div className={clsx('overflow-x-clip', className)}>
      <dl className="-ml-4.25 flex flex-wrap gap-y-4 *:border-line-strong *:border-l *:px-4 sm:-ml-7.25 sm:*:px-7">
        {children}
      </dl>
    </div>
  );
}
