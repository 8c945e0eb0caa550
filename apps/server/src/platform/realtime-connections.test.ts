import { expect, it } from 'vitest';
import { systemClock } from './clock.ts';
import { newId } from './ids.ts';
import { type Connection, createConnections } from './realtime-connections.ts';
import type { Viewer } from './viewer.ts';

it('keeps a session valid for a call in progress when a recheck finds the same rights', async () => {
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
  const viewers: Viewer[] = [];
  const endsAt = Date.now() + 60_000;
  const connections = createConnections({
    clock: systemClock,
    logger: { warn: () => {} } as never,
    findSession: async () => ({ viewer: read, endsAt }),
    useSession: async () => {},
    watchAccess: () => ({ changed: async () => [viewer.accountId], position: '1' }),
    seen: () => {},
    onEnded: () => {},
    onViewerChanged: (connection) => viewers.push(connection.viewer),
  });
  const connection = { viewer, token: 'token', endsAt, usedAt: Date.now() } as Connection;
  connections.add(connection, connections.checkCount);
  try {
    read = { ...viewer, permissions: [] };
    await connections.refresh();
    expect(connection.viewer).toBe(viewer);
    expect(viewers).toEqual([]);
    read = { ...viewer, isCreator: true };
    await connections.refresh();
    expect(viewers).toEqual([read]);
  } finally {
    connections.stop();
  }
});
