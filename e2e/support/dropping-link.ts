import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Link {
  /** Base URL under which the page reaches the server. */
  url: string;
  /** Bytes that have travelled from the browser to the server. */
  sentBytes(): number;
  /** Cuts every connection after so many more bytes from the browser, once for each number. */
  dropAfter(bytes: number[]): void;
  /** How often it was cut. */
  drops(): number;
  /** At most so many bytes a second from now on, roughly; null for no limit. */
  slowTo(bytesPerSecond: number | null): void;
  /** Leads to another port from now on. */
  leadTo(port: number): void;
  close(): Promise<void>;
}

/** A line between browser and server that can drop and be slow. */
export async function openLink(port: number): Promise<Link> {
  const sockets = new Set<Socket>();
  let target = port;
  let pace: number | null = null;
  let sent = 0;
  let cuts: number[] = [];
  let drops = 0;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  };
  const listener = createServer((browser) => {
    const server = connect(target, '127.0.0.1');
    keep(browser);
    keep(server);
    browser.on('close', () => server.destroy());
    server.on('close', () => browser.destroy());
    server.pipe(browser);
    browser.on('data', (piece) => {
      sent += piece.length;
      const [next] = cuts;
      if (next !== undefined && sent >= next) {
        cuts.shift();
        drops += 1;
        for (const socket of sockets) socket.resetAndDestroy();
        return;
      }
      const isFull = !server.write(piece);
      if (!isFull && pace === null) return;
      browser.pause();
      const go = () => browser.resume();
      if (pace !== null) setTimeout(go, (piece.length / pace) * 1_000);
      else server.once('drain', go);
    });
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    sentBytes: () => sent,
    dropAfter(bytes) {
      let at = sent;
      cuts = bytes.map((more) => {
        at += more;
        return at;
      });
    },
    drops: () => drops,
    slowTo(bytesPerSecond) {
      pace = bytesPerSecond;
    },
    leadTo(other) {
      target = other;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      listener.close();
      await once(listener, 'close');
    },
  };
}
