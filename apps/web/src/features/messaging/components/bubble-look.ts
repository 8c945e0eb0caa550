import { clsx } from 'clsx';

/** The one corner at the sender is nearly square. */
export const corner = (isOwn: boolean): string =>
  isOwn ? 'rounded-card rounded-br-[6px]' : 'rounded-card rounded-bl-[6px]';

export const bubbleLook = (isOwn: boolean): string =>
  clsx(
    'whitespace-pre-wrap px-3.5 py-2.5 text-[0.9375rem]/[1.4] [overflow-wrap:anywhere]',
    corner(isOwn),
    isOwn ? 'bg-ember-soft' : 'bg-surface-2',
  );
