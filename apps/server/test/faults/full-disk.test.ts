import { mkdtempSync, rmdirSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/platform/database.ts';
import { mountDisk, unmountDisk } from '../machine.ts';
import { createServerProcess, type ServerProcess } from './server-process.ts';
import { endAndCheck, fillShop } from './shop.ts';
import { longestGap, startUnlockLoad, type UnlockLoad } from './unlock-load.ts';

// The whole data folder on a disk of 112 MB. Needs the right to mount one.

const disk = mkdtempSync(join(tmpdir(), 'vlam-disk-'));
const mounted = mountDisk(disk, '112m');
let server: ServerProcess;
let load: UnlockLoad;

beforeAll(async () => {
  if (!mounted) return;
  server = await createServerProcess({ dataDir: join(disk, 'data') });
  await server.start();
  const database = openDatabase(await server.databaseUrl(), { size: 4, statementTimeoutMs: 60_000 });
  const shop = await fillShop(database, server.config);
  await database.close();
  load = startUnlockLoad({ url: server.url, ...shop, clients: 8 });
  await load.waitForMore(100);
}, 60_000);
afterAll(async () => {
  await server?.destroy();
  if (mounted) unmountDisk(disk);
  rmdirSync(disk);
});

/** Writes until the disk is full. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'w');
  const bytes = Buffer.alloc(64 * 1024);
  try {
    for (;;) await file.write(bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    await file.close();
  }
}

describe.skipIf(!mounted)('unlocks on a full disk', () => {
  it('F6: get a documented error, and succeed within 10 s after space is freed, without intervention', async () => {
    const ballast = join(disk, 'ballast');
    const until = performance.now() + 4_000;
    while (performance.now() < until) {
      await fill(ballast);
      await sleep(100);
    }
    rmSync(ballast);
    const freed = performance.now();
    await load.waitForMore(100);
    expect(longestGap(load.receipts, freed)).toBeLessThan(10);
    expect(server.isRunning()).toBe(true);
  });

  it('F6: afterwards every acknowledged unlock is posted once, and the ledger is consistent', async () => {
    await endAndCheck(server, load);
  });
});
