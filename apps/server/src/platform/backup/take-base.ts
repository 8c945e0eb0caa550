import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { copyCluster } from './copy-cluster.ts';
import type { LogCopy } from './log-copy.ts';
import { type Base, paths, writeJson } from './manifest.ts';
import { findMasterId } from './master-id.ts';

const nameOf = (moment: Date): string => `base-${moment.toISOString().replace(/[-:]|\.\d+/g, '')}`;

/**
 * Copies the cluster while it works. The log from `log.position` on must be kept until then; it is copied up to the end
 * of the base before the base counts as whole.
 */
export async function takeBase(
  client: pg.Client,
  options: { dataDir: string; folder: string; log: LogCopy; vlam: string; now: () => Date },
): Promise<Base> {
  const { dataDir, folder, log, vlam, now } = options;
  const name = nameOf(now());
  const target = paths(folder);
  await mkdir(target.base(name), { mode: 0o700 });
  const { rows: started } = await client.query<{ segment: string; system: string }>(
    `select pg_walfile_name(pg_backup_start($1, fast => true)) as segment,
        (select system_identifier::text from pg_control_system()) as system`,
    [name],
  );
  const bytes = await copyCluster(join(dataDir, 'postgres'), target.cluster(name));
  const { rows: stopped } = await client.query<{ label: string }>(
    'select labelfile as label from pg_backup_stop(wait_for_archive => false)',
  );
  await writeFile(join(target.cluster(name), 'backup_label'), stopped[0]?.label ?? '', { mode: 0o600 });
  await log.copy();
  const masterId = await findMasterId(client);
  const base: Base = {
    name,
    finishedAt: now().toISOString(),
    firstSegment: started[0]?.segment ?? '',
    systemIdentifier: started[0]?.system ?? '',
    postgres: (await readFile(join(target.cluster(name), 'PG_VERSION'), 'utf8')).trim(),
    vlam,
    bytes,
    ...(masterId ? { masterId } : {}),
  };
  await writeJson(target.manifest(name), base);
  return base;
}
