import { type ServerEvent, serverEvents } from '@vlam/contract/realtime';
import { eventFrame } from '@vlam/contract/realtime-protocol';
import * as z from 'zod/mini';
import { compileSchema } from './compiled-schema.ts';
import { errorFields, type Logger } from './logger.ts';
import type { Connection } from './realtime-connections.ts';
import type { Feed } from './realtime-feed.ts';
import type { RecentEvents } from './realtime-recent.ts';
import type { Rooms } from './realtime-rooms.ts';
import type { Topics } from './realtime-topics.ts';

/** An event and its recipients; processes exchange it in this form. */
export type Item =
  | { room: string; event: ServerEvent; payload: unknown }
  | { topic: string; event: ServerEvent; payload: unknown }
  | { feed: ServerEvent; accountIds: string[] };

const readEvents = Object.fromEntries(
  Object.entries(serverEvents).map(([name, schema]) => [name, compileSchema(schema)]),
) as Record<ServerEvent, (typeof serverEvents)[ServerEvent]>;

export interface Delivery {
  /** Sends one item to the browsers of this process, except to the connection that caused it. */
  deliver(item: Item, except?: Connection): void;
  /** Sends what the topic replays to one connection. */
  replay(topic: string, connection: Connection): void;
}

export function createDelivery(deps: {
  rooms: Rooms;
  topics: Topics;
  recent: RecentEvents;
  feeds: ReadonlyMap<ServerEvent, Feed>;
  logger: Logger;
}): Delivery {
  const { rooms, topics, recent, feeds, logger } = deps;

  /** Returns null, and logs, for a payload that does not fit the contract. */
  function encode(event: ServerEvent, payload: unknown): Buffer | null {
    if (z.safeParse(readEvents[event], payload).success) return Buffer.from(eventFrame(event, payload));
    logger.error('an event does not fit the contract', { event });
    return null;
  }

  /** Sends to every connection of a room; the payload is checked and encoded once, and only if the room has members. */
  function emit(room: string, event: ServerEvent, payload: unknown, except?: Connection): void {
    let frame: Buffer | null | undefined;
    for (const connection of rooms.membersOf(room)) {
      if (connection === except) continue;
      frame ??= encode(event, payload);
      if (frame === null) return;
      connection.socket.send(frame);
    }
  }

  function deliver(item: Item, except?: Connection): void {
    if ('feed' in item) feeds.get(item.feed)?.touch(item.accountIds);
    else if ('room' in item) emit(item.room, item.event, item.payload, except);
    else {
      recent.add(item);
      const room = `topic:${item.topic}`;
      const send = () => emit(room, item.event, item.payload);
      const sifted = topics.stillAllowed(item.topic, (connection) => rooms.leave(connection, room));
      if (!sifted) send();
      else sifted.then(send).catch((error) => logger.error('an event was not delivered', errorFields(error)));
    }
  }

  return {
    deliver,
    replay(topic, connection) {
      for (const { event, payload } of recent.of(topic)) {
        const frame = encode(event, payload);
        if (frame) connection.socket.send(frame);
      }
    },
  };
}
