import { statSync } from 'node:fs';
import { dirname } from 'node:path';

const quoted = (path: string): string => `'${path.replaceAll("'", `'\\''`)}'`;
/** Every system has it, and nothing of ours is in it. */
const aside = '/mnt';

/**
 * A command that runs the program behind it without a network and with empty folders in place of `hidden`, in which
 * only `seen` is left. The program keeps no right over the mounts: they belong to the user namespace outside its own.
 */
export function hideCommand(hidden: readonly string[], seen: readonly string[]): readonly string[] {
  const kept = seen.map((path, index) => ({ path, at: `${aside}/${index}`, isFolder: statSync(path).isDirectory() }));
  const make = (path: string, isFolder: boolean) =>
    isFolder ? `/bin/mkdir -p ${quoted(path)}` : `: > ${quoted(path)}`;
  const script = [
    'set -e',
    `/bin/mount -t tmpfs tmpfs ${aside}`,
    ...kept.flatMap(({ path, at, isFolder }) => [make(at, isFolder), `/bin/mount --bind ${quoted(path)} ${at}`]),
    ...hidden.map((folder) => `/bin/mount -t tmpfs tmpfs ${quoted(folder)}`),
    ...kept.flatMap(({ path, at, isFolder }) => [
      `/bin/mkdir -p ${quoted(dirname(path))}`,
      make(path, isFolder),
      `/bin/mount --move ${at} ${quoted(path)}`,
    ]),
    `/bin/umount ${aside}`,
    // The shell has added a variable of its own.
    'exec /usr/bin/env -i /usr/bin/unshare --user --map-current-user "$@"',
  ];
  const outer = ['/usr/bin/unshare', '--user', '--map-root-user', '--mount', '--net'];
  return [...outer, '/bin/sh', '-c', script.join('\n'), 'sh'];
}
