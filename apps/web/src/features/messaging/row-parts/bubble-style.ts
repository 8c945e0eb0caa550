import { clsx } from 'clsx';

/** The corner on the sender's side is nearly square. */
export const corner = (isOwn: boolean): string =>
  isOwn ? 'rounded-card rounded-br-[6px]' : 'rounded-card rounded-bl-[6px]';

export const bubbleStyle = (isOwn: boolean): string =>
  clsx(
    'whitespace-pre-wrap px-3.5 py-2.5 text-[0.9375rem]/[1.4] [overflow-wrap:anywhere]',
    corner(isOwn),
    isOwn ? 'bg-ember-soft' : 'bg-surface-2',
  );
