import { discoveryOperations } from '@vlam/contract/discovery';
import { systemOperations } from '@vlam/contract/system';
import type { Config } from '../../platform/config.ts';
import { AppError } from '../../platform/errors.ts';
import type { Mailer } from '../../platform/mailer.ts';
import { type BoundOperation, bind } from '../../platform/operation.ts';
import type { OperatorSettings } from '../../platform/operator-settings.ts';
import { publicSettings } from '../../platform/public-settings.ts';
import { isFromThisMachine } from '../../platform/reach.ts';
import { activityRoutes } from './activity-routes.ts';
import { peopleRoutes } from './people-routes.ts';
import type { DiscoveryService } from './service.ts';

export const discoveryRoutes = ({ discovery }: { discovery: DiscoveryService }): BoundOperation[] => [
  ...bind(discoveryOperations, { discoveryCounters: ({ viewer }) => discovery.getCounters(viewer) }),
  ...activityRoutes(discovery),
  ...peopleRoutes({ discovery }),
];

/** Settings needed before sign-in, and the demo's outbox. */
export const systemRoutes = (services: {
  config: Config;
  version: string;
  discovery: DiscoveryService;
  mailer: Pick<Mailer, 'outbox'>;
  settings: Pick<OperatorSettings, 'recent'>;
}): BoundOperation[] => {
  const { config, version, discovery, mailer, settings } = services;
  return bind(systemOperations, {
    publicSettings: async () => publicSettings(config, version, await settings.recent()),
    platformFigures: () => discovery.getFigures(),
    demoOutbox: ({ request }) => {
      if (!config.demo || !isFromThisMachine(request, config)) throw new AppError('NOT_FOUND');
      return mailer.outbox();
    },
  });
};
