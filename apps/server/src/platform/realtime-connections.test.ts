import { expect, it } from 'vitest';
import { newId } from './ids.ts';
import { type Connection, createConnections } from './realtime-connections.ts';
import type { Viewer } from './viewer.ts';

it('a session that was read again with the rights it had still stands for what is under way', async () => {
  const viewer: Viewer = {
    accountId: newId(),
    sessionId: newId(),
    role: 'user',
    permissions: [],
    ageVerified: true,
    profileId: newId(),
    isCreator: false,
  };
  let read = viewer;
  const told: Viewer[] = [];
  const endsAt = Date.now() + 60_000;
  const connections = createConnections({
    clock: { now: () => new Date() },
    logger: { warn: () => {} } as never,
    findSession: async () => ({ viewer: read, endsAt }),
    useSession: async () => {},
    watchAccess: () => ({ changed: async () => [viewer.accountId] }),
    seen: () => {},
    onEnded: () => {},
    onViewerChanged: (connection) => told.push(connection.viewer),
  });
  const connection = { viewer, token: 'token', endsAt, usedAt: Date.now() } as Connection;
  connections.add(connection, connections.looks);
  try {
    read = { ...viewer, permissions: [] };
    await connections.look();
    expect(connection.viewer).toBe(viewer);
    expect(told).toEqual([]);
    read = { ...viewer, isCreator: true };
    await connections.look();
    expect(told).toEqual([read]);
  } finally {
    connections.stop();
  }
});
