import type pg from 'pg';
import { windows } from '../src/modules/discovery/heat-map.ts';
import { firstGrowth } from './activity-scale.ts';
import { insertRows } from './bulk.ts';
import { lastSeenOf, type SamplePerson } from './people.ts';
import { cityWeights } from './scale.ts';

/** Relative activity of each hour of the Johannesburg day. */
const hours = [7, 5, 3, 2, 2, 2, 3, 4, 5, 5, 5, 6, 6, 6, 6, 6, 7, 8, 9, 10, 11, 11, 10, 9];

/** Counts of each city for the seven days before the world was made, as the baseline of growth. */
export async function insertHeatHistory(
  client: pg.ClientBase,
  people: readonly SamplePerson[],
  now: Date,
): Promise<void> {
  const rows = Object.entries(windows).flatMap(([window, { lengthMs, snapshotIntervalMs }]) => {
    const since = now.getTime() - lengthMs;
    const counts = new Map<string, number>();
    for (const person of people) {
      if (lastSeenOf(person, now).getTime() <= since) continue;
      counts.set(person.city, (counts.get(person.city) ?? 0) + 1);
    }
    const current = Math.floor(now.getTime() / snapshotIntervalMs) * snapshotIntervalMs;
    const buckets = Math.ceil((2 * lengthMs) / snapshotIntervalMs) + 2;
    return Array.from({ length: buckets }, (_, index) => current - (index + 1) * snapshotIntervalMs).flatMap((bucket) =>
      Object.keys(cityWeights).map((city): [string, Date, string, number] => {
        const before = (counts.get(city) ?? 0) / (1 + (firstGrowth[city] ?? 0) / 100);
        // Only counts older than the previous window vary with the hour.
        const hour = new Date(bucket + 2 * 3_600_000).getUTCHours();
        const busy = bucket < since - 2 * snapshotIntervalMs ? 0.85 + (hours[hour] ?? 6) / 40 : 1;
        return [`heat-map ${window}`, new Date(bucket), city, Math.round(before * busy)];
      }),
    );
  });
  await insertRows(
    client,
    'activity_snapshots',
    { figure: 'text', bucket: 'timestamptz', key: 'text', people: 'integer' },
    rows,
  );
}
