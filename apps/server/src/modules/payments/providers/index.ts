import { resolve4, resolve6 } from 'node:dns/promises';
import type { PaymentProvider } from '@vlam/contract/payments';
import type { Logger } from '../../../platform/logger.ts';
import { createCcbillAdapter } from './ccbill.ts';
import { createPayfastAdapter } from './payfast.ts';
import { createPaystackAdapter } from './paystack.ts';
import type { PaymentProviderAdapter } from './port.ts';
import { createSandboxAdapter } from './sandbox.ts';
import type { ProviderSettings } from './settings.ts';
import { createVerotelAdapter } from './verotel.ts';

/** The adapters with complete settings, by name. */
export function createProviderAdapters(deps: {
  settings: ProviderSettings;
  logger: Logger;
  fetch?: typeof fetch;
  resolve?: (host: string) => Promise<string[]>;
}): Map<PaymentProvider, PaymentProviderAdapter> {
  const { settings, logger, fetch = globalThis.fetch, resolve = resolveHost } = deps;
  const world = { fetch, logger };
  const adapters = [
    settings.sandbox && createSandboxAdapter(settings.sandbox, world),
    settings.paystack && createPaystackAdapter(settings.paystack, world),
    settings.payfast && createPayfastAdapter(settings.payfast, { ...world, resolve }),
    settings.ccbill && createCcbillAdapter(settings.ccbill, world),
    settings.verotel && createVerotelAdapter(settings.verotel, world),
  ].filter((adapter) => adapter !== null);
  return new Map(adapters.map((adapter) => [adapter.name, adapter]));
}

async function resolveHost(host: string): Promise<string[]> {
  const found = await Promise.allSettled([resolve4(host), resolve6(host)]);
  return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
}
