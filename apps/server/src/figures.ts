import type { Foundation } from './context/foundation.ts';
import { createSiteFigures, siteFigures } from './joins/site-figures.ts';
import { readDiskSpace } from './platform/disk-space.ts';
import { works } from './platform/health.ts';

/** Registers what /metrics prints of this process, its machine and the site. docs/figures.md explains each. */
export function registerFigures(
  context: Pick<Foundation, 'metrics' | 'database' | 'clock' | 'config' | 'credits' | 'media'>,
): void {
  const { metrics, database, config } = context;
  const { pool, planned } = database;
  metrics.gauges('vlam_pool_waiting', 'Statements that wait for a connection', 'pool', () => ({
    main: pool.waitingCount,
    planned: planned.waitingCount,
  }));
  metrics.gauges('vlam_pool_used', 'Connections in use', 'pool', () => ({
    main: pool.totalCount - pool.idleCount,
    planned: planned.totalCount - planned.idleCount,
  }));
  metrics.gauges('vlam_pool_size', 'Connections it may open', 'pool', () => ({
    main: pool.options.max,
    planned: planned.options.max,
  }));
  const parts = {
    database: () => pool.query('select 1'),
    ledger: context.credits.health,
    storage: context.media.checkStorage,
  };
  metrics.readings(
    { vlam_part_works: { help: 'Whether a part of the program works now', label: 'part' } },
    async () => ({
      vlam_part_works: Object.fromEntries(
        await Promise.all(
          Object.entries(parts).map(async ([part, check]) => [part, Number(await works(check, 2_000))] as const),
        ),
      ),
    }),
  );
  metrics.readings(
    {
      vlam_disk_free_bytes: { help: 'Free on the disk of DATA_DIR' },
      vlam_disk_size_bytes: { help: 'Size of the disk of DATA_DIR' },
    },
    async () => {
      const { freeBytes, sizeBytes } = await readDiskSpace(config.dataDir);
      return { vlam_disk_free_bytes: freeBytes, vlam_disk_size_bytes: sizeBytes };
    },
  );
  metrics.readings(siteFigures, createSiteFigures(database, context.clock));
}
