import type { ReactNode } from 'react';

/** One row of a list about credits: icon, title, and a figure or button at the right. */
export function CreditRow({
  icon,
  title,
  note,
  children,
}: {
  icon: ReactNode;
  title: ReactNode;
  note?: ReactNode;
  children: ReactNode;
}) {
  return (
    <li className="flex min-h-15 items-center gap-3.5 border-line border-t py-1.5 first:border-t-0">
      <span aria-hidden className="shrink-0 text-muted">
        {icon}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block break-words">{title}</span>
        {note ? <span className="mt-0.5 block text-faint text-meta">{note}</span> : null}
      </span>
      {children}
    </li>
  );
}
