import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmdirSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { clipsWork } from '../src/modules/media/clip/process-clip.ts';

// Optional programs of this machine that tests use. No other file searches for programs.

const onPath = (name: string): string | null =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path)) ?? null;

/** coturn. */
export const turnserver = onPath('turnserver');
/** Janus, with the folder of its plugins as Debian installs it. */
export const janus = onPath('janus');
export const janusModules =
  ['x86_64-linux-gnu', 'aarch64-linux-gnu']
    .map((machine) => `/usr/lib/${machine}/janus`)
    .find((folder) => existsSync(join(folder, 'plugins/libjanus_videoroom.so'))) ?? null;
/** Redis or Valkey. */
export const redisServer = onPath('redis-server') ?? onPath('valkey-server');
/** OpenStack Swift, a store that speaks S3. */
export const swiftProxy = onPath('swift-proxy-server');
/** Folder with the programs of PostgreSQL 15, the oldest supported; POSTGRES_15 overrides Debian's. */
export const postgres15 =
  [process.env.POSTGRES_15, '/usr/lib/postgresql/15/bin', '/opt/homebrew/opt/postgresql@15/bin'].find(
    (folder) => folder && existsSync(join(folder, 'postgres')),
  ) ?? null;
/** The program that keeps copies of a PostgreSQL of one's own. */
export const pgbackrest = onPath('pgbackrest');
/** Keeps one of several PostgreSQL the primary, by what etcd agrees on. */
export const patroni = onPath('patroni');
export const etcd = onPath('etcd');
/** A full browser; the one from npm has no notifications, pushes and badges. */
export const configuredBrowser = process.env.CHROMIUM || null;
/** Stock Firefox, for the stories in a second engine; FIREFOX_PATH names another than Debian's. */
export const firefox = process.env.FIREFOX_PATH || onPath('firefox-esr');
/** Debian installs it beside the path of other users than root. */
export const nginx = onPath('nginx') ?? ['/usr/sbin/nginx'].find((path) => existsSync(path)) ?? null;
export const haproxy = onPath('haproxy') ?? ['/usr/sbin/haproxy'].find((path) => existsSync(path)) ?? null;
/** The tool of Prometheus that checks and plays rules. */
export const promtool = onPath('promtool');
/** FFmpeg's bindings, which are optional. */
export const findClips = clipsWork;

/**
 * A folder in memory with room for the databases of a run, or null: creating and dropping hundreds of databases of a
 * thousand files each costs a disk's file system more than the tests themselves. TMPDIR names another place.
 */
export function findMemoryFolder(): string | null {
  const folder = '/dev/shm';
  if (process.env.TMPDIR || process.platform !== 'linux' || !existsSync(folder)) return null;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= 8 * 2 ** 30 ? folder : null;
}

/** Mounts a disk of this size in memory on a folder; false where that is not allowed. */
export function mountDisk(folder: string, size: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0700`, 'vlam-test', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
export const unmountDisk = (folder: string): void => void execFileSync('umount', [folder]);

function canMountDisk(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'vlam-mount-'));
  const mounted = mountDisk(folder, '1m');
  if (mounted) unmountDisk(folder);
  rmdirSync(folder);
  return mounted;
}

/** One line: optional programs that the tests used, and missing ones. */
export async function describeMachine({ inMemory }: { inMemory: boolean }): Promise<string> {
  const parts: readonly (readonly [name: string, found: unknown])[] = [
    ['coturn', turnserver],
    ['Janus', janus && janusModules],
    ['Redis or Valkey', redisServer],
    ['OpenStack Swift', swiftProxy],
    ['nginx', nginx],
    ['promtool', promtool],
    ['PostgreSQL 15', postgres15],
    ['FFmpeg bindings', await findClips()],
    ['a disk that can be filled', canMountDisk()],
    ['a folder in memory', inMemory],
    ['a browser with notifications (CHROMIUM)', configuredBrowser],
    ['Firefox (FIREFOX_PATH, or firefox-esr on the path)', firefox],
  ];
  const list = (wanted: boolean) =>
    parts.flatMap(([name, found]) => (Boolean(found) === wanted ? [name] : [])).join(', ') || 'nothing';
  return `This machine: used ${list(true)}; missing ${list(false)}`;
}
