import { clsx } from 'clsx';

const ribs = Array.from({ length: 10 }, (_, index) => index);

/** Illustration of empty fluted glass in CSS, so that it needs no request. */
export function EmptyGlass({ className }: { className?: string }) {
  return (
    <span aria-hidden data-slot="empty-glass" className={clsx('empty-glass overflow-hidden', className)}>
      {ribs.map((rib) => (
        <i key={rib} style={{ '--rib': String(rib) } as Record<string, string>} />
      ))}
    </span>
  );
}
