import type { VeilWidth } from '@vlam/contract/rules/veil';
import type { Viewer } from '../../platform/viewer.ts';
import { type BroadcastDependencies, type Broadcasts, createBroadcasts } from './creator-tools/broadcast.ts';
import { createSavedReplies, type SavedReplies } from './creator-tools/saved-replies.ts';
import { createWelcomes, type WelcomeDependencies, type Welcomes } from './creator-tools/welcome.ts';
import type { MessageMedia } from './media/media.ts';
import { createTipping, type TipDependencies, type Tipping } from './selling/tip.ts';
import { createUnlocking, type UnlockDependencies, type Unlocking } from './selling/unlock.ts';
import type { MessagingService } from './service.ts';

export type { FollowersOf } from './creator-tools/audience.ts';
export { createMessageMedia, type MessageMedia } from './media/media.ts';

/** Tips, paid media and the creators' tools of chat. */
export interface ChatTools extends Unlocking, Tipping, SavedReplies, Welcomes, Broadcasts {
  createAlbum: MessageMedia['createAlbum'];
  /** The veil over a message's media, as WebP. Throws `NOT_FOUND` unless it is in a thread of the viewer. */
  drawVeil(viewer: Viewer, messageId: string, width?: VeilWidth): Promise<Buffer>;
}

type Dependencies = BroadcastDependencies &
  TipDependencies &
  UnlockDependencies &
  WelcomeDependencies & {
    media: MessageMedia;
    messaging: Pick<MessagingService, 'requireMessage'>;
  };

export function createChatTools(deps: Dependencies): ChatTools {
  const { media, messaging } = deps;
  const broadcasts = createBroadcasts(deps);
  const welcomes = createWelcomes(deps);
  return {
    ...createUnlocking(deps),
    ...createTipping(deps),
    ...createSavedReplies(deps),
    ...welcomes,
    ...broadcasts,
    createAlbum: media.createAlbum,
    async drawVeil(viewer, messageId, width) {
      return media.drawVeil(await messaging.requireMessage(viewer, messageId), width);
    },
    tasks: [...broadcasts.tasks, ...welcomes.tasks, ...media.tasks],
  };
}
