import { notificationsOperations } from '@vlam/contract/notifications';
import { type BoundOperation, bind } from '../../platform/operation.ts';
import type { NotificationsService } from './service.ts';

export const notificationsRoutes = ({ notifications }: { notifications: NotificationsService }): BoundOperation[] =>
  bind(notificationsOperations, {
    listNotifications: ({ viewer, query }) => notifications.list(viewer, query),
    readNotifications: ({ viewer, body }) => notifications.read(viewer, body),
    notificationPreferences: ({ viewer }) => notifications.preferences(viewer),
    setNotificationPreferences: ({ viewer, body }) => notifications.setPreferences(viewer, body),
    subscribePush: ({ viewer, body }) => notifications.subscribe(viewer, body),
    unsubscribePush: ({ viewer }) => notifications.unsubscribe(viewer),
  });
