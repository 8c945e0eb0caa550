import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../apps/server/test/free-port.ts';

export interface Nginx {
  port: number;
  pid: number;
  /** Its name and version. */
  name: string;
  /** What it serves. */
  root: string;
  stop(): Promise<void>;
}

/** Starts nginx with one worker over an empty folder. Throws where it is not installed. */
export async function startNginx(folder: string): Promise<Nginx> {
  const name = nginxVersion();
  const root = join(folder, 'root');
  for (const each of [root, join(folder, 'tmp')]) mkdirSync(each, { recursive: true });
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(folder, 'tmp', kind)};`,
  );
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; master_process off; pid ${join(folder, 'nginx.pid')}; error_log ${join(folder, 'error.log')};
events { worker_connections 4096; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; ${temporary.join(' ')}
  types { application/vnd.apple.mpegurl m3u8; video/mp4 m4s mp4; }
  server { listen 127.0.0.1:${port}; root ${root}; }
}
`,
  );
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' });
  for (let tries = 0; tries < 100; tries += 1) {
    if (await fetch(`http://127.0.0.1:${port}/`).catch(() => null)) break;
    await sleep(50);
  }
  return {
    ...{ port, name, root },
    pid: child.pid ?? 0,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function nginxVersion(): string {
  try {
    // It writes its version to the standard error.
    return execFileSync('sh', ['-c', 'nginx -v 2>&1'], { encoding: 'utf8' })
      .trim()
      .replace(/^nginx version: /, '');
  } catch {
    throw new Error('nginx is not installed (Debian: apt-get install nginx-light)');
  }
}
