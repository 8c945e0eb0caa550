import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { buttonStyle } from '../components/ui/button.tsx';
import { EmptyState } from '../components/ui/empty-state.tsx';
import { Link } from '../lib/router.tsx';

interface CreatorRequiredProps {
  text: ReactNode;
  /** The way out, where it is not the start of a creator's profile. */
  action?: ReactNode;
}

/** Shown to a member without a creator's profile on a screen that needs one. */
export const CreatorRequired = ({ text, action }: CreatorRequiredProps) => (
  <EmptyState
    heading="h1"
    title={<Trans>Creator Profile Required</Trans>}
    text={text}
    action={
      action ?? (
        <Link to="/create" className={buttonStyle({ variant: 'bone' })}>
          <Trans>Become a creator</Trans>
        </Link>
      )
    }
  />
);
