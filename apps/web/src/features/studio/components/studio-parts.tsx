import { Trans, useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Link } from '../../../lib/router.tsx';

const parts = [
  { to: '/studio', label: <Trans>Posts</Trans> },
  { to: '/studio/people', label: <Trans>People</Trans> },
  { to: '/studio/prices', label: <Trans>Prices</Trans> },
  { to: '/studio/figures', label: <Trans>Figures</Trans> },
] as const satisfies readonly { to: string; label: ReactNode }[];

/** Links between the parts of the studio. */
export function StudioParts({ here }: { here: (typeof parts)[number]['to'] }) {
  const { t } = useLingui();
  return (
    <nav aria-label={t`Parts of the studio`} className="-ml-3 flex flex-wrap gap-1 pt-2">
      {parts.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          aria-current={to === here ? 'page' : undefined}
          className={clsx(
            'inline-flex min-h-11 items-center rounded-pill px-3 font-semibold text-sm',
            to === here ? 'text-ink' : 'text-faint hover:bg-surface-2 hover:text-ink',
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
