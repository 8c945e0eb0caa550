import { Trans } from '@lingui/react/macro';
import { Button, buttonStyle } from '../../../components/ui/button.tsx';
import { CreditToken } from '../../../components/ui/marks.tsx';
import type { Answer } from '../../../lib/api.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Link } from '../../../lib/router.tsx';

interface TestWelcomeProps {
  answer: Answer<'testLogin'>;
  onAnother: () => void;
}

/** The signed-in account, its balance, and links. */
export function TestWelcome({ answer: { user, credits }, onAnother }: TestWelcomeProps) {
  return (
    <div className="mt-6 pb-12 lg:mt-0">
      <h1 tabIndex={-1} ref={(heading) => heading?.focus()} className="d2">
        <Trans>Welcome, {user.firstName}</Trans>
      </h1>
      <p className="mt-3 break-words text-muted">{user.email}</p>
      <p className="d1 num mt-8 -ml-[.045em] flex items-baseline gap-3 text-gold">
        {formatNumber(credits)}
        <span className="flex items-center gap-1.5 font-semibold font-sans text-base tracking-normal">
          <CreditToken size={18} />
          <Trans>credits</Trans>
        </span>
      </p>
      <div className="mt-10 grid gap-2">
        <Link to="/" className={buttonStyle({ variant: 'primary', size: 'lg', full: true })}>
          <Trans>Go Home</Trans>
        </Link>
        <Link to="/test-profiles" className={buttonStyle({ size: 'lg', full: true })}>
          <Trans>Go to Test Profiles</Trans>
        </Link>
        <Button variant="ghost" size="lg" full onClick={onAnother}>
          <Trans>Try Another Account</Trans>
        </Button>
      </div>
    </div>
  );
}

/** Explains the purpose of the demo. */
export function TestCaption() {
  return (
    <>
      <h2 className="d3">
        <Trans>What there is to try</Trans>
      </h2>
      <ul className="mt-3 grid grid-cols-2 gap-x-6 text-sm *:py-1">
        <li>
          <Trans>Pay-per-view content</Trans>
        </li>
        <li>
          <Trans>Card credit purchase</Trans>
        </li>
        <li>
          <Trans>Request negotiation</Trans>
        </li>
        <li>
          <Trans>Video chat simulation</Trans>
        </li>
        <li>
          <Trans>VIP tiers</Trans>
        </li>
        <li>
          <Trans>Virtual gifts</Trans>
        </li>
        <li>
          <Trans>Location features</Trans>
        </li>
        <li>
          <Trans>AI matching</Trans>
        </li>
      </ul>
    </>
  );
}

export function SignInLink() {
  return (
    <Link to="/login" className={buttonStyle({ variant: 'bone' })}>
      <Trans>Sign in</Trans>
    </Link>
  );
}
