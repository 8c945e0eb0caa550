import { readFile } from 'node:fs/promises';
import { SocketAddress } from 'node:net';

/** Bytes the kernel holds for the other side of a connection. */
export interface TcpQueue {
  /** Bytes the other side has not acknowledged. */
  waiting: number;
  /** The other side's receive window is closed: the kernel only probes now and then. */
  isShut: boolean;
}

export const remoteKey = (address: string, port: number): string => `${address} ${port}`;

/**
 * Connections of a local port for which the kernel holds bytes, by their `remoteKey`. Returns null where the kernel does
 * not expose them (proc(5), `/proc/net/tcp`): anywhere but on Linux.
 */
export async function readTcpQueues(localPort: number): Promise<Map<string, TcpQueue> | null> {
  const read = (name: string) => readFile(`/proc/net/${name}`, 'latin1').catch(() => null);
  const [v4, v6] = await Promise.all([read('tcp'), read('tcp6')]);
  if (v4 === null && v6 === null) return null;
  const port = localPort.toString(16).toUpperCase().padStart(4, '0');
  // Number, local, remote, state, bytes to send and to be read, the timer that runs.
  const line = new RegExp(
    `:${port} ([0-9A-F]+):([0-9A-F]{4}) [0-9A-F]{2} (?!0{8})([0-9A-F]{8}):[0-9A-F]{8} (\\d\\d):`,
    'g',
  );
  const queues = new Map<string, TcpQueue>();
  for (const [, address = '', farPort = '', waiting = '', timer] of `${v4}${v6}`.matchAll(line))
    queues.set(remoteKey(readAddress(address), Number.parseInt(farPort, 16)), {
      waiting: Number.parseInt(waiting, 16),
      isShut: timer === '04',
    });
  return queues;
}

/** In the format of `socket.remoteAddress`. The kernel writes words of four bytes, the last byte first. */
function readAddress(hex: string): string {
  const bytes = Buffer.from(hex, 'hex').swap32();
  if (bytes.length === 4) return bytes.join('.');
  const address = bytes.toString('hex').replaceAll(/.{4}(?=.)/g, '$&:');
  return new SocketAddress({ address, family: 'ipv6' }).address;
}
