import type { ClientAnswer, ClientEvent, ClientPayload } from '@vlam/contract/realtime';

type SocketSender = (name: string, payload: unknown) => Promise<ClientAnswer>;

const unavailable: ClientAnswer = { ok: false, code: 'UNAVAILABLE' };
let sender: SocketSender | null = null;
let holdCount = 0;

/** Set by the socket's chunk; null while there is no socket. */
export function setSocketSender(next: SocketSender | null): void {
  sender = next;
}

/**
 * Calls the server over the open socket and resolves with its answer; `UNAVAILABLE` when there is no socket or no
 * answer in time. A refused message rejects with the `ApiError` that the HTTP call would give.
 */
export const callServer = async <Name extends ClientEvent>(
  name: Name,
  payload: ClientPayload<Name>,
): Promise<ClientAnswer> => (await sender?.(name, payload)) ?? unavailable;

/** Keeps the socket open in a hidden tab, for a running call. Returns a release function. */
export function holdSocket(): () => void {
  holdCount += 1;
  return () => {
    holdCount -= 1;
  };
}
export const isSocketHeld = (): boolean => holdCount > 0;
