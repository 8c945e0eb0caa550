import { randomUUID } from 'node:crypto';
import { heartbeatFrame } from '@vlam/contract/realtime-protocol';
import { WebSocket } from 'ws';

// Two misbehaving members, in a separate process and at another address, with the regular budgets: one floods over ten
// connections, the other reads nothing. Both reconnect as soon as they are
// admitted.

export type FloodCommand = { begin: { port: number; flooder: string; nonReader: string } } | { end: true };
export type FloodReport = {
  flooded: {
    /** Frames sent, and numbers of admitted, disconnected and refused connections. */
    frames: number;
    admitted: number;
    cut: number;
    refused: number;
    /** Number of disconnects of the client that does not read. */
    nonReaderCut: number;
  };
};

const address = '127.0.0.2';
const connections = 10;
/** Frames of the flood, one kind per connection: valid, invalid and large ones, heartbeats and pings. */
const kinds: ((wire: WebSocket) => void)[] = [
  (wire) => wire.send(`["join",{"topic":"conversation:${randomUUID()}"}]`),
  (wire) =>
    wire.send(
      JSON.stringify(['message.send', { to: randomUUID(), message: { clientId: randomUUID(), content: 'x' } }, 1]),
    ),
  (wire) => wire.send(`["nothing","${'x'.repeat(60_000)}"]`),
  (wire) => wire.send(heartbeatFrame),
  (wire) => wire.ping(),
];

let flooding = false;
let wires: WebSocket[] = [];
let counts = { frames: 0, admitted: 0, cut: 0, refused: 0, nonReaderCut: 0 };

/** Opens a connection, uses it until it is closed, and opens the next. */
function reconnect(port: number, cookie: string, use: (wire: WebSocket) => void, onCut: () => void): void {
  if (!flooding) return;
  const wire = new WebSocket(`ws://127.0.0.1:${port}/realtime`, {
    headers: { cookie, origin: `http://127.0.0.1:${port}` },
    localAddress: address,
    perMessageDeflate: false,
  });
  wires.push(wire);
  let admitted = false;
  wire.on('error', () => {});
  wire.on('open', () => {
    admitted = true;
    counts.admitted += 1;
    use(wire);
  });
  wire.on('close', () => {
    wires = wires.filter((other) => other !== wire);
    if (!flooding) return;
    if (admitted) onCut();
    else counts.refused += 1;
    setImmediate(() => reconnect(port, cookie, use, onCut));
  });
}

function flood(wire: WebSocket, sendFrame: (wire: WebSocket) => void): void {
  for (let count = 0; count < 50 && wire.bufferedAmount < 1_000_000; count += 1) {
    sendFrame(wire);
    counts.frames += 1;
  }
  if (flooding && wire.readyState === wire.OPEN) setImmediate(() => flood(wire, sendFrame));
}

function readNothing(wire: WebSocket): void {
  wire.pause();
  // A paused socket does not notice its close: a heartbeat per second, below the limits, reveals it.
  const timer = setInterval(() => wire.send(heartbeatFrame, () => {}), 1_000);
  wire.on('error', () => wire.terminate());
  wire.on('close', () => clearInterval(timer));
}

process.on('message', (command: FloodCommand) => {
  if ('begin' in command) {
    const { port, flooder, nonReader } = command.begin;
    flooding = true;
    counts = { frames: 0, admitted: 0, cut: 0, refused: 0, nonReaderCut: 0 };
    for (let at = 0; at < connections; at += 1) {
      const sendFrame = kinds[at % kinds.length];
      if (!sendFrame) continue;
      reconnect(
        port,
        flooder,
        (wire) => flood(wire, sendFrame),
        () => (counts.cut += 1),
      );
    }
    reconnect(port, nonReader, readNothing, () => (counts.nonReaderCut += 1));
  } else {
    flooding = false;
    for (const wire of wires) wire.terminate();
    process.send?.({ flooded: counts } satisfies FloodReport);
  }
});
