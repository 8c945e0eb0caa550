import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  observe(operation: string, status: number, seconds: number): void;
  /** Registers a gauge that is read at each scrape. */
  gauge(name: string, help: string, read: () => number): void;
  /** Registers counters by one label, stored by the caller and read at each scrape; they only grow. */
  counts(name: string, help: string, label: string, read: () => Readonly<Record<string, number>>): void;
  scrape(): Promise<{ type: string; text: string }>;
}

let ofProcess: Registry | undefined;

/** Memory, processor time and delays of the process: they are observed until it ends, so once for all its programs. */
function processMetrics(): Registry {
  if (ofProcess) return ofProcess;
  ofProcess = new Registry();
  collectDefaultMetrics({ register: ofProcess });
  return ofProcess;
}

/** Prometheus metrics of this process. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const common = processMetrics();
  const requests = new Histogram({
    name: 'vlam_request_seconds',
    help: 'Time from the first byte of a request to the last byte of its response',
    labelNames: ['operation', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  });
  return {
    observe: (operation, status, seconds) => requests.observe({ operation, status: String(status) }, seconds),
    gauge(name, help, read) {
      new Gauge({
        name,
        help,
        registers: [registry],
        collect() {
          this.set(read());
        },
      });
    },
    counts(name, help, label, read) {
      new Counter({
        name,
        help,
        labelNames: [label],
        registers: [registry],
        collect() {
          this.reset();
          for (const [value, count] of Object.entries(read())) this.inc({ [label]: value }, count);
        },
      });
    },
    scrape: async () => ({ type: registry.contentType, text: await Registry.merge([common, registry]).metrics() }),
  };
}
