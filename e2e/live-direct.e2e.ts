import { networkInterfaces } from 'node:os';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openDemoBalances } from '../apps/server/src/modules/credits/demo-balances.ts';
import { type Database, openDatabase } from '../apps/server/src/platform/database.ts';
import { launchBrowser } from '../apps/server/test/browser.ts';
import { createRunningClock } from '../apps/server/test/clock.ts';
import { aCreator, anAccount, aProfile, type TestProfile } from '../apps/server/test/factories.ts';
import { createServerProcess, type ServerProcess } from '../apps/server/test/faults/server-process.ts';
import { hasJanus, type JanusServer, janusSecret, startJanus, whyNoJanus } from '../apps/server/test/janus.ts';
import { letCheckedCreatorsPublish } from '../apps/server/test/levels.ts';
import {
  hasTurnserver,
  startTurnserver,
  type TurnServer,
  turnSecret,
  whyNoTurnserver,
} from '../apps/server/test/turn.ts';
import { recordConnections } from './support/callers.ts';
import { measureDelays, medianOf, stampCamera } from './support/stamped-camera.ts';
import { openVisitor, type Visitor } from './support/visitor.ts';
import { softwareOnly } from './support/world.ts';

// The server as deployed, with the real Janus as deployed: a creator whose camera draws the time, and viewers.

const skipNote = hasJanus ? '' : ` (skipped: ${whyNoJanus})`;

describe.skipIf(!hasJanus)(`T107: a show from the SFU${skipNote}`, () => {
  let janus: JanusServer;
  let turn: TurnServer | null = null;
  let server: ServerProcess;
  let database: Database;
  let browsers: Browser[] = [];
  let creator: Visitor;
  let world: Parameters<typeof aProfile>[0];
  const visitors: Visitor[] = [];

  beforeAll(async () => {
    janus = await startJanus();
    // Janus takes no packets from 127.0.0.1, so the relay sends from the address that Janus has.
    const [own] = Object.values(networkInterfaces()).flatMap((all) =>
      (all ?? []).filter(({ family, internal }) => family === 'IPv4' && !internal),
    );
    turn = hasTurnserver && own ? await startTurnserver({ loopback: true, relayIp: own.address }) : null;
    server = await createServerProcess({
      settings: {
        NODE_ENV: 'development',
        JANUS_URL: janus.url,
        JANUS_SECRET: janusSecret,
        ...(turn ? { TURN_URLS: turn.url, TURN_SECRET: turnSecret } : {}),
      },
    });
    await server.start();
    database = openDatabase(await server.databaseUrl(), { size: 2 });
    await letCheckedCreatorsPublish(database);
    world = { db: database.db, clock: createRunningClock(), config: server.config };
    browsers = [await launchBrowser(softwareOnly), await launchBrowser(softwareOnly)];
    const { cookie } = await aCreator(world);
    creator = await openVisitor(browsers[0] as Browser, { url: server.url, cookie, width: 390, height: 844 });
    await creator.context.grantPermissions(['camera', 'microphone']);
    await stampCamera(creator.page);
    await recordConnections(creator.page);
  }, 120_000);
  afterEach(async () => {
    for (const visitor of visitors.splice(0)) await visitor.close();
    await database.pool.query(
      `update lives set ended_at = now(), ending = 'ended', ingest_hash = null where ended_at is null`,
    );
  });
  afterAll(async () => {
    for (const browser of browsers) await browser.close();
    await database?.close();
    await server?.destroy();
    await janus?.stop();
    await turn?.stop();
  });

  /** Begins a show; returns its path once the SFU has its picture. */
  async function begin(): Promise<string> {
    await creator.page.goto('/go-live');
    await creator.page.getByLabel('Title').fill('Blue hour, no edits');
    await creator.page.getByRole('button', { name: 'Go live' }).click();
    await creator.page.locator('[data-slot="line"][data-phase="steady"]').waitFor({ timeout: 20_000 });
    await expect.poll(() => stateOf(creator.page), { timeout: 15_000 }).toBe('connected');
    const { rows } = await database.pool.query('select id from lives where ended_at is null');
    await expect
      .poll(
        async () =>
          (await database.pool.query('select last_part_at from lives where id = $1', [rows[0]?.id])).rows[0]
            ?.last_part_at,
        { timeout: 15_000 },
      )
      .not.toBeNull();
    return `/live/${rows[0]?.id}`;
  }
  const stateOf = (page: Page) =>
    page.evaluate(
      () => (globalThis as unknown as { connections: RTCPeerConnection[] }).connections.at(-1)?.connectionState,
    );

  /** A viewer with a ticket, before the show is opened. */
  async function aViewer(
    path: string,
    prepare?: (page: Page) => Promise<unknown>,
  ): Promise<{ visitor: Visitor; member: TestProfile }> {
    const member = await aProfile(world);
    await openDemoBalances(database.db, [{ ownerId: member.accountId, kind: 'wallet', credits: 100 }]);
    const bought = await fetch(`${server.url}/api/lives/${path.split('/').at(-1)}/ticket`, {
      method: 'POST',
      headers: {
        cookie: member.cookie,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify({ price: 25, startNow: true }),
    });
    expect(bought.status).toBe(201);
    const visitor = await openVisitor(browsers[1] as Browser, {
      url: server.url,
      cookie: member.cookie,
      width: 390,
      height: 844,
    });
    visitors.push(visitor);
    await recordConnections(visitor.page);
    await prepare?.(visitor.page);
    await visitor.page.goto(path);
    return { visitor, member };
  }
  const waysTo = (page: Page, way: 'direct' | 'segments') =>
    page.locator(`[data-slot="live-video"][data-plays="true"][data-way="${way}"]`).waitFor({ timeout: 20_000 });
  const positionOf = (page: Page) =>
    page.locator('[data-slot="live-video"]').evaluate((video: HTMLVideoElement) => video.currentTime);

  it('is seen within a second of the camera; who cannot reach the SFU sees the segments', async () => {
    const path = await begin();
    const { visitor: fan } = await aViewer(path);
    await waysTo(fan.page, 'direct');
    const { visitor: behind } = await aViewer(path, (page) =>
      page.addInitScript(() => {
        const { setRemoteDescription } = RTCPeerConnection.prototype;
        RTCPeerConnection.prototype.setRemoteDescription = function (description) {
          const sdp = description.sdp?.replace(/a=candidate:[^\r\n]*\r\n/g, '') ?? '';
          return Reflect.apply(setRemoteDescription, this, [{ ...description, sdp }]);
        };
      }),
    );
    await waysTo(behind.page, 'segments');
    const direct = await measureDelays(fan.page, 5_000);
    const segments = await measureDelays(behind.page, 5_000);
    console.log(
      `glass to glass: ${Math.round(medianOf(direct))} ms from the SFU, ${Math.round(medianOf(segments))} ms by segments`,
    );
    expect(direct.length).toBeGreaterThan(10);
    expect(medianOf(direct)).toBeLessThan(1_000);
    expect(medianOf(direct)).toBeLessThan(medianOf(segments));
    await fan.page.locator('[data-slot="delay"]').waitFor();
    expect(await behind.page.locator('[data-slot="delay"]').count()).toBe(0);
    for (const { faults } of [fan, behind, creator]) expect(faults).toEqual([]);
  }, 120_000);

  it('ends at once for a viewer who is removed, and for all when a moderator stops it', async () => {
    const path = await begin();
    const [{ visitor: removed, member }, { visitor: fan }] = [await aViewer(path), await aViewer(path)];
    for (const { page } of [removed, fan]) await waysTo(page, 'direct');
    const id = path.split('/').at(-1);
    const received = (page: Page) =>
      page.evaluate(async () => {
        const { connections } = globalThis as unknown as { connections: RTCPeerConnection[] };
        let bytes = 0;
        for (const report of (await connections.at(-1)?.getStats())?.values() ?? [])
          if (report.type === 'inbound-rtp') bytes += report.bytesReceived;
        return bytes;
      });
    const cut = (member: { profileId: string }) =>
      creator.page.evaluate(
        ([id, profileId]) =>
          fetch(`/api/lives/${id}/remove`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ profileId }),
          }).then(({ status }) => status),
        [id, member.profileId] as const,
      );
    /** Whether anything still arrives two seconds from now. */
    const isCut = async (page: Page) => {
      await page.waitForTimeout(2_000);
      const before = await received(page);
      await page.waitForTimeout(500);
      return (await received(page)) === before;
    };
    expect(await cut(member)).toBe(204);
    expect(await isCut(removed.page)).toBe(true);
    await removed.page.locator('[data-slot="live-video"]').waitFor({ state: 'detached' });
    expect(await isCut(fan.page)).toBe(false);

    const staff = await anAccount(world, { role: 'moderator' });
    const stopped = await fetch(`${server.url}/api/admin/lives/${id}/stop`, {
      method: 'POST',
      headers: { cookie: staff.cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
      body: JSON.stringify({ reason: 'A story of the tests' }),
    });
    expect(stopped.status).toBe(200);
    expect(await isCut(fan.page)).toBe(true);
    await fan.page.getByText('The show was stopped').waitFor();
    for (const { faults } of [fan, removed, creator]) expect(faults).toEqual([]);
  }, 120_000);

  it('goes on as segments when Janus dies, and from the SFU again once it is back', {
    tags: ['long'],
    timeout: 150_000,
  }, async () => {
    const path = await begin();
    const { visitor: fan } = await aViewer(path);
    await waysTo(fan.page, 'direct');
    await janus.kill();
    await waysTo(fan.page, 'segments');
    const before = await positionOf(fan.page);
    await expect.poll(() => positionOf(fan.page), { timeout: 15_000 }).toBeGreaterThan(before + 1);
    await janus.restart();
    const later = await aViewer(path);
    await expect
      .poll(
        async () => {
          await later.visitor.page.reload();
          await later.visitor.page.locator('[data-slot="live-video"][data-plays="true"]').waitFor();
          return later.visitor.page.locator('[data-slot="live-video"]').getAttribute('data-way');
        },
        { timeout: 60_000, interval: 1_000 },
      )
      .toBe('direct');
    await waysTo(fan.page, 'direct').catch(() =>
      fan.page.waitForTimeout(15_000).then(() => waysTo(fan.page, 'direct')),
    );
    const { rows } = await database.pool.query('select ended_at from lives where id = $1', [path.split('/').at(-1)]);
    expect(rows[0]?.ended_at).toBeNull();
    for (const { faults } of [fan, later.visitor, creator]) expect(faults).toEqual([]);
  });

  const relayNote = hasTurnserver ? '' : ` (skipped: ${whyNoTurnserver})`;
  it.skipIf(!hasTurnserver)(
    `is seen through the relay, with the server's credentials${relayNote}`,
    async () => {
      const path = await begin();
      const { visitor: fan } = await aViewer(path, (page) =>
        page.addInitScript(() => {
          const Real = RTCPeerConnection;
          Object.assign(globalThis, {
            RTCPeerConnection: class extends Real {
              constructor(configuration?: RTCConfiguration) {
                super({ ...configuration, iceTransportPolicy: 'relay' });
              }
            },
          });
        }),
      );
      await waysTo(fan.page, 'direct');
      expect(medianOf(await measureDelays(fan.page, 3_000))).toBeLessThan(1_000);
    },
    90_000,
  );
});
