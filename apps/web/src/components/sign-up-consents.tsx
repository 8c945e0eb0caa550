import { Trans } from '@lingui/react/macro';
import { accountConsentWordings, currentWordingOf } from '@vlam/contract/rules/account-consents';
import { type ReactNode, useId } from 'react';
import { Link } from '../lib/router.tsx';
import { RightToObject } from './right-to-object.tsx';

const quietLink = 'inline-flex min-h-11 items-center rounded-xs font-semibold text-ember-text text-sm hover:underline';

/** The numbers of the wordings that `SignUpConsents` showed. */
export const shownConsents = (special: boolean) => ({
  terms: currentWordingOf('terms'),
  ...(special ? { special: currentWordingOf('special') } : {}),
});

interface SignUpConsentsProps {
  /** What the member does to agree. */
  lead: ReactNode;
  special: boolean;
  onChange(special: boolean): void;
}

/**
 * What is agreed to with the account, and a separate yes for fields about one's sex life. The words are not
 * translated: a yes stores their number.
 */
export function SignUpConsents({ lead, special, onChange }: SignUpConsentsProps) {
  const id = useId();
  return (
    <div className="grid gap-3">
      <div className="text-muted text-sm">
        <p>
          {lead} <span lang="en">{accountConsentWordings.terms[currentWordingOf('terms') - 1]}</span>
        </p>
        <p className="mb-2 flex flex-wrap gap-x-4">
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
        <RightToObject />
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
