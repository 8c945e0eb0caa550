import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/** The start of a connection without the limit it asks for. */
function withoutLimit(start: Buffer): Buffer {
  const settings = start
    .subarray(8)
    .toString('latin1')
    .replace(/statement_timeout\0[^\0]*\0/, '');
  const packet = Buffer.concat([Buffer.alloc(4), start.subarray(4, 8), Buffer.from(settings, 'latin1')]);
  packet.writeInt32BE(packet.length);
  return packet;
}

function refusal(): Buffer {
  const fields = 'SFATAL\0C08P01\0Munsupported startup parameter: statement_timeout\0\0';
  const packet = Buffer.alloc(5);
  packet.write('E');
  packet.writeInt32BE(4 + fields.length, 1);
  return Buffer.concat([packet, Buffer.from(fields)]);
}

/**
 * Stands before a PostgreSQL as pgbouncer does: refuses a connection that asks for a limit of time, or, as its
 * `ignore_startup_parameters` makes it do, drops the limit.
 */
export async function startPooler(target: string, how: 'refuses' | 'drops'): Promise<{ url: string; stop(): void }> {
  const { hostname, port } = new URL(target);
  const server = createServer((client) => {
    client.on('error', () => {});
    client.once('data', (start) => {
      if (how === 'refuses') return void client.end(refusal());
      const onward = connect(Number(port), hostname, () => onward.write(withoutLimit(start)));
      onward.on('error', () => client.destroy());
      client.pipe(onward).pipe(client);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return { url: url.href, stop: () => void server.close() };
}
