import type { VeilWidth } from '@vlam/contract/rules/veil';
import type { Clock } from '../../../platform/clock.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { MessageMedia } from '../media/media.ts';
import type { MessagingService } from '../service.ts';
import { createTipping, type TipDependencies, type Tipping } from './tip.ts';
import { createTipMenu, type TipMenu } from './tip-menu.ts';
import { createUnlocking, type UnlockDependencies, type Unlocking } from './unlock.ts';

/** Tips and paid media in chat. */
export interface Selling extends Unlocking, Tipping, TipMenu {
  createAlbum: MessageMedia['createAlbum'];
  /** The veil over a message's media, as WebP. Throws `NOT_FOUND` unless it is in a thread of the viewer. */
  drawVeil(viewer: Viewer, messageId: string, width?: VeilWidth): Promise<Buffer>;
}

export function createSelling(
  deps: TipDependencies &
    UnlockDependencies & { clock: Clock; media: MessageMedia; messaging: Pick<MessagingService, 'requireMessage'> },
): Selling {
  const { media, messaging } = deps;
  return {
    ...createUnlocking(deps),
    ...createTipping(deps),
    ...createTipMenu(deps),
    createAlbum: media.createAlbum,
    async drawVeil(viewer, messageId, width) {
      return media.drawVeil(await messaging.requireMessage(viewer, messageId), width);
    },
  };
}
