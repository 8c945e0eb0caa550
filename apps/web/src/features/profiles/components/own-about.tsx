import { Trans, useLingui } from '@lingui/react/macro';
import type { HideableField } from '@vlam/contract/rules/about';
import EyeOff from 'lucide-react/icons/eye-off';
import type { ReactNode } from 'react';
import { sectionLink } from '../../../components/ui/page-title.tsx';
import { Link } from '../../../lib/router.tsx';
import { orientationLabels, promptLabels } from '../about-labels.ts';
import type { OwnProfile } from '../own-api.ts';

/** What the member says of themselves, with what is hidden marked, and the way to change it. */
export function OwnAbout({ profile }: { profile: OwnProfile }) {
  const { i18n } = useLingui();
  const { pronouns, orientation, prompts, hidden } = profile;
  const row = (field: HideableField, label: ReactNode, value: ReactNode) => (
    <div key={`${field} ${value}`} className="mt-3 first:mt-0">
      <dt className="flex items-center gap-1.5 text-faint text-meta">
        {label}
        {hidden.includes(field) ? (
          <>
            <EyeOff size={14} aria-hidden />
            <Trans>only you see it</Trans>
          </>
        ) : null}
      </dt>
      <dd className="wrap-anywhere mt-0.5 max-w-[60ch]">{value}</dd>
    </div>
  );
  return (
    <div className="mt-5">
      <dl>
        {pronouns ? row('pronouns', <Trans>Pronouns</Trans>, pronouns) : null}
        {orientation ? row('orientation', <Trans>Orientation</Trans>, i18n._(orientationLabels[orientation])) : null}
        {prompts.map(({ prompt, answer }) => row('prompts', i18n._(promptLabels[prompt]), answer))}
      </dl>
      <Link to="/welcome" search={{ step: 'about' }} className={sectionLink}>
        <Trans>Pronouns, orientation, questions and what others see</Trans>
      </Link>
    </div>
  );
}
