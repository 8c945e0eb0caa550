import { type BroadcastDependencies, type Broadcasts, createBroadcasts } from './broadcast.ts';
import { createSavedReplies, type SavedReplies } from './saved-replies.ts';
import { createWelcomes, type WelcomeDependencies, type Welcomes } from './welcome.ts';

/** Saved replies, welcome messages and broadcasts. */
export interface CreatorTools extends SavedReplies, Welcomes, Broadcasts {}

export function createCreatorTools(deps: BroadcastDependencies & WelcomeDependencies): CreatorTools {
  const broadcasts = createBroadcasts(deps);
  const welcomes = createWelcomes(deps);
  return {
    ...createSavedReplies(deps),
    ...welcomes,
    ...broadcasts,
    tasks: [...broadcasts.tasks, ...welcomes.tasks],
  };
}
