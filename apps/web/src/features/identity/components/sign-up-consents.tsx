import { Trans } from '@lingui/react/macro';
import { accountConsentWordings, currentWordingOf } from '@vlam/contract/rules/account-consents';
import { useId } from 'react';
import { Link } from '../../../lib/router.tsx';
import { quietLink } from './auth-page.tsx';

/**
 * What is agreed to by creating the account, and a separate yes for fields about one's sex life. The words are
 * not translated: a yes stores their number.
 */
export function SignUpConsents({ special, onChange }: { special: boolean; onChange(special: boolean): void }) {
  const id = useId();
  return (
    <div className="grid gap-3">
      <div className="text-muted text-sm">
        <p>
          <Trans>By creating your account you say:</Trans>{' '}
          <span lang="en">{accountConsentWordings.terms[currentWordingOf('terms') - 1]}</span>
        </p>
        <p className="flex flex-wrap gap-x-4">
          <Link to="/legal/:page" params={{ page: 'terms' }} className={quietLink}>
            <Trans>Terms</Trans>
          </Link>
          <Link to="/legal/:page" params={{ page: 'rules' }} className={quietLink}>
            <Trans>Community rules</Trans>
          </Link>
          <Link to="/legal/:page" params={{ page: 'privacy' }} className={quietLink}>
            <Trans>Privacy</Trans>
          </Link>
        </p>
        <p className="mt-2">
          <Trans>
            You may see what is known about you, have it corrected or deleted, and object to what is done with it. A
            person answers in writing within 30 days. It costs nothing.
          </Trans>{' '}
          <Link to="/compliance/personal-information" className={quietLink}>
            <Trans>Your personal information</Trans>
          </Link>
        </p>
      </div>
      <label htmlFor={id} className="flex min-h-11 cursor-pointer items-start gap-3 py-2 text-sm">
        <input
          id={id}
          type="checkbox"
          checked={special}
          onChange={(event) => onChange(event.target.checked)}
          className="mt-0.5 size-5 shrink-0 accent-(--text)"
        />
        <span className="min-w-0">
          <span className="font-semibold">
            <Trans>Optional, and you can decide later:</Trans>
          </span>{' '}
          <span lang="en" className="text-muted">
            {accountConsentWordings.special[currentWordingOf('special') - 1]}
          </span>
        </span>
      </label>
    </div>
  );
}
