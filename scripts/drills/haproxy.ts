import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Balancer } from './balancer.ts';

/** As docs/operations.md tells an operator, with the addresses of a drill. */
const configuration = (port: number, backendPorts: readonly number[]): string => `
defaults
  mode http
  timeout connect 2s
  timeout client 75s
  timeout server 75s
  timeout tunnel 1h
  retries 3
  option redispatch
  option forwardfor

frontend site
  bind 127.0.0.1:${port}
  default_backend web

backend web
  balance leastconn
  option httpchk GET /readyz
  http-check expect status 200
  retry-on conn-failure empty-response 503
  http-request disable-l7-retry if METH_POST or { method PATCH }
  default-server check inter 1s fall 2 rise 1
${backendPorts.map((at, index) => `  server web${index + 1} 127.0.0.1:${at}`).join('\n')}
`;

/** Starts Debian's HAProxy in `folder` with the lines that the documentation gives. */
export async function startHaproxy(
  program: string,
  folder: string,
  port: number,
  backendPorts: readonly number[],
): Promise<Balancer> {
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, configuration(port, backendPorts));
  const child = spawn(program, ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] });
  return {
    name: 'HAProxy',
    async close() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
