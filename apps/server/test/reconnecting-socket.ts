import type { ClientAnswer } from '@vlam/contract/realtime';
import { connectSocket, type SocketClient } from './socket-client.ts';

/** A socket that reconnects after a short delay when it was lost or refused, until it is closed. */
export interface ReconnectingSocket {
  readonly isOpen: boolean;
  call(name: string, payload: unknown, withinMs: number): Promise<ClientAnswer>;
  close(): void;
}

const reconnectDelayMs = 200;

export function startReconnectingSocket(url: string, cookie: string): ReconnectingSocket {
  let closed = false;
  let socket: SocketClient;
  function open(): void {
    if (closed) return;
    socket = connectSocket(url, cookie);
    // Refused connections are closed too.
    socket.on('failed', () => {});
    socket.on('close', () => void setTimeout(open, reconnectDelayMs + Math.random() * reconnectDelayMs));
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
