import type { CreatorView, ProfileView } from '@vlam/contract/profiles';
import { CreatorFacts } from '../../features/profiles/components/creator-facts.tsx';
import { PersonTipMenu } from './person-tip-menu.tsx';

/** What a creator's page says beside the items: figures, place, and what tips are for. */
export function PersonFacts({ person, creator }: { person: ProfileView; creator: CreatorView }) {
  return (
    <>
      <CreatorFacts creator={creator} subscription={person.relation?.subscription ?? null} hasTiers={person.hasTiers} />
      <PersonTipMenu to={person} isOwn={person.isOwn} />
    </>
  );
}
