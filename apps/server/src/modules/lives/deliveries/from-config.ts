import type { Config } from '../../../platform/config.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { Delivery } from '../delivery.ts';
import { createEmbeddedDelivery } from './embedded.ts';
import { createJanusDelivery } from './janus.ts';

export const createDelivery = (deps: { config: Pick<Config, 'janus' | 'masterKey'>; logger: Logger }): Delivery =>
  deps.config.janus
    ? createJanusDelivery({ ...deps.config.janus, masterKey: deps.config.masterKey, logger: deps.logger })
    : createEmbeddedDelivery();
