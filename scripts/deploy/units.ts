import { holdsNoSecret } from './files.ts';

/** Keys in use, by section: systemd warns of an unknown one and goes on without it. */
const known: Record<string, string> = {
  Unit: 'Description After Wants StartLimitIntervalSec',
  Service: `Type User Group WorkingDirectory EnvironmentFile Environment ExecStart StateDirectory StateDirectoryMode
    Restart RestartSec KillMode TimeoutStartSec TimeoutStopSec LimitNOFILE TasksMax MemoryMax OOMPolicy NoNewPrivileges
    CapabilityBoundingSet AmbientCapabilities ProtectSystem ProtectHome PrivateTmp PrivateDevices ProtectKernelTunables
    ProtectKernelModules ProtectKernelLogs ProtectControlGroups ProtectClock ProtectHostname ProtectProc LockPersonality
    RestrictRealtime RestrictSUIDSGID RemoveIPC KeyringMode UMask RestrictAddressFamilies RestrictNamespaces
    SystemCallArchitectures SystemCallFilter SystemCallErrorNumber`,
  Install: 'WantedBy',
};
const needed: readonly (readonly [string, RegExp])[] = [
  ['User', /^(?!root$|0$)./],
  ['NoNewPrivileges', /^yes$/],
  ['CapabilityBoundingSet', /^$/],
  ['ProtectSystem', /^strict$/],
  ['ProtectHome', /^yes$/],
  ['PrivateTmp', /^yes$/],
  ['PrivateDevices', /^yes$/],
  ['SystemCallFilter', /./],
  ['RestrictNamespaces', /./],
  ['MemoryMax', /^\d+[MG]$/],
  ['ExecStart', /^\/opt\/vlam\/current\/node_modules\/\.bin\/node .*apps\/server\/src\/[\w-]+\.ts$/],
];

/** What is wrong with a unit of systemd. `systemd-analyze verify` says more; it is not on every machine. */
export function checkUnit(text: string): string[] {
  const found: string[] = [];
  let section = '';
  const values = new Map<string, string>();
  for (const line of text.split('\n')) {
    if (/^(#|$)/.test(line)) continue;
    const [, opened] = /^\[(\w+)\]$/.exec(line) ?? [];
    const [, key = '', value = ''] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (opened) section = opened;
    else if (!key) found.push(`"${line}" is no setting`);
    else if (!known[section]?.split(/\s+/).includes(key)) found.push(`[${section}] ${key}: nothing is known of it`);
    if (key && !values.has(key)) values.set(key, value);
    if (/^Environment=/.test(line) && !holdsNoSecret(value)) found.push('Environment: a secret is written out');
  }
  for (const [key, wanted] of needed)
    if (!wanted.test(values.get(key) ?? '\0')) found.push(`${key}=${values.get(key) ?? '(missing)'}`);
  return found;
}
