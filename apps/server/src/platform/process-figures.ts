import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { createRecentOutcomes } from './recent-outcomes.ts';

/** Figures of the whole process, of whatever is not given a context: lanes, storage, providers, memory, delays. */
const registry = new Registry();
let observesProcess = false;

/** Memory, processor time and delays are observed until the process ends, so once for all its programs. */
export function processFigures(): Registry {
  if (!observesProcess) collectDefaultMetrics({ register: registry });
  observesProcess = true;
  return registry;
}

const laneWait = new Histogram({
  name: 'vlam_lane_wait_seconds',
  help: 'How long the first item of a batch waited for the batch before it',
  labelNames: ['lane'],
  buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10],
  registers: [registry],
});
const laneItems = new Counter({
  name: 'vlam_lane_items_total',
  help: 'Items that lanes sent to the database',
  labelNames: ['lane'],
  registers: [registry],
});
/** Numbers, and not the lanes: those of a closed program must not be kept. */
const depths = new Map<string, { items: number }>();
new Gauge({
  name: 'vlam_lane_depth',
  help: 'Items that wait in a lane or are being written',
  labelNames: ['lane'],
  registers: [registry],
  collect() {
    for (const [lane, { items }] of depths) this.set({ lane }, items);
  },
});

export interface LaneFigures {
  added(): void;
  /** A batch of `items` begins; its first has waited since `at` of `performance.now()`. */
  begun(items: number, at: number): void;
  settled(items: number): void;
}

/** What a lane reports of itself. Lanes of one name are counted together. */
export function laneFigures(lane: string): LaneFigures {
  const depth = depths.get(lane) ?? { items: 0 };
  depths.set(lane, depth);
  const [wait, sent] = [laneWait.labels(lane), laneItems.labels(lane)];
  return {
    added() {
      depth.items += 1;
    },
    begun(items, at) {
      wait.observe((performance.now() - at) / 1_000);
      sent.inc(items);
    },
    settled(items) {
      depth.items -= items;
    },
  };
}

const storageErrors = new Counter({
  name: 'vlam_storage_errors_total',
  help: 'Operations on media files that failed',
  labelNames: ['operation'],
  registers: [registry],
});
const storageOperations = ['put', 'stat', 'read', 'remove'] as const;
for (const operation of storageOperations) storageErrors.inc({ operation }, 0);
export const countStorageError = (operation: (typeof storageOperations)[number]): void =>
  storageErrors.inc({ operation });

const providerCalls = new Counter({
  name: 'vlam_provider_calls_total',
  help: 'Requests to payment providers, by outcome',
  labelNames: ['provider', 'outcome'],
  registers: [registry],
});
/** `failed`: the provider answered 429 or 500 and above. `unreachable`: it did not answer. */
export function countProviderCall(provider: string, outcome: 'answered' | 'refused' | 'failed' | 'unreachable'): void {
  providerCalls.inc({ provider, outcome });
  providerOutcomes.note(outcome === 'failed' || outcome === 'unreachable');
}
const providerOutcomes = createRecentOutcomes();
export const providersWork = (): boolean => !providerOutcomes.areBad();
