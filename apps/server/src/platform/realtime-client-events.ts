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
import type { MessageHandler } from './realtime-message-handler.ts';
import type { Rooms } from './realtime-rooms.ts';
import type { Topics } from './realtime-topics.ts';
import type { Viewer } from './viewer.ts';

/**
 * Events handled by modules; topics are handled here. A rejection with an `AppError` is sent to the browser as the
 * reply.
 */
export type ModuleEvent = Exclude<ClientEvent, 'join' | 'leave' | 'message.send'>;
export type EventHandler<Name extends ModuleEvent> = (viewer: Viewer, payload: ClientPayload<Name>) => Promise<void>;
export type EventHandlers = { [Name in ModuleEvent]: EventHandler<Name> };

const readEvents = Object.fromEntries(
  Object.entries(clientEvents).map(([name, schema]) => [name, compileSchema(tolerant(schema))]),
) as typeof clientEvents;

/** Rooms every connection is in: its account's and its profile's. */
const ownRooms = 2;

/** Returns a function that handles one frame of a browser. */
export function createClientEvents(deps: {
  rooms: Rooms;
  topics: Topics;
  /** Sends what a topic replays to a connection that has just joined it. */
  replay(topic: string, connection: Connection): void;
  handlers: EventHandlers;
  sendMessage: MessageHandler;
  logger: Logger;
}): (connection: Connection, text: string) => void {
  const { rooms, topics, handlers, logger } = deps;
  const read = <Name extends ClientEvent>(name: Name, payload: unknown): ClientPayload<Name> =>
    parseOr('VALIDATION_FAILED', readEvents[name], payload) as ClientPayload<Name>;
  const dispatch = <Name extends ModuleEvent>(viewer: Viewer, name: Name, payload: unknown): Promise<void> =>
    (handlers[name] as EventHandler<Name>)(viewer, read(name, payload));

  async function handle(connection: Connection, name: string, payload: unknown): Promise<void> {
    if (!Object.hasOwn(clientEvents, name)) throw new AppError('NOT_FOUND');
    if (name !== 'join' && name !== 'leave') return dispatch(connection.viewer, name as ModuleEvent, payload);
    const { topic } = read(name, payload);
    if (name === 'leave') return rooms.leave(connection, `topic:${topic}`);
    if (connection.rooms.size >= realtimeLimits.topicsPerConnection + ownRooms) throw new AppError('QUOTA_REACHED');
    await topics.requireAllowed(topic, connection.viewer);
    if (!connection.socket.isOpen) return;
    rooms.join(connection, `topic:${topic}`);
    deps.replay(topic, connection);
  }

  /** Expected errors are returned as they are; anything else is logged and becomes INTERNAL. */
  const refusalOf = (error: unknown): AppError => {
    const expected = toAppError(error as FastifyError);
    if (!expected) logger.error('unexpected failure', errorFields(error));
    return expected ?? new AppError('INTERNAL');
  };

  return (connection, text) => {
    const frame = readFrame(text);
    if (frame?.kind !== 'event') return;
    connection.activeAt = performance.now();
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
