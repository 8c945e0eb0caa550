import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRelay } from '../apps/server/src/modules/calls/relay.ts';
import { openDemoBalances } from '../apps/server/src/modules/credits/demo-balances.ts';
import { type Database, openDatabase } from '../apps/server/src/platform/database.ts';
import { ringWithoutDatabase } from '../apps/server/src/platform/key-ring.ts';
import { launchBrowser } from '../apps/server/test/browser.ts';
import { createRunningClock } from '../apps/server/test/clock.ts';
import { aCreator, aProfile, type TestProfile } from '../apps/server/test/factories.ts';
import { createServerProcess, type ServerProcess } from '../apps/server/test/faults/server-process.ts';
import {
  allocate,
  hasTurnserver,
  startTurnserver,
  type TurnServer,
  turnSecret,
  whyNoTurnserver,
} from '../apps/server/test/turn.ts';
import { readConnectionStats, recordConnections, waitForVideo } from './support/callers.ts';
import { openLive } from './support/live.ts';
import { openVisitor, type Visitor } from './support/visitor.ts';
import { softwareOnly } from './support/world.ts';

// The server as deployed, with a relay whose secret it shares: two browsers with only coturn between them.

const rate = 12;
const skipNote = hasTurnserver ? '' : ` (skipped: ${whyNoTurnserver})`;

interface IceServers {
  iceServers: { urls: string[]; username: string; credential: string }[];
  relayOnly: boolean;
  expiresAt: string;
}

describe.skipIf(!hasTurnserver)(`T71: a video call through the relay${skipNote}`, () => {
  let turn: TurnServer;
  let server: ServerProcess;
  let database: Database;
  let browsers: Browser[] = [];
  let fan: TestProfile;
  let creator: TestProfile;
  let pages: [Visitor, Visitor];

  beforeAll(async () => {
    turn = await startTurnserver({ loopback: true });
    server = await createServerProcess({
      settings: { NODE_ENV: 'development', TURN_URLS: turn.url, TURN_SECRET: turnSecret, DIRECT_CALLS: '0' },
    });
    await server.start();
    database = openDatabase(await server.databaseUrl(), { size: 2 });
    const world = { db: database.db, clock: createRunningClock(), config: server.config };
    [fan, creator] = [await aProfile(world), await aCreator(world)];
    await openDemoBalances(database.db, [{ ownerId: fan.accountId, kind: 'wallet', credits: 100 }]);
    const set = await ask(creator, 'PUT', '/api/calls/settings', { available: true, creditsPerMinute: rate });
    expect(set.status).toBe(200);
    browsers = [await launchBrowser(softwareOnly), await launchBrowser(softwareOnly)];
    const open = async (place: number, { cookie }: TestProfile) => {
      const visitor = await openVisitor(browsers[place] as Browser, { url: server.url, cookie });
      await visitor.context.grantPermissions(['camera', 'microphone']);
      await recordConnections(visitor.page);
      return visitor;
    };
    pages = [await open(0, fan), await open(1, creator)];
  }, 120_000);
  afterAll(async () => {
    for (const browser of browsers) await browser.close();
    await database?.close();
    await server?.destroy();
    await turn?.stop();
  });

  const ask = (who: TestProfile, method: string, path: string, body?: unknown) =>
    fetch(`${server.url}${path}`, {
      method,
      headers: { cookie: who.cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const row = async <Row extends object>(columns: string): Promise<Row> => {
    const { rows } = await database.pool.query(`select ${columns} from calls c order by created_at desc limit 1`);
    return rows[0] as Row;
  };
  const paid =
    '(select coalesce(sum(group_amount), 0)::int from ledger_transfers where reference = c.id::text and leg = 1)';
  /** ICE configuration that the server returns to this tab for the next connection. */
  const handed = (page: Page): Promise<IceServers> =>
    page
      .waitForResponse((answer) => answer.url().endsWith('/api/calls/ice-servers'), { timeout: 30_000 })
      .then((answer) => answer.json());

  /** Starts the call and accepts it. */
  async function acceptCall(): Promise<void> {
    const [{ page }, { page: other }] = pages;
    await openLive(other, '/marketplace');
    const getPartner = () =>
      ask(fan, 'GET', `/api/calls/partners/${creator.profileId}`).then((answer) => answer.json());
    await expect.poll(async () => ((await getPartner()) as { isOnline: boolean }).isOnline).toBe(true);
    await page.goto(`/video-chat?with=${creator.profileId}`);
    await page.getByRole('button', { name: `Call for ${rate} credits a minute` }).click();
    await other.getByRole('dialog', { name: /is calling/ }).waitFor();
    await other.getByRole('button', { name: 'Accept' }).click();
  }

  it("connects with the server's credentials, and neither side learns the other’s address", async () => {
    const relays = Promise.all(pages.map(({ page }) => handed(page)));
    await acceptCall();
    await Promise.all(pages.map(({ page }) => waitForVideo(page)));
    for (const { page } of pages) {
      expect(await readConnectionStats(page)).toMatchObject({ state: 'connected', local: 'relay', remote: 'relay' });
      const line = await page.evaluate(() => {
        const { connections } = globalThis as unknown as { connections: RTCPeerConnection[] };
        const last = connections.at(-1);
        const sdp = `${last?.localDescription?.sdp}${last?.remoteDescription?.sdp}`;
        return { policy: last?.getConfiguration().iceTransportPolicy, direct: sdp.match(/typ (host|srflx|prflx)/g) };
      });
      expect(line).toEqual({ policy: 'relay', direct: null });
    }

    // Each side has its own credentials, made by the server for ten minutes; coturn knows only the secret.
    const names = new Set<string>();
    for (const { relayOnly, iceServers, expiresAt } of await relays) {
      const [{ urls, username, credential } = { urls: [], username: '', credential: '' }] = iceServers;
      expect({ relayOnly, urls }).toEqual({ relayOnly: true, urls: [turn.url] });
      const validForMs = Number(username.split(':')[0]) * 1000 - Date.now();
      expect(validForMs).toBeGreaterThan(8 * 60_000);
      expect(validForMs).toBeLessThanOrEqual(10 * 60_000);
      expect(Date.parse(expiresAt)).toBe(Number(username.split(':')[0]) * 1000);
      names.add(username);
      const again = await allocate(turn.port, username, credential);
      const longer = await allocate(
        turn.port,
        username.replace(/^\d+/, (at) => String(Number(at) + 3_600)),
        credential,
      );
      expect([again.error, longer.error]).toEqual([0, 401]);
      for (const allocation of [again, longer]) allocation.close();
    }
    expect(names.size).toBe(2);

    const [{ page }] = pages;
    await page.getByRole('button', { name: 'End', exact: true }).click();
    await page.getByRole('dialog').getByText('Lasted').waitFor();
    expect(await row(`ending, minutes, ${paid} as paid`)).toEqual({ ending: 'hung_up', minutes: 1, paid: rate });
    expect(pages.flatMap(({ faults }) => faults)).toEqual([]);
  });

  it('does not connect with expired credentials, shows that, and costs nothing', async () => {
    const [{ page }] = pages;
    // The server's credentials of eleven minutes ago.
    const relay = createRelay({
      keys: ringWithoutDatabase(Buffer.alloc(32, 1)),
      turn: { urls: [turn.url], secret: turnSecret },
    });
    const then = new Date(Date.now() - 11 * 60_000);
    await page.route('**/api/calls/ice-servers', (route) => route.fulfill({ json: relay('call', 'fan', then) }));
    await acceptCall();
    await expect.poll(async () => (await readConnectionStats(page)).refusals).toContain(401);
    expect((await readConnectionStats(page)).state).not.toBe('connected');
    // The time limit for connecting has passed.
    await database.pool.query(
      `update calls set accepted_at = accepted_at - interval '45 seconds' where ended_at is null`,
    );
    await page.getByText('The call could not connect').first().waitFor();
    expect(await row(`ending, minutes, ${paid} as paid`)).toEqual({ ending: 'failed', minutes: 0, paid: 0 });
    await page.unroute('**/api/calls/ice-servers');
  });
});
