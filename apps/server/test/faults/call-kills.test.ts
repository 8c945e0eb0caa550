import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDemoBalances } from '../../src/modules/credits/demo-balances.ts';
import { reconcile } from '../../src/modules/credits/reconcile.ts';
import { type Database, openDatabase } from '../../src/platform/database.ts';
import { createRunningClock } from '../clock.ts';
import { aCreator, aProfile, type TestProfile } from '../factories.ts';
import { closeSockets, type Listener, openListener } from '../sockets.ts';
import { createServerProcess, type ServerProcess } from './server-process.ts';

// Kills the server during calls and counts the charged minutes afterwards. A minute of these calls lasts three seconds:
// `minute_ms` of their rows is set.

const minuteMs = 3_000;
let server: ServerProcess;
let fan: TestProfile;
let poor: TestProfile;
let creators: [TestProfile, TestProfile];

beforeAll(async () => {
  server = await createServerProcess();
  await server.start();
  await onDatabase(async ({ db }) => {
    const world = { db, clock: createRunningClock(), config: server.config };
    [fan, poor] = [await aProfile(world), await aProfile(world)];
    creators = [await aCreator(world), await aCreator(world)];
    await openDemoBalances(db, [
      { ownerId: fan.accountId, kind: 'wallet', credits: 1_000 },
      { ownerId: poor.accountId, kind: 'wallet', credits: 45 },
    ]);
  });
}, 60_000);
afterAll(async () => {
  closeSockets();
  await server?.destroy();
});

async function onDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
  const database = openDatabase(await server.databaseUrl(), { size: 2 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
const query = <Row extends pg.QueryResultRow>(text: string, values: unknown[]) =>
  onDatabase(async ({ pool }) => (await pool.query<Row>(text, values)).rows);

async function post<Body>(who: TestProfile, path: string, body?: unknown, method = 'POST'): Promise<Body> {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: {
      cookie: who.cookie,
      'sec-fetch-site': 'same-origin',
      'idempotency-key': crypto.randomUUID(),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Body;
}

/** Two clients that send `call.alive` until stopped, and reconnect after the server was down. */
function keepCallAlive(
  callId: string,
  sides: readonly TestProfile[],
): { stop(): void; listeners: Map<TestProfile, Listener> } {
  let running = true;
  const listeners = new Map<TestProfile, Listener>();
  for (const side of sides)
    void (async () => {
      while (running) {
        try {
          let listener = listeners.get(side);
          if (!listener?.socket.isOpen) {
            listener = await openListener(server, side);
            listeners.set(side, listener);
          }
          await listener.socket.call('call.alive', { callId, tabId: side.profileId, connected: true }, 1_000);
        } catch {
          // The server is down.
        }
        await sleep(700);
      }
    })();
  return {
    listeners,
    stop() {
      running = false;
    },
  };
}

async function startCall(caller: TestProfile, creator: TestProfile, rate: number) {
  const other = await openListener(server, creator);
  await post(creator, '/api/calls/settings', { available: true, creditsPerMinute: rate }, 'PUT');
  // Waits for the presence that the socket records.
  await sleep(300);
  const call = await post<{ id: string }>(caller, '/api/calls', {
    profileId: creator.profileId,
    creditsPerMinute: rate,
  });
  await query('update calls set minute_ms = $2 where id = $1', [call.id, minuteMs]);
  await post(creator, `/api/calls/${call.id}/accept`);
  other.socket.close();
  return { id: call.id, ...keepCallAlive(call.id, [caller, creator]) };
}

async function readCall(id: string) {
  const [row] = await query<{
    minutes: number;
    returned: number;
    lasted: number;
    rows: number;
    paid: number;
    transfers: number;
    ending: string;
  }>(
    `select c.minutes, c.returned, c.ending, extract(epoch from c.ended_at - c.started_at)::float8 * 1000 as lasted,
        (select count(*)::int from call_minutes m where m.call_id = c.id) as rows,
        (select coalesce(sum(group_amount), 0)::int from ledger_transfers t where t.reference = c.id::text and t.kind = 'call' and t.leg = 1) as paid,
        (select count(*)::int from ledger_transfers t where t.reference = c.id::text and t.kind = 'call' and t.leg = 1) as transfers
      from calls c where c.id = $1`,
    [id],
  );
  if (!row) throw new Error('no such call');
  return row;
}

describe('calls while the program is killed', () => {
  it('T44 F1: after two kill -9 during a call, the charged minutes equal the started ones by the server’s clock', async () => {
    const call = await startCall(fan, creators[0], 18);
    await sleep(minuteMs * 1.5);
    for (let kill = 0; kill < 2; kill += 1) {
      await server.kill();
      await server.start();
      await sleep(minuteMs);
    }
    const ended = await post<{ startedMinutes: number; totalCost: number }>(fan, `/api/calls/${call.id}/end`);
    call.stop();
    const found = await readCall(call.id);
    const started = Math.floor(found.lasted / minuteMs) + 1;
    console.info(
      `T44: ${started} minutes started in ${Math.round(found.lasted)} ms over two kills, ${found.transfers} charged`,
    );
    expect(started).toBeGreaterThanOrEqual(4);
    expect(found).toMatchObject({
      ending: 'hung_up',
      minutes: started,
      returned: 0,
      rows: started,
      transfers: started,
      paid: started * 18,
    });
    expect(ended).toMatchObject({ startedMinutes: started, totalCost: started * 18 });
    await onDatabase(async ({ pool }) =>
      expect(await reconcile(pool)).toMatchObject({ drifted: [], belowFloor: [], brokenGroups: [], unbalanced: [] }),
    );
  });

  it('T44: with the last credits the call ends, within two seconds', async () => {
    const call = await startCall(poor, creators[1], 20);
    const limit = performance.now() + 15_000;
    const over = () =>
      [...call.listeners.values()].every((listener) => listener.of('call.ended').length > 0) &&
      call.listeners.size === 2;
    while (!over() && performance.now() < limit) await sleep(20);
    const endedAt = Date.now();
    call.stop();
    const found = await readCall(call.id);
    expect(found).toMatchObject({ ending: 'no_credits', minutes: 2, paid: 40, lasted: minuteMs * 2 });
    const [row] = await query<{ ended_at: Date }>('select ended_at from calls where id = $1', [call.id]);
    const late = endedAt - (row?.ended_at.getTime() ?? 0);
    console.info(`T44: both sides received the end ${late} ms after the money was`);
    expect(late).toBeLessThan(2_000);
  });
});
