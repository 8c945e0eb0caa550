import { Trans, useLingui } from '@lingui/react/macro';
import type { ProfileView } from '@vlam/contract/profiles';
import { useMatchReason } from '../../features/matching/components/reasons.tsx';
import { orientationLabels, promptLabels } from '../../features/profiles/about-labels.ts';
import { CheckedList } from '../../features/profiles/components/checked-list.tsx';
import { lookingForLabels } from '../../features/profiles/own-labels.ts';

/** Maximum number of reasons shown. */
const reasonsShown = 3;

/** Pronouns and orientation, questions with answers, and of a fan their wishes and why they match; nothing they hide. */
export function PersonWords({ person }: { person: ProfileView }) {
  const { i18n } = useLingui();
  const translate = useMatchReason();
  const { pronouns, orientation, prompts, match, creator } = person;
  const line = [pronouns, orientation && i18n._(orientationLabels[orientation])].filter(Boolean).join(' · ');
  const lookingFor = creator ? [] : [...new Set(person.lookingFor)];
  return (
    <>
      {line ? <p className="wrap-anywhere mt-3 text-muted text-sm">{line}</p> : null}
      {prompts.map(({ prompt, answer }) => (
        <section key={prompt} className="mt-6">
          <h2 className="d4">{i18n._(promptLabels[prompt])}</h2>
          <p className="mt-2 max-w-130 break-words text-button/[1.6]! text-muted">{answer}</p>
        </section>
      ))}
      {lookingFor.length > 0 ? (
        <section className="mt-6">
          <h2 className="d4">
            <Trans>Looking for</Trans>
          </h2>
          <ul className="mt-3 flex flex-wrap gap-2">
            {lookingFor.map((each) => {
              const label = lookingForLabels[each];
              return (
                <li key={each} className="flex min-h-9 items-center rounded-pill bg-surface-2 px-3.5 py-1 text-sm">
                  {label ? i18n._(label) : each}
                </li>
              );
            })}
          </ul>
        </section>
      ) : null}
      {match && match.reasons.length > 0 ? (
        <section className="mt-6">
          <h2 className="d4 mb-1">
            <Trans>Why you match</Trans>
          </h2>
          <CheckedList items={match.reasons.slice(0, reasonsShown).map(translate)} />
        </section>
      ) : null}
    </>
  );
}
