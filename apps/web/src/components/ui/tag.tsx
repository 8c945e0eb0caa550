import type { ReactNode } from 'react';
import { variants } from '../../lib/variants.ts';

const tagStyle = variants(
  'inline-flex min-h-6 max-w-full shrink-0 items-center gap-[5px] rounded-pill px-[9px] font-sans font-semibold text-micro leading-none tracking-normal [&_svg]:size-[13px] [&_svg]:[stroke-width:2.1]',
  {
    tone: {
      neutral: 'bg-surface-3 text-muted',
      outline: 'text-muted inset-ring inset-ring-line-strong',
      glass: 'bg-picture-tag text-on-picture',
      ember: 'bg-ember-soft text-on-ember-soft',
      gold: 'bg-gold-soft text-gold',
      online: 'bg-online-soft text-online',
      danger: 'bg-danger-soft text-danger',
      warning: 'bg-warning-soft text-warning',
      info: 'bg-info-soft text-info',
      admin: 'bg-role-admin-soft text-role-admin',
      creator: 'bg-role-creator-soft text-role-creator',
      user: 'bg-role-user-soft text-role-user',
    },
  },
  { tone: 'neutral' },
);

export type TagTone = NonNullable<NonNullable<Parameters<typeof tagStyle>[0]>['tone']>;

/** A status label, with an icon where colour alone would carry it. Not interactive. */
export function Tag({
  tone,
  icon,
  children,
  className,
}: {
  tone?: TagTone;
  icon?: ReactNode;
  children: ReactNode;
  className?: string;
}) {
  return (
    <span data-slot="tag" className={tagStyle({ tone, className })}>
      {icon}
      {children}
    </span>
  );
}

/** Green dot of an online person; always beside text. */
export function PresenceDot({ className = '' }: { className?: string }) {
  return <span aria-hidden className={`inline-block size-2 shrink-0 rounded-pill bg-online ${className}`} />;
}
