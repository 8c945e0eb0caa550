import { type ServerEvent, serverEvents } from '@vlam/contract/realtime';
import { eventFrame } from '@vlam/contract/realtime-protocol';
import { tolerant } from '@vlam/contract/tolerant';
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

type Readers = Record<ServerEvent, (typeof serverEvents)[ServerEvent]>;
const readEvents = Object.fromEntries(
  Object.entries(serverEvents).map(([name, schema]) => [name, compileSchema(schema)]),
) as Readers;
const readOthers = Object.fromEntries(
  Object.entries(serverEvents).map(([name, schema]) => [name, compileSchema(tolerant(schema))]),
) as Readers;

/** Stands for what this version cannot read. It is sent as null, for which a tab reads its screen again. */
const unreadable = Symbol('unreadable');
/** Names that another version used, so that each is logged once. */
const maxNames = 100;

export interface Delivery {
  /** Sends one item to the browsers of this process, except to the connection that caused it. */
  deliver(item: Item, except?: Connection): void;
  /**
   * The same for an item of another process, which may run another version: unknown items, events and topics are passed
   * over, unknown fields are dropped. Never throws, as one item must not cost those after it.
   */
  receive(item: unknown): void;
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

  const passedOver = new Set<string>();

  /** Returns null, and logs, for a payload that does not fit the contract. */
  function encode(event: ServerEvent, payload: unknown): Buffer | null {
    if (payload === unreadable) return Buffer.from(eventFrame(event, null));
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

  function passOver(name: unknown): void {
    const event = String(name).slice(0, 100);
    if (passedOver.has(event) || passedOver.size === maxNames) return;
    passedOver.add(event);
    logger.info('events of another version are passed over', { event });
  }

  /** The name by which an item is logged that this version cannot use; null for those that it can. */
  function findUnknown(item: Exclude<Item, { feed: ServerEvent }>): string | null {
    if (!('room' in item) && !('topic' in item)) return 'an unknown item';
    if (!Object.hasOwn(serverEvents, item.event)) return item.event;
    return 'topic' in item && !topics.knows(item.topic) ? `topic ${item.topic.split(':')[0]}` : null;
  }

  function receive(item: Item): void {
    if ('feed' in item) {
      feeds.get(item.feed)?.touch(item.accountIds);
      return;
    }
    const unknown = findUnknown(item);
    if (unknown !== null) {
      passOver(unknown);
      return;
    }
    if ('room' in item && rooms.membersOf(item.room).size === 0) return;
    const read = z.safeParse(readOthers[item.event], item.payload);
    deliver({ ...item, payload: read.success ? read.data : unreadable });
  }

  return {
    deliver,
    receive(item) {
      try {
        receive(item as Item);
      } catch (error) {
        logger.error('an event was not delivered', errorFields(error));
      }
    },
    replay(topic, connection) {
      for (const { event, payload } of recent.of(topic)) {
        const frame = encode(event, payload);
        if (frame) connection.socket.send(frame);
      }
    },
  };
}
