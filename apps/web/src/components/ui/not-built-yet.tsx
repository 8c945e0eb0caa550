import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from '../../lib/router.tsx';
import { buttonStyle } from './button.tsx';
import { EmptyGlass } from './empty-glass.tsx';

/** Placeholder of a screen not built yet, with a way back. */
export function NotBuiltYet({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div data-slot="not-built-yet" className="grid items-center gap-8 py-6 md:grid-cols-[300px_1fr] md:gap-14 md:py-14">
      <EmptyGlass className="aspect-[4/3] w-full rounded-sheet md:aspect-[3/4]" />
      <div>
        <h1 tabIndex={-1} className="d2">
          {title}
        </h1>
        <p className="mt-4 max-w-[34ch] text-lead text-muted">
          {children ?? (
            <Trans>
              This part isn't here yet. We would rather leave the room dark than fill it with pretend people.
            </Trans>
          )}
        </p>
        <Link to="/" className={buttonStyle({ variant: 'bone', className: 'mt-7' })}>
          <Trans>Go to Feed</Trans>
        </Link>
      </div>
    </div>
  );
}
