import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chooseUser } from '../../apps/server/src/platform/embedded-postgres-programs.ts';
import { freePort } from '../../apps/server/test/free-port.ts';
import { etcd, haproxy, patroni, postgres15 } from '../../apps/server/test/machine.ts';
import { keepOutput, type Started } from './pieces.ts';

/** Three PostgreSQL under Patroni with strict synchronous commit, behind HAProxy: as docs/operations.md tells an operator. */
export interface Cluster {
  /** Leads to the node that is primary. */
  url: string;
  /** Its name; null while there is none. */
  primary(): Promise<string | null>;
  /** Resolves when all three are up, one is primary and one confirms its commits. Throws after two minutes. */
  untilWhole(): Promise<void>;
  /** kill -9 of Patroni and PostgreSQL at once. */
  kill(name: string): Promise<void>;
  start(name: string): void;
  close(): Promise<void>;
}

interface Member {
  name: string;
  role: string;
  state: string;
}

const nodeCount = 3;
const wholeLimitMs = 120_000;
/** Seconds until a silent primary is no longer one; Patroni takes no less. */
const ttl = 20;
const { spawn, allowTraversal, changeOwner } = chooseUser();

interface Node {
  name: string;
  folder: string;
  port: number;
  restPort: number;
  settings: string;
  running: Started | null;
}

const settingsOf = (node: Omit<Node, 'settings' | 'running'>, archive: string, etcdPort: number, socket: string) => ({
  scope: 'vlam',
  name: node.name,
  restapi: { listen: `127.0.0.1:${node.restPort}`, connect_address: `127.0.0.1:${node.restPort}` },
  etcd3: { host: `127.0.0.1:${etcdPort}` },
  bootstrap: {
    dcs: {
      ttl,
      loop_wait: 5,
      retry_timeout: 5,
      synchronous_mode: true,
      synchronous_mode_strict: true,
      postgresql: {
        use_pg_rewind: true,
        use_slots: true,
        // A node that was rewound needs log that its source has removed.
        recovery_conf: { restore_command: `cp ${archive}/%f %p` },
        parameters: {
          wal_log_hints: 'on',
          archive_mode: 'on',
          archive_command: `test -f ${archive}/%f || cp %p ${archive}/%f`,
          wal_keep_size: '512MB',
          max_connections: 200,
        },
      },
    },
    initdb: [{ encoding: 'UTF8' }, 'data-checksums', { locale: 'C.UTF-8' }],
  },
  postgresql: {
    listen: `127.0.0.1:${node.port}`,
    connect_address: `127.0.0.1:${node.port}`,
    data_dir: node.folder,
    bin_dir: postgres15,
    parameters: { unix_socket_directories: socket },
    pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
    authentication: {
      superuser: { username: 'vlam', password: 'vlam' },
      replication: { username: 'replicator', password: 'replicator' },
      rewind: { username: 'rewinder', password: 'rewinder' },
    },
  },
});

const balancerSettings = (port: number, nodes: readonly Node[]): string => `
defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m

listen primary
  bind 127.0.0.1:${port}
  option httpchk
  http-check send meth OPTIONS uri /primary
  http-check expect status 200
  default-server inter 1s fastinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.restPort}`).join('\n')}
`;

/** Throws with the names of packages where something is missing on this machine. */
export function requireCluster(): void {
  const missing = [
    ...(postgres15 ? [] : ['postgresql-15']),
    ...(patroni ? [] : ['patroni']),
    ...(etcd ? [] : ['etcd-server']),
    ...(haproxy ? [] : ['haproxy']),
  ];
  if (missing.length > 0) throw new Error(`This drill needs Debian's packages: apt-get install ${missing.join(' ')}`);
}

export async function startCluster(root: string): Promise<Cluster> {
  const at = (name: string) => join(root, name);
  allowTraversal(root);
  for (const name of ['archive', 'socket']) await mkdir(at(name), { mode: 0o700 });
  const [etcdPort, etcdPeerPort, port] = [await freePort(), await freePort(), await freePort()];
  const nodes: Node[] = [];
  for (let index = 1; index <= nodeCount; index += 1) {
    const node = { name: `n${index}`, folder: at(`n${index}`), port: await freePort(), restPort: await freePort() };
    await mkdir(node.folder, { mode: 0o700 });
    const settings = at(`${node.name}.yml`);
    // YAML holds JSON.
    await writeFile(settings, JSON.stringify(settingsOf(node, at('archive'), etcdPort, at('socket'))));
    for (const path of [node.folder, settings]) changeOwner(path);
    nodes.push({ ...node, settings, running: null });
  }
  for (const name of ['archive', 'socket']) changeOwner(at(name));
  await writeFile(at('haproxy.cfg'), balancerSettings(port, nodes));

  const stdio = ['ignore', 'pipe', 'pipe'] as const;
  const start = (command: string, args: readonly string[]) =>
    keepOutput(spawn(command, args, { env: { PATH: process.env.PATH, HOME: root }, stdio: [...stdio] }));
  const peer = `http://127.0.0.1:${etcdPeerPort}`;
  const client = `http://127.0.0.1:${etcdPort}`;
  await mkdir(at('etcd'), { mode: 0o700 });
  changeOwner(at('etcd'));
  const store = start(etcd ?? '', [
    '--name=store',
    `--data-dir=${at('etcd')}`,
    `--listen-client-urls=${client}`,
    `--advertise-client-urls=${client}`,
    `--listen-peer-urls=${peer}`,
    `--initial-advertise-peer-urls=${peer}`,
    `--initial-cluster=store=${peer}`,
  ]);
  const balancer = start(haproxy ?? '', ['-db', '-f', at('haproxy.cfg')]);

  const nodeOf = (name: string): Node => {
    const found = nodes.find((node) => node.name === name);
    if (!found) throw new Error(`no node ${name}`);
    return found;
  };
  const startNode = (name: string) => {
    const node = nodeOf(name);
    node.running = start(patroni ?? '', [node.settings]);
  };

  async function members(): Promise<Member[]> {
    for (const { restPort } of nodes) {
      const answer = await fetch(`http://127.0.0.1:${restPort}/cluster`, { signal: AbortSignal.timeout(2_000) }).catch(
        () => null,
      );
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
    }
    return [];
  }

  async function untilWhole(): Promise<void> {
    const until = performance.now() + wholeLimitMs;
    for (;;) {
      const now = await members();
      const count = (role: string) => now.filter((member) => member.role === role).length;
      const isUp = ({ state }: Member) => state === 'running' || state === 'streaming';
      if (now.length === nodeCount && now.every(isUp) && count('leader') === 1 && count('sync_standby') >= 1) return;
      if (performance.now() > until)
        throw new Error(
          `not whole: ${JSON.stringify(now)}\n${nodes.map(({ running }) => running?.output().slice(-1_500)).join('\n')}`,
        );
      await sleep(250);
    }
  }

  async function end(child: Started | null, signal: NodeJS.Signals): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }

  async function kill(name: string): Promise<void> {
    const node = nodeOf(name);
    const [postmaster = ''] = (await readFile(join(node.folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
    await end(node.running, 'SIGKILL');
    try {
      if (postmaster) process.kill(Number(postmaster), 'SIGKILL');
    } catch {}
  }

  startNode('n1');
  const initialised = performance.now() + wholeLimitMs;
  while (!(await members()).some(({ role }) => role === 'leader')) {
    if (performance.now() > initialised) throw new Error(`no primary: ${nodes[0]?.running?.output().slice(-3_000)}`);
    await sleep(250);
  }
  for (const { name } of nodes.slice(1)) startNode(name);
  await untilWhole();

  return {
    url: `postgres://vlam@127.0.0.1:${port}/postgres`,
    async primary() {
      return (await members()).find(({ role }) => role === 'leader')?.name ?? null;
    },
    untilWhole,
    kill,
    start: startNode,
    async close() {
      for (const { name } of nodes) await kill(name);
      await end(balancer, 'SIGKILL');
      await end(store, 'SIGKILL');
    },
  };
}
