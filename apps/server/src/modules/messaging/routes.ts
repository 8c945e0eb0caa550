import { messagingOperations } from '@vlam/contract/messaging';
import { muteOperations } from '@vlam/contract/messaging-mutes';
import { type BoundOperation, bind } from '../../platform/operation.ts';
import { creatorMessagesRoutes } from './creator-tools/routes.ts';
import { messagePaidRoutes } from './selling/routes.ts';
import type { MessagingService } from './service.ts';

export const messagingRoutes = (
  services: { messaging: MessagingService } & Parameters<typeof messagePaidRoutes>[0] &
    Parameters<typeof creatorMessagesRoutes>[0],
): BoundOperation[] => [
  ...threadRoutes(services),
  ...muteRoutes(services),
  ...messagePaidRoutes(services),
  ...creatorMessagesRoutes(services),
];

const muteRoutes = ({ messaging }: { messaging: MessagingService }): BoundOperation[] =>
  bind(muteOperations, {
    muteProfile: async ({ viewer, params }) => {
      await messaging.setConversation(viewer, params.id, { muted: true });
      return undefined;
    },
    unmuteProfile: async ({ viewer, params }) => {
      await messaging.setConversation(viewer, params.id, { muted: false });
      return undefined;
    },
    listMutes: ({ viewer }) => messaging.listMutes(viewer),
  });

const threadRoutes = ({ messaging }: { messaging: MessagingService }): BoundOperation[] =>
  bind(messagingOperations, {
    listConversations: ({ viewer, query }) => messaging.listConversations(viewer, query),
    unreadMessages: ({ viewer }) => messaging.countUnread(viewer.profileId),
    conversationChanges: ({ viewer, query }) => messaging.changes(viewer, query),
    getConversation: ({ viewer, params }) => messaging.getConversation(viewer, params.profileId),
    deleteConversation: ({ viewer, params }) => messaging.deleteConversation(viewer, params.profileId),
    listMessages: ({ viewer, params, query }) => messaging.listMessages(viewer, params.profileId, query),
    sendMessage: ({ viewer, params, body }) => messaging.send(viewer, params.profileId, body),
    searchMessages: ({ viewer, params, query }) => messaging.searchMessages(viewer, params.profileId, query.q),
    markRead: ({ viewer, params, body }) => messaging.markRead(viewer, params.profileId, body.messageId),
    markDelivered: ({ viewer, params, body }) => messaging.markDelivered(viewer, params.profileId, body.messageId),
    setConversation: ({ viewer, params, body }) => messaging.setConversation(viewer, params.profileId, body),
    acceptConversation: ({ viewer, params }) => messaging.acceptConversation(viewer, params.profileId),
    declineConversation: ({ viewer, params }) => messaging.declineConversation(viewer, params.profileId),
    unsendMessage: ({ viewer, params }) => messaging.unsend(viewer, params.id),
    reactToMessage: ({ viewer, params, body }) => messaging.react(viewer, params.id, body.emoji),
    removeReaction: ({ viewer, params }) => messaging.react(viewer, params.id, null),
  });
