import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { EmptyGlass } from './empty-glass.tsx';

export interface EmptyStateProps {
  title: ReactNode;
  text?: ReactNode;
  /** One bone button or link. */
  action?: ReactNode;
  /** h1 when the whole screen is empty. */
  heading?: 'h1' | 'h2' | 'h3';
  /** A short row instead of a centred picture. */
  compact?: boolean;
  className?: string;
}

/** Empty state: illustration, title, sentence, one action. */
export function EmptyState({
  title,
  text,
  action,
  heading: Heading = 'h2',
  compact = false,
  className,
}: EmptyStateProps) {
  if (compact)
    return (
      <div data-slot="empty" className={clsx('flex items-center gap-4', className)}>
        <EmptyGlass className="h-[85px] w-16 shrink-0 rounded-field" />
        <div className="min-w-0">
          <Heading className="d4">{title}</Heading>
          {text ? <p className="mt-1 text-muted text-sm">{text}</p> : null}
          {action ? <div className="mt-2">{action}</div> : null}
        </div>
      </div>
    );
  return (
    <div data-slot="empty" className={clsx('flex flex-col items-center px-5 py-11 text-center', className)}>
      <EmptyGlass className="h-50 w-37.5 rounded-[22px]" />
      <Heading className="d3 mt-6">{title}</Heading>
      {text ? <p className="mt-2 max-w-[300px] text-muted">{text}</p> : null}
      {action ? <div className="mt-5">{action}</div> : null}
    </div>
  );
}
