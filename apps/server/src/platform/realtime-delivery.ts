import { type ServerEvent, serverEvents } from '@vlam/contract/realtime';
import type { Namespace } from 'socket.io';
import * as z from 'zod/mini';
import { compileSchema } from './compiled-schema.ts';
import { errorFields, type Logger } from './logger.ts';
import type { Connection } from './realtime-connections.ts';
import type { Feed } from './realtime-feed.ts';
import type { RawConnection } from './realtime-limits.ts';
import type { Topics } from './realtime-topics.ts';

/** What is said, and to whom; processes tell it each other as it stands. */
export type Item =
  | { room: string; event: ServerEvent; payload: unknown }
  | { topic: string; event: ServerEvent; payload: unknown }
  | { feed: ServerEvent; accountIds: string[] };

const readEvents = Object.fromEntries(
  Object.entries(serverEvents).map(([name, schema]) => [name, compileSchema(schema)]),
) as Record<ServerEvent, (typeof serverEvents)[ServerEvent]>;

export interface Delivery {
  /** Hands one item to the browsers of this process, but for the connection that knows already. */
  deliver(item: Item, except?: Connection): void;
  membersOf(room: string): Iterable<Connection>;
}

/** Writes events to the connections of a room. `space` answers null while nothing is open. */
export function createDelivery(deps: {
  space(): Namespace | null;
  byRaw: WeakMap<object, Connection>;
  topics(): Topics;
  feeds: ReadonlyMap<ServerEvent, Feed>;
  logger: Logger;
}): Delivery {
  const { byRaw, feeds, logger } = deps;

  function* rawsOf(room: string): Generator<RawConnection> {
    const space = deps.space();
    for (const id of space?.adapter.rooms.get(room) ?? []) {
      const raw = space?.sockets.get(id)?.conn;
      if (raw) yield raw as unknown as RawConnection;
    }
  }

  /** An event in Socket.IO's own form; null, and a line in the log, for what is not in the contract. */
  function encode(event: ServerEvent, payload: unknown): string | null {
    if (z.safeParse(readEvents[event], payload).success) return `2${JSON.stringify([event, payload])}`;
    logger.error('an event does not fit the contract', { event });
    return null;
  }

  /** To everybody of a room: checked and encoded once, if anybody is there. */
  function emit(room: string, event: ServerEvent, payload: unknown, except?: Connection): void {
    let packet: string | null | undefined;
    for (const raw of rawsOf(room)) {
      if (raw === except?.raw) continue;
      packet ??= encode(event, payload);
      if (packet === null) return;
      raw.write(packet);
    }
  }

  return {
    deliver(item, except) {
      if ('feed' in item) feeds.get(item.feed)?.touch(item.accountIds);
      else if ('room' in item) emit(item.room, item.event, item.payload, except);
      else {
        const room = `topic:${item.topic}`;
        const send = () => emit(room, item.event, item.payload);
        const sifted = deps.topics().stillAllowed(item.topic, (connection) => connection.socket?.leave(room));
        if (!sifted) send();
        else sifted.then(send).catch((error) => logger.error('an event was not delivered', errorFields(error)));
      }
    },
    *membersOf(room) {
      for (const raw of rawsOf(room)) {
        const connection = byRaw.get(raw);
        if (connection) yield connection;
      }
    },
  };
}
