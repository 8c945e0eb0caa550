import { readConfig } from '../../apps/server/src/platform/config.ts';
import { createLogger } from '../../apps/server/src/platform/logger.ts';
import { setTracer } from '../../apps/server/src/platform/tracing.ts';

// `app-server.ts`, with traces where the environment names a collector, as the start of the program loads them.
const { traces, logLevel } = readConfig(process.env);
if (traces) {
  const { createOtelTracer } = await import('../../apps/server/src/platform/tracing-otel.ts');
  setTracer(createOtelTracer({ ...traces, role: 'web', logger: createLogger(logLevel) }));
}
await import('./app-server.ts');
