import { Trans } from '@lingui/react/macro';
import type { CreatorView, ProfileView } from '@vlam/contract/profiles';
import { PersonFacts } from './person-facts.tsx';

/** The tab about a creator: words, place, mood, and on phones the facts. */
export function About({
  person,
  creator,
  withFacts,
}: {
  person: ProfileView;
  creator: CreatorView;
  withFacts: boolean;
}) {
  return (
    <div className="mt-4 max-w-[60ch]">
      {person.bio ? <p className="break-words text-lead text-muted">{person.bio}</p> : null}
      <p className="mt-4 text-muted">
        {creator.category} · {person.location}
      </p>
      {person.mood ? (
        <p className="mt-2 text-muted">
          <Trans>Mood today: {person.mood}</Trans>
        </p>
      ) : null}
      {withFacts ? (
        <div className="mt-8">
          <PersonFacts person={person} creator={creator} />
        </div>
      ) : null}
    </div>
  );
}
