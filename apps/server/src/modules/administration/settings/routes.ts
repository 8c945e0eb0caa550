import { settingsOperations } from '@vlam/contract/administration-settings';
import { type BoundOperation, bind } from '../../../platform/operation.ts';
import type { AdministrationService } from '../service.ts';

export const settingsRoutes = ({ settingsDesk }: Pick<AdministrationService, 'settingsDesk'>): BoundOperation[] =>
  bind(settingsOperations, {
    operatorSettings: () => settingsDesk.list(),
    setOperatorSettings: ({ viewer, body }) => settingsDesk.change(viewer, body.changes),
    undoOperatorSetting: ({ viewer, body }) => settingsDesk.undo(viewer, body),
  });
