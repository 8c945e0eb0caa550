import { join } from 'node:path';
import type { Sandbox } from '@vlam/sandbox-provider';
import { createProviderAdapters } from './modules/payments/providers/index.ts';
import type { SandboxSettings } from './modules/payments/providers/sandbox.ts';
import { readProviderSettings } from './modules/payments/providers/settings.ts';
import type { PaymentProviderAdapter } from './modules/payments/service.ts';
import { type Config, ConfigError } from './platform/config.ts';
import type { Logger } from './platform/logger.ts';

export interface PaymentProviders {
  adapters: PaymentProviderAdapter[];
  /** Address where the sandbox lists its payments; null when this process runs none. */
  sandboxUrl: string | null;
  stop(): Promise<void>;
}

/**
 * The configured providers. Also starts the sandbox where it takes the payments; it listens on the port after the
 * site's, where `ROLE=worker` finds it. Throws `ConfigError`.
 */
export async function openPaymentProviders(
  environment: NodeJS.ProcessEnv,
  config: Config,
  logger: Logger,
): Promise<PaymentProviders> {
  const settings = readProviderSettings(environment, config);
  const wanted = config.paymentProvider === 'sandbox';
  const running = wanted && config.role !== 'worker' ? await startSandbox(config) : null;
  const url = running?.url ?? `http://127.0.0.1:${sandboxPortOf(config)}`;
  const sandbox = wanted ? { ...sandboxSecrets(config), url } : null;
  const adapters = createProviderAdapters({ settings: { ...settings, sandbox }, logger });
  if (running) logger.info('sandbox provider started', { address: running.url });
  return {
    adapters: [...adapters.values()],
    sandboxUrl: running?.url ?? null,
    stop: async () => running?.stop(),
  };
}

const sandboxPortOf = ({ sandboxPort, port }: Config): number => sandboxPort ?? (port === 0 ? 0 : port + 1);

/** Both programs derive them, so that a demo needs no secrets. */
function sandboxSecrets({ keys }: Config): Omit<SandboxSettings, 'url'> {
  return {
    apiKey: keys.beforeDatabase('sandbox api key').toString('base64url'),
    webhookSecrets: [`whsec_${keys.beforeDatabase('sandbox webhooks').toString('base64')}`],
  };
}

async function startSandbox(config: Config): Promise<Sandbox> {
  const { startSandboxProvider } = await import('@vlam/sandbox-provider');
  const { apiKey, webhookSecrets } = sandboxSecrets(config);
  const listen = (port: number) =>
    startSandboxProvider({
      port,
      apiKey,
      webhookSecret: webhookSecrets[0] ?? '',
      file: join(config.dataDir, 'sandbox.json'),
    });
  const port = sandboxPortOf(config);
  try {
    return await listen(port);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    // The port was not configured, so any free one will do.
    if (config.sandboxPort === null) return await listen(0);
    throw new ConfigError(`SANDBOX_PORT: "${port}" on 127.0.0.1 cannot be used (${code}); use another`);
  }
}
