import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, normalize } from 'node:path';

// The files of a folder by bare node:http, from memory and unchecked: the least that a request costs in Node.
const root = process.env.BARE_FOLDER ?? '';
const types: Record<string, string> = { m3u8: 'application/vnd.apple.mpegurl', m4s: 'video/mp4', mp4: 'video/mp4' };
/** A list is read again after so long; parts never change. */
const listMs = 50;
const held = new Map<string, { body: Buffer; until: number }>();

function read(path: string): Buffer | null {
  const found = held.get(path);
  if (found && performance.now() < found.until) return found.body;
  const file = join(root, normalize(path));
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return null;
  const body = readFileSync(file);
  const until = path.endsWith('.m3u8') ? performance.now() + listMs : Number.POSITIVE_INFINITY;
  held.set(path, { body, until });
  return body;
}

const server = createServer((request, response) => {
  const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
  const body = read(path);
  if (!body) return void response.writeHead(404, { 'content-length': 0 }).end();
  const type = types[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
  response.writeHead(200, { 'content-type': type, 'content-length': body.length }).end(body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' ? address?.port : null);
});
