import { Trans } from '@lingui/react/macro';
import { Link } from '../../lib/router.tsx';
import { buttonStyle } from './button.tsx';

interface LevelNoteProps {
  isPurchased: boolean;
  /** It has a price, or comes with a subscription. */
  isSold: boolean;
  /** For a bundle, of which an item is rated X18. */
  isBundle?: boolean;
  onLeave?: () => void;
}

/** Why X18 stays shut, and the way to open it. Nothing is sold before. */
export function LevelNote({ isPurchased, isSold, isBundle = false, onLeave }: LevelNoteProps) {
  return (
    <>
      <p className="mt-5 text-muted">
        {isBundle ? (
          <Trans>
            An item inside is rated X18. It opens once we have looked at your identity document, which is identity level
            2.
          </Trans>
        ) : (
          <Trans>
            This is rated X18. It opens once we have looked at your identity document, which is identity level 2.
          </Trans>
        )}{' '}
        {isPurchased ? (
          <Trans>What you bought stays yours.</Trans>
        ) : isSold ? (
          <Trans>You cannot buy it before, so that you do not pay for what stays shut.</Trans>
        ) : null}
      </p>
      <Link
        to="/identity"
        {...(onLeave ? { onClick: onLeave } : {})}
        className={buttonStyle({ variant: 'bone', full: true, className: 'mt-4' })}
      >
        <Trans>Confirm who you are</Trans>
      </Link>
    </>
  );
}
