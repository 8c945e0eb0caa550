import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { janus, janusModules } from './machine.ts';

export const janusSecret = 'a-secret-of-these-tests';
export const hasJanus = janus !== null && janusModules !== null;
export const whyNoJanus = 'janus is not on PATH';

export interface JanusServer {
  url: string;
  /** kill -9, then a start with the same configuration. */
  restart(): Promise<void>;
  kill(): Promise<void>;
  stop(): Promise<void>;
}

const deployed = join(import.meta.dirname, '../../../deploy/janus');

/** Janus with the configuration that is deployed, on a port of its own. */
export async function startJanus(): Promise<JanusServer> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'vlam-janus-'));
  for (const name of ['config', 'plugins', 'transports', 'none']) await mkdir(join(folder, name));
  await symlink(`${janusModules}/plugins/libjanus_videoroom.so`, join(folder, 'plugins/libjanus_videoroom.so'));
  const transport = 'transports/libjanus_websockets.so';
  await symlink(`${janusModules}/${transport}`, join(folder, transport));
  const files = (await readdir(deployed)).filter((name) => name.endsWith('.jcfg'));
  for (const name of files) {
    const text = await readFile(join(deployed, name), 'utf8');
    await writeFile(
      join(folder, 'config', name),
      text.replaceAll('/srv/janus', folder).replace('ws_port = 8188', `ws_port = ${port}`),
    );
  }
  let child: ChildProcess;
  async function start(): Promise<void> {
    child = spawn(
      'janus',
      ['--disable-colors', `--configs-folder=${join(folder, 'config')}`, `--apisecret=${janusSecret}`],
      { stdio: 'ignore', cwd: folder },
    );
    for (let attempt = 0; attempt < 100; attempt += 1) {
      if (await answers(port)) return;
      await sleep(50);
    }
    throw new Error('janus did not start');
  }
  async function kill(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }
  await start();
  return {
    url: `ws://127.0.0.1:${port}`,
    kill,
    async restart() {
      await kill();
      await start();
    },
    async stop() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      done(true);
    });
    socket.on('error', () => done(false));
  });
}
