import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostmaster } from '../src/platform/embedded-postgres-postmaster.ts';
import { chooseUser } from '../src/platform/embedded-postgres-programs.ts';
import { freePort } from './free-port.ts';

/** A throwaway server of the PostgreSQL in `bin`, with a superuser that needs no password. */
export async function startOtherPostgres(bin: string): Promise<{ url: string; stop(): Promise<void> }> {
  const programs = { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), ...chooseUser() };
  const dataDir = await mkdtemp(join(tmpdir(), 'vlam-postgres-'));
  programs.allowTraversal(dataDir);
  programs.changeOwner(dataDir);
  const folder = join(dataDir, 'postgres');
  programs.run(programs.initdb, ['-D', folder, '-U', 'vlam', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N']);
  const port = await freePort();
  const logFile = join(dataDir, 'postgres.log');
  const postmaster = await startPostmaster({ programs, folder, port, durable: false, logFile });
  return {
    url: `postgres://vlam@127.0.0.1:${port}/postgres`,
    async stop() {
      await postmaster.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
