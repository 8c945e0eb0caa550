import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  observe(operation: string, status: number, seconds: number): void;
  /** Registers a figure that is read when the page is scraped. */
  gauge(name: string, help: string, read: () => number): void;
  /** Registers counts by one label, kept elsewhere and read when the page is scraped; they only grow. */
  counts(name: string, help: string, label: string, read: () => Readonly<Record<string, number>>): void;
  page(): Promise<{ type: string; text: string }>;
}

/** Prometheus figures of this process. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'vlam_request_seconds',
    help: 'Time from the first byte of a call to the last byte of its answer',
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
    page: async () => ({ type: registry.contentType, text: await registry.metrics() }),
  };
}
