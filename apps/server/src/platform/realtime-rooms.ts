import type { Connection } from './realtime-connections.ts';

/** Which connections of this process receive which events: rooms by name, and the rooms of each connection. */
export interface Rooms {
  join(connection: Connection, room: string): void;
  leave(connection: Connection, room: string): void;
  leaveAll(connection: Connection): void;
  membersOf(room: string): ReadonlySet<Connection>;
  names(): Iterable<string>;
}

const noMembers: ReadonlySet<Connection> = new Set();

export function createRooms(): Rooms {
  const members = new Map<string, Set<Connection>>();

  function leave(connection: Connection, room: string): void {
    connection.rooms.delete(room);
    const those = members.get(room);
    if (those?.delete(connection) && those.size === 0) members.delete(room);
  }

  return {
    join(connection, room) {
      connection.rooms.add(room);
      const those = members.get(room);
      if (those) those.add(connection);
      else members.set(room, new Set([connection]));
    },
    leave,
    leaveAll(connection) {
      for (const room of connection.rooms) leave(connection, room);
    },
    membersOf: (room) => members.get(room) ?? noMembers,
    names: () => members.keys(),
  };
}
