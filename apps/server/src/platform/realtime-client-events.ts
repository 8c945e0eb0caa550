import {
  type ClientAnswer,
  type ClientEvent,
  type ClientPayload,
  clientEvents,
  realtimeLimits,
} from '@vlam/contract/realtime';
import { answerFrame, readFrame } from '@vlam/contract/realtime-protocol';
import { tolerant } from '@vlam/contract/tolerant';
import type { FastifyError } from 'fastify';
import { compileSchema } from './compiled-schema.ts';
import { AppError } from './errors.ts';
import { parseOr } from './guard.ts';
import { toAppError } from './http-errors.ts';
import { errorFields, type Logger } from './logger.ts';
import type { Connection } from './realtime-connections.ts';
import type { MessageDoor } from './realtime-message-door.ts';
import type { Rooms } from './realtime-rooms.ts';
import type { Topics } from './realtime-topics.ts';
import type { Viewer } from './viewer.ts';

/** Events that modules handle; topics are handled here. A rejection with an `AppError` is the browser's answer. */
export type ModuleEvent = Exclude<ClientEvent, 'join' | 'leave' | 'message.send'>;
export type Hearing<Name extends ModuleEvent> = (viewer: Viewer, payload: ClientPayload<Name>) => Promise<void>;
export type Hearings = { [Name in ModuleEvent]?: Hearing<Name> };

const readEvents = Object.fromEntries(
  Object.entries(clientEvents).map(([name, schema]) => [name, compileSchema(tolerant(schema))]),
) as typeof clientEvents;

/** The account's room and the profile's. */
const ownRooms = 2;

/** Answers a function that handles one frame of a browser. */
export function createClientEvents(deps: {
  rooms: Rooms;
  topics: Topics;
  hearings: Hearings;
  sendMessage: MessageDoor;
  logger: Logger;
}): (connection: Connection, text: string) => void {
  const { rooms, topics, hearings, logger } = deps;
  const read = <Name extends ClientEvent>(name: Name, payload: unknown): ClientPayload<Name> =>
    parseOr('VALIDATION_FAILED', readEvents[name], payload) as ClientPayload<Name>;
  const tell = <Name extends ModuleEvent>(viewer: Viewer, name: Name, payload: unknown): Promise<void> | undefined =>
    (hearings[name] as Hearing<Name> | undefined)?.(viewer, read(name, payload));

  async function handle(connection: Connection, name: string, payload: unknown): Promise<void> {
    if (!Object.hasOwn(clientEvents, name)) throw new AppError('NOT_FOUND');
    if (name !== 'join' && name !== 'leave') return tell(connection.viewer, name as ModuleEvent, payload);
    const { topic } = read(name, payload);
    if (name === 'leave') return rooms.leave(connection, `topic:${topic}`);
    if (connection.rooms.size >= realtimeLimits.topicsPerConnection + ownRooms) throw new AppError('QUOTA_REACHED');
    await topics.requireAllowed(topic, connection.viewer);
    if (connection.socket.isOpen) rooms.join(connection, `topic:${topic}`);
  }

  /** What is expected goes back as it is; anything else is logged and called unknown. */
  const refusalOf = (error: unknown): AppError => {
    const expected = toAppError(error as FastifyError);
    if (!expected) logger.error('unexpected failure', errorFields(error));
    return expected ?? new AppError('INTERNAL');
  };

  return (connection, text) => {
    const frame = readFrame(text);
    if (frame?.kind !== 'event') return;
    const { name, payload, id } = frame;
    const answer = (value: ClientAnswer) => {
      if (id !== null) connection.socket.send(answerFrame(id, value));
    };
    if (name === 'message.send')
      deps.sendMessage(connection, payload).then(
        (sent) => answer({ ok: true, sent }),
        (error) => {
          const { code, message, details } = refusalOf(error);
          answer({ ok: false, code, message, ...(details ? { details } : {}) });
        },
      );
    else
      handle(connection, name, payload).then(
        () => answer({ ok: true }),
        (error) => answer({ ok: false, code: refusalOf(error).code }),
      );
  };
}
