import type { ClientAnswer } from '@vlam/contract/realtime';
import { connectSocket, type SocketClient } from './socket-client.ts';

/** A socket that is opened again, a moment after it was lost or refused, until it is closed. */
export interface ReturningSocket {
  readonly isOpen: boolean;
  call(name: string, payload: unknown, withinMs: number): Promise<ClientAnswer>;
  close(): void;
}

const againMs = 200;

export function startReturningSocket(url: string, cookie: string): ReturningSocket {
  let closed = false;
  let socket: SocketClient;
  function open(): void {
    if (closed) return;
    socket = connectSocket(url, cookie);
    // A refusal closes it too.
    socket.on('failed', () => {});
    socket.on('close', () => void setTimeout(open, againMs + Math.random() * againMs));
  }
  open();
  return {
    get isOpen() {
      return socket.isOpen;
    },
    call: (name, payload, withinMs) => socket.call(name, payload, withinMs),
    close() {
      closed = true;
      socket.close();
    },
  };
}
