import { readdir } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { webFolders } from '../../apps/server/src/platform/web-build.ts';

interface ReleaseOptions {
  /** Leaves the browser's question for the next worker without an answer, as on a busy device. */
  withoutWorker?: boolean;
}

export interface ReleasingServer {
  url: string;
  /** From now on the files of another build: every hashed name is a new one, and the old names are gone. */
  release(options?: ReleaseOptions): void;
  close(): Promise<void>;
}

const hashed = /^(.*-)([\w-]{8})(\.\w+)$/;

/** A server before `url` that can put a new release in place of the first, as a deployment does. */
export async function createReleasingServer(url: string): Promise<ReleasingServer> {
  const next = new Map<string, string>();
  const shorts: string[] = [];
  for (const file of await readdir(join(webFolders.built, 'assets'))) {
    const [, start = '', hash = '', end = ''] = hashed.exec(file) ?? [];
    if (!hash) continue;
    const other = [...hash].reverse().join('');
    next.set(file, `${start}${other}${end}`);
    shorts.push(other.slice(0, 4));
  }
  const former = new Map([...next].map(([old, name]) => [name, old]));
  const names = /[\w.-]+-[\w-]{8}\.(?:js|css|woff2|wasm)/g;
  const rename = (text: string) =>
    text
      .replace(names, (name) => next.get(name) ?? name)
      .replace(/hashes:`[\w-]+`/g, `hashes:\`${shorts.join('')}\``)
      .replace(/version:`\w+`/g, 'version:`nextbuild`');
  let released = false;
  let isWorkerHeld = false;
  const rewrittenHeaders = (headers: IncomingHttpHeaders) =>
    Object.fromEntries(
      Object.entries(headers)
        .filter(([name]) => !['content-length', 'transfer-encoding', 'etag'].includes(name))
        .map(([name, value]) => [name, name === 'link' ? [value].flat().map((each) => rename(each ?? '')) : value]),
    );

  const server = createServer((incoming, answer) => {
    const path = incoming.url ?? '/';
    const [file = ''] = (path.split('/assets/')[1] ?? '').split('?', 1);
    if (isWorkerHeld && path === '/sw.js') return;
    if (released && next.has(file)) return answer.writeHead(404).end();
    const old = former.get(file);
    const headers: IncomingHttpHeaders = { ...incoming.headers, 'accept-encoding': 'identity' };
    // What the browser has is another release's, whatever its tag.
    if (released) delete headers['if-none-match'];
    const upstream = request(
      url + (released && old ? path.replace(file, old) : path),
      { method: incoming.method ?? 'GET', headers },
      (response) => {
        const isText = /html|javascript|json|css/.test(response.headers['content-type'] ?? '');
        if (!released || !isText || path.startsWith('/api/')) {
          answer.writeHead(response.statusCode ?? 502, response.headers);
          return void response.pipe(answer);
        }
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          answer.writeHead(response.statusCode ?? 502, rewrittenHeaders(response.headers));
          answer.end(rename(Buffer.concat(chunks).toString()));
        });
      },
    );
    upstream.on('error', () => answer.destroy());
    incoming.pipe(upstream);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    release({ withoutWorker = false } = {}) {
      released = true;
      isWorkerHeld = withoutWorker;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
