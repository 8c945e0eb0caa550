import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { S3 } from '@aws-sdk/client-s3';
import type { BucketSettings } from '../src/platform/bucket.ts';
import { freePort } from './free-port.ts';
import { swiftProxy } from './machine.ts';

export const hasSwift = swiftProxy !== null;
/** For the titles of its tests. */
export const swiftTitle = `OpenStack Swift${hasSwift ? '' : ' (skipped: swift-proxy, -account, -container and -object are not on PATH)'}`;

const run = promisify(execFile);
const bucket = 'vlam';
const rings = ['account', 'container', 'object'] as const;

export interface SwiftServer {
  /** What reaches its only bucket. */
  settings: BucketSettings;
  /** Keys of all objects and unfinished multipart objects, sorted. */
  contents(): Promise<string[]>;
  close(): Promise<void>;
}

/** OpenStack Swift as a store of S3: one device in a folder of its own, with a proxy and three servers on free ports. */
export async function startSwift(): Promise<SwiftServer> {
  const folder = mkdtempSync(join(tmpdir(), 'vlam-swift-'));
  mkdirSync(join(folder, 'devices/d1'), { recursive: true });
  const write = (name: string, lines: string[]) => writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
  const common = (port: number) => [
    '[DEFAULT]',
    'bind_ip = 127.0.0.1',
    `bind_port = ${port}`,
    `swift_dir = ${folder}`,
    `devices = ${join(folder, 'devices')}`,
    'mount_check = false',
    'workers = 0',
    'log_level = WARNING',
  ];
  write('swift.conf', [
    '[swift-hash]',
    'swift_hash_path_suffix = test',
    'swift_hash_path_prefix = test',
    '[storage-policy:0]',
    'name = only',
    'default = yes',
  ]);
  const processes: ChildProcess[] = [];
  const start = (program: string, file: string) =>
    processes.push(spawn(program, [join(folder, file)], { stdio: 'ignore', cwd: folder }));
  for (const ring of rings) {
    const port = await freePort();
    write(`${ring}.conf`, [
      ...common(port),
      '[pipeline:main]',
      `pipeline = ${ring}-server`,
      `[app:${ring}-server]`,
      `use = egg:swift#${ring}`,
    ]);
    const builder = join(folder, `${ring}.builder`);
    await run('swift-ring-builder', [builder, 'create', '4', '1', '0']);
    await run('swift-ring-builder', [builder, 'add', `r1z1-127.0.0.1:${port}/d1`, '1']);
    await run('swift-ring-builder', [builder, 'rebalance']);
    start(`swift-${ring}-server`, `${ring}.conf`);
  }
  const port = await freePort();
  write('proxy.conf', [
    ...common(port),
    '[pipeline:main]',
    'pipeline = catch_errors cache s3api tempauth bulk slo dlo proxy-server',
    '[app:proxy-server]',
    'use = egg:swift#proxy',
    'account_autocreate = true',
    'allow_account_management = true',
    '[filter:tempauth]',
    'use = egg:swift#tempauth',
    'user_test_tester = testing .admin',
    '[filter:s3api]',
    'use = egg:swift#s3api',
    'location = eu-west-1',
    // Swift takes parts of any size, S3 only large ones.
    'min_segment_size = 5242880',
    ...['catch_errors', 'bulk', 'slo', 'dlo'].flatMap((name) => [`[filter:${name}]`, `use = egg:swift#${name}`]),
    '[filter:cache]',
    'use = egg:swift#memcache',
    'memcache_servers = 127.0.0.1:9',
  ]);
  start('swift-proxy-server', 'proxy.conf');

  const settings: BucketSettings = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'eu-west-1',
    bucket,
    accessKeyId: 'test:tester',
    secretAccessKey: 'testing',
    pathStyle: true,
  };
  const { endpoint, region, accessKeyId, secretAccessKey } = settings;
  const s3 = new S3({ endpoint, region, forcePathStyle: true, credentials: { accessKeyId, secretAccessKey } });
  async function close(): Promise<void> {
    s3.destroy();
    for (const process of processes) {
      if (process.exitCode !== null || process.signalCode !== null) continue;
      const ended = once(process, 'exit');
      process.kill('SIGKILL');
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  }

  /** Its four servers start on their own, each when it can. */
  async function untilTaken(request: () => Promise<unknown>): Promise<void> {
    let failure: unknown;
    for (let tries = 0; tries < 300; tries += 1) {
      try {
        await request();
        return;
      } catch (error) {
        failure = error;
        await sleep(100);
      }
    }
    await close();
    throw new Error('Swift did not start', { cause: failure });
  }
  await untilTaken(() => s3.createBucket({ Bucket: bucket }));
  await untilTaken(() => s3.putObject({ Bucket: bucket, Key: 'ready', Body: 'ready' }));
  await s3.deleteObject({ Bucket: bucket, Key: 'ready' });
  return {
    settings,
    async contents() {
      const { Contents = [] } = await s3.listObjectsV2({ Bucket: bucket });
      const { Uploads = [] } = await s3.listMultipartUploads({ Bucket: bucket });
      return [...Contents, ...Uploads].flatMap(({ Key }) => (Key ? [Key] : [])).sort();
    },
    close,
  };
}
