import { clsx } from 'clsx';
import type { ReactNode } from 'react';

const tones = {
  warning: 'bg-warning-soft',
  online: 'bg-online-soft',
  neutral: 'bg-surface-2',
  danger: 'bg-danger-soft',
} as const;

export interface BannerProps {
  tone: keyof typeof tones;
  icon: ReactNode;
  title: ReactNode;
  text?: ReactNode;
  actions?: ReactNode;
  className?: string;
}

/** A status line across the screen. */
export function Banner({ tone, icon, title, text, actions, className }: BannerProps) {
  return (
    <div
      role="status"
      data-slot="banner"
      className={clsx('flex flex-wrap items-center gap-x-3 gap-y-2 px-(--gutter) py-3', tones[tone], className)}
    >
      <span className="shrink-0">{icon}</span>
      <div className="min-w-0 flex-1">
        <div className="font-semibold text-sm">{title}</div>
        {text ? <div className="text-muted text-sm">{text}</div> : null}
      </div>
      {actions ? <div className="flex gap-2">{actions}</div> : null}
    </div>
  );
}
