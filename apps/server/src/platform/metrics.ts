import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { processFigures } from './process-figures.ts';

type Values = Readonly<Record<string, number>>;
/** A number, or numbers by the figure's label; null while it is not known. */
export type Reading = number | Values | null;
export interface Described {
  help: string;
  label?: string;
}

export interface Metrics {
  observe(operation: string, status: number, seconds: number): void;
  /** Registers a gauge that is read at each scrape. */
  gauge(name: string, help: string, read: () => number): void;
  /** Registers gauges by one label, read at each scrape. */
  gauges(name: string, help: string, label: string, read: () => Values): void;
  /** Registers a counter, stored by the caller and read at each scrape; it only grows. */
  count(name: string, help: string, read: () => number): void;
  /** Registers counters by one label, stored by the caller and read at each scrape; they only grow. */
  counts(name: string, help: string, label: string, read: () => Values): void;
  /**
   * Registers gauges that `read` finds together. What is null, or was not found within three seconds, is not printed,
   * because an old value would look like a new one.
   */
  readings<Name extends string>(
    figures: Readonly<Record<Name, Described>>,
    read: () => Promise<Readonly<Record<Name, Reading>>>,
  ): void;
  scrape(): Promise<{ type: string; text: string }>;
}

/** Prometheus gives a scrape ten seconds. */
const readLimitMs = 3_000;

/** Prometheus metrics of this process; each is explained in docs/figures.md. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Histogram({
    name: 'vlam_request_seconds',
    help: 'Time from the first byte of a request to the last byte of its response',
    labelNames: ['operation', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const unread = new Counter({
    name: 'vlam_figures_unread_total',
    help: 'Scrapes in which figures could not be read',
    registers,
  });

  return {
    observe: (operation, status, seconds) => requests.observe({ operation, status: String(status) }, seconds),
    gauge(name, help, read) {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read());
        },
      });
    },
    gauges(name, help, label, read) {
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers,
        collect() {
          setValues(this, label, read());
        },
      });
    },
    count(name, help, read) {
      new Counter({
        name,
        help,
        registers,
        collect() {
          this.reset();
          this.inc(read());
        },
      });
    },
    counts(name, help, label, read) {
      new Counter({
        name,
        help,
        labelNames: [label],
        registers,
        collect() {
          this.reset();
          for (const [value, count] of Object.entries(read())) this.inc({ [label]: value }, count);
        },
      });
    },
    readings<Name extends string>(
      figures: Readonly<Record<Name, Described>>,
      read: () => Promise<Readonly<Record<Name, Reading>>>,
    ) {
      let reading: Promise<Readonly<Record<Name, Reading>> | null> | null = null;
      /** One reading for all figures of a scrape. */
      function readOnce() {
        reading ??= withLimit(read())
          .catch(() => {
            unread.inc();
            return null;
          })
          .finally(() =>
            setImmediate(() => {
              reading = null;
            }),
          );
        return reading;
      }
      for (const [name, { help, label }] of Object.entries<Described>(figures))
        new Gauge({
          name,
          help,
          labelNames: label ? [label] : [],
          registers,
          async collect() {
            const found = (await readOnce())?.[name as Name] ?? null;
            if (label) setValues(this, label, typeof found === 'object' && found ? found : {});
            else if (typeof found === 'number') this.set(found);
            else this.remove();
          },
        });
    },
    scrape: async () => ({
      type: registry.contentType,
      text: await Registry.merge([processFigures(), registry]).metrics(),
    }),
  };
}

function setValues(gauge: Gauge<string>, label: string, values: Values): void {
  gauge.reset();
  for (const [value, amount] of Object.entries(values)) gauge.set({ [label]: value }, amount);
}

function withLimit<Value>(work: Promise<Value>): Promise<Value> {
  const { promise, resolve, reject } = Promise.withResolvers<Value>();
  const limit = setTimeout(() => reject(new Error('figures took too long')), readLimitMs);
  work.then(resolve, reject);
  return promise.finally(() => clearTimeout(limit));
}
