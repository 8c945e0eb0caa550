import { nearbyOperations, peopleOperations } from '@vlam/contract/discovery-people';
import { type BoundOperation, bind } from '../../platform/operation.ts';
import type { DiscoveryService } from './service.ts';

export const peopleRoutes = ({ discovery }: { discovery: DiscoveryService }): BoundOperation[] => [
  ...bind(nearbyOperations, {
    nearby: ({ viewer, query }) => discovery.nearby(viewer, query),
    nearbyCells: ({ viewer, query }) => discovery.nearbyCells(viewer, query),
    available: ({ viewer, query }) => discovery.listAvailable(viewer, query),
  }),
  ...bind(peopleOperations, {
    ownAvailability: ({ viewer }) => discovery.ownAvailability(viewer),
    setAvailability: ({ viewer, body }) => discovery.setAvailability(viewer, body.available),
    ownLocation: ({ viewer }) => discovery.ownPlace(viewer),
    setLocation: ({ viewer, body }) => discovery.setPlace(viewer, body),
    forgetLocation: async ({ viewer }) => {
      await discovery.forgetPlace(viewer);
    },
    sendFlame: ({ viewer, params }) => discovery.sendFlame(viewer, params.id),
    undoFlame: ({ viewer, params }) => discovery.undoFlame(viewer, params.id),
    listFlames: ({ viewer, query }) => discovery.listFlames(viewer, query),
  }),
];
