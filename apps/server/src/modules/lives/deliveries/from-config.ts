import type { Config } from '../../../platform/config.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { Delivery } from '../delivery.ts';
import { createEmbeddedDelivery } from './embedded.ts';
import { createJanusDelivery } from './janus.ts';

export const createDelivery = (deps: { config: Pick<Config, 'janus' | 'keys'>; logger: Logger }): Delivery =>
  deps.config.janus
    ? createJanusDelivery({ ...deps.config.janus, keys: deps.config.keys, logger: deps.logger })
    : createEmbeddedDelivery();
