import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export interface Figure {
  value: ReactNode;
  label: string;
}

/** Large figures side by side. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  if (figures.length === 0) return null;
  // Two figures would sit at opposite edges of a phone.
  const isRow = figures.length > 2;
  return (
    <dl className={clsx('flex max-w-130 flex-wrap gap-x-9 gap-y-3', isRow && 'max-lg:justify-between max-lg:gap-x-4')}>
      {figures.map(({ value, label }) => (
        <div key={label} className="flex flex-col-reverse">
          <dt className="mt-1 text-faint text-meta">{label}</dt>
          <dd className="num text-[1.375rem]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
