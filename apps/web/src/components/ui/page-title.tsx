import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export interface PageTitleProps {
  children: ReactNode;
  /** One line under it. */
  lead?: ReactNode;
  /** At the right: balance or button. */
  aside?: ReactNode;
  size?: 'd2' | 'd3';
  className?: string;
}

/** The one h1 of a screen; focus comes here after navigation. */
export function PageTitle({ children, lead, aside, size = 'd2', className }: PageTitleProps) {
  return (
    <header
      data-slot="page-title"
      className={clsx('flex flex-wrap items-start justify-between gap-x-6 gap-y-3 pt-4', className)}
    >
      <div className="min-w-0">
        <h1 tabIndex={-1} className={size}>
          {children}
        </h1>
        {lead ? <p className="mt-2 max-w-[60ch] text-muted">{lead}</p> : null}
      </div>
      {aside}
    </header>
  );
}

/** Style of a link beside a section's heading. */
export const sectionLink =
  'inline-flex min-h-11 shrink-0 items-center font-semibold text-ember-text text-sm hover:underline';

/** A section with its heading; 44 px above on phones, 56 on desktop. */
export function Section({
  title,
  aside,
  children,
  className,
  id,
}: {
  title: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
  className?: string;
  id?: string;
}) {
  return (
    <section id={id} data-slot="section" className={clsx('mt-11 lg:mt-14', className)}>
      <div className="mb-3 flex min-h-11 items-center justify-between gap-3 [&>a]:max-w-[45%] [&>a]:text-right">
        <h2 className="d3">{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
