import type { ClientAnswer, ClientEvent, ClientPayload } from '@vlam/contract/realtime';

type Speak = (name: string, payload: unknown) => Promise<ClientAnswer>;

const unheard: ClientAnswer = { ok: false, code: 'UNAVAILABLE' };
let speak: Speak | null = null;
let holds = 0;

/** Only the socket's chunk says this; null while there is no socket. */
export function setSpeaker(next: Speak | null): void {
  speak = next;
}

/**
 * Says something to the server over the open socket; `UNAVAILABLE` while there is none, or when it does not answer. A
 * message that is refused rejects with the `ApiError` of the call.
 */
export const say = async <Name extends ClientEvent>(name: Name, payload: ClientPayload<Name>): Promise<ClientAnswer> =>
  (await speak?.(name, payload)) ?? unheard;

/** Keeps the socket open although nobody sees the page: a call goes on behind other windows. Answers the way to end it. */
export function holdSocket(): () => void {
  holds += 1;
  return () => {
    holds -= 1;
  };
}
export const isSocketHeld = (): boolean => holds > 0;
