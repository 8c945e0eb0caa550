import { randomUUID } from 'node:crypto';
import { heartbeatFrame } from '@vlam/contract/realtime-protocol';
import { WebSocket } from 'ws';

// Two members who behave badly, in a process of their own and at an address of their own, with the budgets that stand:
// one says as much as ten connections take, the other reads nothing of what it is told. Both come back as soon as they
// are let.

export type FloodCommand = { begin: { port: number; flooder: string; deaf: string } } | { end: true };
export type FloodReport = {
  flooded: {
    /** Frames handed to the line, and how often it was let in, was cut, and was refused. */
    words: number;
    admitted: number;
    cut: number;
    refused: number;
    /** How often who does not read was cut. */
    deafCut: number;
  };
};

const address = '127.0.0.2';
const connections = 10;
/** What it says, one kind a connection: what is understood, what is not, what is large, and the protocol's own. */
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
let counts = { words: 0, admitted: 0, cut: 0, refused: 0, deafCut: 0 };

/** Opens a connection, uses it until it is closed, and opens the next. */
function again(port: number, cookie: string, use: (wire: WebSocket) => void, onCut: () => void): void {
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
    setImmediate(() => again(port, cookie, use, onCut));
  });
}

function flood(wire: WebSocket, say: (wire: WebSocket) => void): void {
  for (let count = 0; count < 50 && wire.bufferedAmount < 1_000_000; count += 1) {
    say(wire);
    counts.words += 1;
  }
  if (flooding && wire.readyState === wire.OPEN) setImmediate(() => flood(wire, say));
}

function readNothing(wire: WebSocket): void {
  wire.pause();
  // It would not hear of the end: a word now and then tells it, fewer than are too many.
  const timer = setInterval(() => wire.send(heartbeatFrame, () => {}), 1_000);
  wire.on('error', () => wire.terminate());
  wire.on('close', () => clearInterval(timer));
}

process.on('message', (command: FloodCommand) => {
  if ('begin' in command) {
    const { port, flooder, deaf } = command.begin;
    flooding = true;
    counts = { words: 0, admitted: 0, cut: 0, refused: 0, deafCut: 0 };
    for (let at = 0; at < connections; at += 1) {
      const say = kinds[at % kinds.length];
      if (!say) continue;
      again(
        port,
        flooder,
        (wire) => flood(wire, say),
        () => (counts.cut += 1),
      );
    }
    again(port, deaf, readNothing, () => (counts.deafCut += 1));
  } else {
    flooding = false;
    for (const wire of wires) wire.terminate();
    process.send?.({ flooded: counts } satisfies FloodReport);
  }
});
