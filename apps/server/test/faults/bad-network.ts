import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface BadNetwork {
  port: number;
  /** Delays every n-th packet, and all behind it, by 200 ms, as a TCP retransmission does; 0 delays none. */
  dropOneIn(packets: number): void;
  /** Forwards nothing for `ms`, then everything that was sent during it. */
  stall(ms: number): Promise<void>;
  /** Resets every open connection. */
  reset(): void;
  close(): Promise<void>;
}

/** A TCP proxy in front of a local server. */
export async function startBadNetwork(target: { host: string; port: number }): Promise<BadNetwork> {
  const sockets = new Set<Socket>();
  let oneIn = 0;
  let packets = 0;
  let together: Promise<unknown> = Promise.resolve();

  function forward(from: Socket, to: Socket): void {
    let before: Promise<unknown> = Promise.resolve();
    from.on('data', (bytes) => {
      packets += 1;
      const lost = oneIn > 0 && packets % oneIn === 0;
      before = before.then(async () => {
        await together;
        if (lost) await sleep(200);
        if (!to.destroyed) to.write(bytes);
      });
    });
    from.on('error', () => {});
    from.on('close', () => {
      sockets.delete(from);
      void before.then(() => to.destroy());
    });
    sockets.add(from);
  }
  const server = createServer((client) => {
    const upstream = connect(target.port, target.host);
    forward(client, upstream);
    forward(upstream, client);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    dropOneIn(given) {
      oneIn = given;
    },
    async stall(ms) {
      together = sleep(ms);
      await together;
    },
    reset() {
      for (const socket of sockets) socket.resetAndDestroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
