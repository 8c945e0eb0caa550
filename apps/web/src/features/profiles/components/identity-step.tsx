import { Trans } from '@lingui/react/macro';
import Check from 'lucide-react/icons/check';
import Circle from 'lucide-react/icons/circle';
import type { ReactNode } from 'react';

interface StepProps {
  isDone: boolean;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}

/** One thing that a level needs, and what can be done about it. */
export function IdentityStep({ isDone, title, children, action }: StepProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b py-3">
      <span className="flex min-w-0 flex-[1_1_14rem] items-start gap-3">
        {isDone ? (
          <Check size={20} aria-hidden className="mt-0.5 shrink-0 text-online" />
        ) : (
          <Circle size={20} aria-hidden className="mt-0.5 shrink-0 text-faint" />
        )}
        <span className="min-w-0">
          <span className="block font-semibold">
            {title}{' '}
            <span className="font-normal text-muted text-sm">
              {isDone ? <Trans>done</Trans> : <Trans>missing</Trans>}
            </span>
          </span>
          {children ? <span className="block text-muted text-sm">{children}</span> : null}
        </span>
      </span>
      {action ? <span className="flex flex-wrap items-center gap-2 max-sm:pl-8">{action}</span> : null}
    </li>
  );
}
