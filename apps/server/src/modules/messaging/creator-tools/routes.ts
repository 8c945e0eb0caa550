import { creatorMessagesOperations } from '@vlam/contract/messaging-creators';
import { type BoundOperation, bind } from '../../../platform/operation.ts';
import type { CreatorTools } from './creator-tools.ts';

export const creatorMessagesRoutes = ({ chat }: { chat: CreatorTools }): BoundOperation[] =>
  bind(creatorMessagesOperations, {
    listSavedReplies: ({ viewer }) => chat.listReplies(viewer),
    saveReply: ({ viewer, body }) => chat.saveReply(viewer, body),
    orderSavedReplies: ({ viewer, body }) => chat.orderReplies(viewer, body.ids),
    changeSavedReply: ({ viewer, params, body }) => chat.changeReply(viewer, params.id, body),
    deleteSavedReply: ({ viewer, params }) => chat.deleteReply(viewer, params.id),
    welcomeMessage: ({ viewer, query }) => chat.getWelcome(viewer, query.audience),
    setWelcomeMessage: ({ viewer, body }) => chat.setWelcome(viewer, body),
    countAudience: async ({ viewer, query }) => ({ recipients: await chat.countAudience(viewer, query) }),
    previewBroadcast: ({ viewer, body }) => chat.previewBroadcast(viewer, body),
    sendBroadcast: ({ viewer, body }) => chat.sendBroadcast(viewer, body),
    cancelBroadcast: ({ viewer, params }) => chat.cancelBroadcast(viewer, params.id),
    takeBackBroadcast: ({ viewer, params }) => chat.takeBackBroadcast(viewer, params.id),
    listBroadcasts: ({ viewer, query }) => chat.listBroadcasts(viewer, query),
  });
