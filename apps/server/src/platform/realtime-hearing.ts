import {
  type ClientAnswer,
  type ClientEvent,
  type ClientPayload,
  clientEvents,
  realtimeLimits,
} from '@vlam/contract/realtime';
import type { FastifyError } from 'fastify';
import type { Socket } from 'socket.io';
import { AppError } from './errors.ts';
import { parseOr } from './guard.ts';
import { toAppError } from './http-errors.ts';
import { errorFields, type Logger } from './logger.ts';
import type { Connection } from './realtime-connections.ts';
import type { MessageDoor } from './realtime-message-door.ts';
import type { Topics } from './realtime-topics.ts';
import type { Viewer } from './viewer.ts';

/** What modules hear; topics are heard here. A rejection with an `AppError` is the browser's answer. */
export type ModuleEvent = Exclude<ClientEvent, 'join' | 'leave' | 'message.send'>;
export type Hearing<Name extends ModuleEvent> = (viewer: Viewer, payload: ClientPayload<Name>) => Promise<void>;
export type Hearings = { [Name in ModuleEvent]?: Hearing<Name> };

/** The account's room, the profile's, and the socket's own. */
const ownRooms = 3;

/** Answers what a browser says. Every event ends here: nothing it says is looked up by name among listeners. */
export function listenTo(
  socket: Socket,
  connection: Connection,
  deps: { topics: Topics; hearings: Hearings; sendMessage: MessageDoor; logger: Logger },
): void {
  const { topics, hearings, logger } = deps;
  const read = <Name extends ClientEvent>(name: Name, payload: unknown): ClientPayload<Name> =>
    parseOr('VALIDATION_FAILED', clientEvents[name], payload) as ClientPayload<Name>;
  const tell = <Name extends ModuleEvent>(name: Name, payload: unknown): Promise<void> | undefined =>
    (hearings[name] as Hearing<Name> | undefined)?.(connection.viewer, read(name, payload));

  async function hear(name: string, payload: unknown): Promise<void> {
    if (!Object.hasOwn(clientEvents, name)) throw new AppError('NOT_FOUND');
    if (name !== 'join' && name !== 'leave') return tell(name as ModuleEvent, payload);
    const { topic } = read(name, payload);
    if (name === 'leave') {
      socket.leave(`topic:${topic}`);
      return;
    }
    if (socket.rooms.size >= realtimeLimits.topicsPerConnection + ownRooms) throw new AppError('QUOTA_REACHED');
    await topics.requireAllowed(topic, connection.viewer);
    if (socket.connected) socket.join(`topic:${topic}`);
  }

  /** What is expected goes back as it is; anything else is logged and called unknown. */
  const refusalOf = (error: unknown): AppError => {
    const expected = toAppError(error as FastifyError);
    if (!expected) logger.error('unexpected failure', errorFields(error));
    return expected ?? new AppError('INTERNAL');
  };

  const send = (payload: unknown, reply: (say: ClientAnswer) => void): void =>
    void deps.sendMessage(connection, payload).then(
      (sent) => reply({ ok: true, sent }),
      (error) => {
        const { code, message, details } = refusalOf(error);
        reply({ ok: false, code, message, ...(details ? { details } : {}) });
      },
    );
  connection.send = send;

  socket.use(([name, payload, ...rest]) => {
    const answer = rest.pop() ?? payload;
    const reply = (say: ClientAnswer) => {
      if (typeof answer === 'function') answer(say);
    };
    const only = rest.length === 0 ? payload : undefined;
    if (name === 'message.send') return send(only, reply);
    hear(name, only).then(
      () => reply({ ok: true }),
      (error) => reply({ ok: false, code: refusalOf(error).code }),
    );
  });
}
