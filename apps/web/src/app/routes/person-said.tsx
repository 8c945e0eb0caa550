import type { ProfileView } from '@vlam/contract/profiles';
import { lazyPart } from '../../lib/styles.ts';
import { LazyBoundary } from '../shell/lazy-boundary.tsx';

const Words = lazyPart(() => import('./person-words.tsx').then((module) => module.PersonWords));

/** What a person says of themselves, and of a fan why they match; loaded after the page. */
export const PersonSaid = ({ person }: { person: ProfileView }) => (
  <LazyBoundary>
    <Words person={person} />
  </LazyBoundary>
);
