import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { launchBrowser } from '../apps/server/test/browser.ts';
import {
  createMemberWithThirtyCredits,
  readConnectionStats,
  recordConnections,
  simulateSlowNetwork,
  waitForVideo,
} from './support/callers.ts';
import { openLive } from './support/live.ts';
import { openVisitor, type Visitor } from './support/visitor.ts';
import { softwareOnly, useWorld } from './support/world.ts';

// Two browsers with fake cameras and microphones, and a server that counts the time. Where minutes must pass, the
// call's start is moved back, so that no wait is tight.

const minuteMs = 60_000;
const rate = 12;
const world = useWorld();
let second: Browser;
let creator: Visitor;
let creatorId: string;

const requestAsCreator = (method: string, path: string, body?: unknown) =>
  fetch(`${world.url}${path}`, {
    method,
    headers: {
      cookie: inject('demoSessions').creator,
      'sec-fetch-site': 'same-origin',
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

beforeAll(async () => {
  second = await launchBrowser(softwareOnly);
  const [row] = await world.rows<{ id: string }>(
    `select p.id from profiles p join accounts a on a.id = p.account_id where a.email = 'creator@vlam.test'`,
  );
  creatorId = row?.id ?? '';
  await requestAsCreator('PUT', '/api/calls/settings', { available: true, creditsPerMinute: rate });
  creator = await openVisitor(second, { url: world.url, cookie: inject('demoSessions').creator });
  await creator.context.grantPermissions(['camera', 'microphone']);
  await recordConnections(creator.page);
}, 60_000);
afterAll(async () => {
  await requestAsCreator('PUT', '/api/calls/settings', { available: true, creditsPerMinute: 18 });
  await creator?.close();
  await second?.close();
});

/** Accessibility violations of a call dialog. */
async function findings(page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page }).include('[data-slot="call"]');
  const { violations } = await axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target.join(' ')}`));
}

/** The caller at the preview; the creator on another screen. */
async function aCaller(): Promise<Visitor> {
  const member = await createMemberWithThirtyCredits(world);
  const fan = await openVisitor(world.browser, { url: world.url, cookie: member.cookie, width: 390, height: 844 });
  await fan.context.grantPermissions(['camera', 'microphone']);
  await recordConnections(fan.page);
  await openAsCreator();
  return fan;
}

/** The creator is online, on another screen than calls. */
async function openAsCreator(): Promise<void> {
  await openLive(creator.page, '/marketplace');
  const read = () => requestAsCreator('GET', `/api/calls/partners/${creatorId}`).then((answer) => answer.json());
  await expect.poll(async () => ((await read()) as { isOnline: boolean }).isOnline).toBe(true);
}

/** Starts and accepts a call; returns its id once both sides receive video. */
async function connect(fan: Visitor, minute = minuteMs): Promise<string> {
  await fan.page.goto(`/video-chat?with=${creatorId}`);
  await fan.page.getByText('2 minutes').waitFor();
  await fan.page.getByRole('button', { name: `Call for ${rate} credits a minute` }).click();
  await creator.page.getByRole('dialog', { name: /is calling/ }).waitFor();
  const [call] = await world.rows<{ id: string }>(
    'update calls set minute_ms = $2 where partner_id = $1 and ended_at is null returning id',
    [creatorId, minute],
  );
  await creator.page.getByRole('button', { name: 'Accept' }).click();
  await Promise.all([waitForVideo(fan.page), waitForVideo(creator.page)]);
  return call?.id ?? '';
}

/** Moves the start of a call back by some seconds, so that what is due happens at once. */
const moveStartBack = (id: string, seconds: number) =>
  world.rows(
    `with first as (
        update call_minutes set started_at = started_at - make_interval(secs => $2) where call_id = $1)
      update calls set started_at = started_at - make_interval(secs => $2) where id = $1 returning id`,
    [id, seconds],
  );

interface StoredCall {
  minutes: number;
  ending: string | null;
  lasted: number;
  paid: number;
  earned: number;
}

/** The call as stored, with its ledger entries. */
async function readCall(id: string): Promise<StoredCall> {
  const [row] = await world.rows<StoredCall>(
    `select minutes, ending, extract(epoch from coalesce(ended_at, now()) - started_at)::float8 * 1000 as lasted,
        (select coalesce(sum(group_amount), 0)::int from ledger_transfers where reference = c.id::text and kind = 'call' and leg = 1) as paid,
        (select coalesce(sum(t.amount), 0)::int from ledger_transfers t join ledger_accounts a on a.id = t.credit_account
          where t.reference = c.id::text and t.kind = 'call' and a.owner_id = c.partner_id) as earned
      from calls c where id = $1`,
    [id],
  );
  if (!row) throw new Error('no such call');
  return row;
}

describe('before a call', () => {
  const member = inject('demoSessions').fan;

  it("shows the price per minute in chat and profile, in credits and never as the creator's earnings", {
    tags: ['long'],
  }, async () => {
    const fan = await openVisitor(world.browser, { url: world.url, cookie: member, width: 390, height: 844 });
    const { page } = fan;
    await openAsCreator();
    await page.goto(`/profiles/${creatorId}`);
    await page.getByRole('button', { name: /^More about/ }).click();
    const row = page.getByRole('dialog').getByRole('link', { name: /^Video call/ });
    await row.getByText('12').waitFor();
    expect(await row.getByText('R5.04').count()).toBe(0);
    await row.click();
    await page.getByRole('button', { name: 'Call for 12 credits a minute' }).waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
    for (const path of [`/chat/${creatorId}`, `/profile/${creatorId}`]) {
      await page.goto(path);
      await page.getByRole('button', { name: /^Video call with .*, 12 credits a minute$/ }).click();
      const panel = page.getByRole('dialog', { name: /^Video call with/ });
      expect(await panel.getByText('R5.04').count()).toBe(0);
      const box = await panel.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(1280);
      await panel.getByRole('link', { name: 'Start Video Call' }).click();
      await page.getByRole('button', { name: 'Call for 12 credits a minute' }).waitFor();
    }
    expect(await world.rows('select 1 from calls where partner_id = $1 and ended_at is null', [creatorId])).toEqual([]);
    await fan.close();
  });

  it('explains that the creator is away, and is hidden for one who takes no calls', { tags: ['long'] }, async () => {
    const fan = await openVisitor(world.browser, { url: world.url, cookie: member });
    const { page } = fan;
    const partner = `**/api/calls/partners/${creatorId}`;
    await page.route(partner, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...((await answer.json()) as object), isOnline: false, isBusy: false } });
    });
    await page.goto(`/profiles/${creatorId}`);
    await page.getByRole('button', { name: /^More about/ }).click();
    await page.getByText(/isn't online right now/).waitFor();
    expect(
      await page
        .getByRole('button', { name: /^Video call/ })
        .last()
        .isDisabled(),
    ).toBe(true);
    await page.unroute(partner);
    await requestAsCreator('PUT', '/api/calls/settings', { available: false, creditsPerMinute: rate });
    await page.reload();
    const asked = page.waitForResponse((answer) => answer.url().endsWith(`/partners/${creatorId}`));
    await page.goto(`/chat/${creatorId}`);
    // Not an error response: a browser would log one for every thread.
    expect((await asked).status()).toBe(200);
    await page.getByRole('button', { name: 'Send Tip' }).waitFor();
    expect(await page.getByRole('button', { name: /^Video call with/ }).count()).toBe(0);
    await requestAsCreator('PUT', '/api/calls/settings', { available: true, creditsPerMinute: rate });
    await fan.close();
  });
});

describe('a video call', () => {
  it('connects both ways, survives a change of network, and is billed exactly', async () => {
    const fan = await aCaller();
    const id = await connect(fan);
    const pages = [fan.page, creator.page];
    const before = await Promise.all(pages.map(readConnectionStats));
    await fan.page.waitForTimeout(800);
    for (const [index, page] of pages.entries()) {
      const line = await readConnectionStats(page);
      expect(line.state).toBe('connected');
      expect(line.framesDecoded).toBeGreaterThan(before[index]?.framesDecoded ?? 0);
      expect(line.soundPackets).toBeGreaterThan(before[index]?.soundPackets ?? 0);
    }

    expect([...(await findings(fan.page)), ...(await findings(creator.page))]).toEqual([]);

    // A phone changes networks: the socket is lost for a moment, and the path changes.
    await fan.context.setOffline(true);
    await fan.page.waitForTimeout(1_000);
    await fan.context.setOffline(false);
    await expect.poll(async () => (await readConnectionStats(fan.page)).ufrag).not.toBe(before[0]?.ufrag);
    await expect.poll(async () => (await readConnectionStats(fan.page)).state).toBe('connected');
    const after = await readConnectionStats(fan.page);
    await expect
      .poll(async () => (await readConnectionStats(fan.page)).framesDecoded)
      .toBeGreaterThan(after.framesDecoded);
    expect(after.made).toBe(before[0]?.made);
    await moveStartBack(id, 60);
    await expect.poll(async () => readCall(id)).toMatchObject({ ending: null, minutes: 2 });

    await fan.page.getByRole('button', { name: 'End', exact: true }).click();
    await fan.page.getByRole('dialog').getByText('Lasted').waitFor();
    const found = await readCall(id);
    expect(found).toMatchObject({ minutes: 2, paid: 2 * rate, ending: 'hung_up' });
    expect(found.lasted).toBeGreaterThan(60_000);
    expect(found.earned).toBe(2 * Math.ceil(rate * 0.8));
    await fan.page
      .getByText(`${2 * rate} credit`)
      .first()
      .waitFor({ state: 'attached' });
    await fan.page.getByRole('button', { name: '5 stars' }).click();
    await fan.page.getByText(/Thank you/).waitFor();
    await creator.page
      .getByRole('dialog')
      .getByText(/You keep \(80%/)
      .waitFor();
    expect([...fan.faults, ...creator.faults]).toEqual([]);
    await fan.close();
  });

  it('notifies the creator of a tip during the call, and makes them available after it', {
    tags: ['long'],
  }, async () => {
    const fan = await aCaller();
    const { page } = fan;
    await connect(fan);
    await page.getByRole('button', { name: 'Send Tip' }).first().click();
    const sheet = page.getByRole('dialog', { name: /^Tip / });
    await sheet.locator('input[name="credits"]').fill('5');
    await sheet.getByRole('button', { name: 'Send 5 credits' }).click();
    await creator.page.getByText('tipped you: R1.68 held, paid with free credits').waitFor();
    await page.getByRole('button', { name: 'End', exact: true }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    const card = page.locator(`[data-partner-id="${creatorId}"]`);
    await card.getByText('Online', { exact: true }).waitFor();
    await creator.page.getByRole('button', { name: 'Done' }).click();
    await fan.close();
  });

  it('moves to another device: the first releases its media and ends nothing; a reload keeps the receipt', {
    tags: ['long'],
  }, async () => {
    const first = await aCaller();
    const id = await connect(first);
    const second = await openVisitor(world.browser, { url: world.url });
    await second.context.addCookies(await first.context.cookies());
    await second.context.grantPermissions(['camera', 'microphone']);
    await second.page.goto('/video-chat');
    await second.page.getByRole('button', { name: 'Go on here' }).click();
    await waitForVideo(second.page);
    await first.page.getByText('Camera and microphone are off here.').waitFor();
    const used = await first.page.evaluate(() =>
      (globalThis as unknown as { connections: RTCPeerConnection[] }).connections.flatMap((connection) =>
        connection.getSenders().flatMap(({ track }) => track?.readyState ?? []),
      ),
    );
    expect(used.length).toBeGreaterThan(0);
    expect(used).not.toContain('live');
    await first.page.getByRole('navigation', { name: 'Main' }).getByRole('link').first().click();
    await first.page.waitForURL(({ pathname }) => pathname === '/');
    expect(await readCall(id)).toMatchObject({ ending: null, minutes: 1 });

    // Gifts on the device that took over belong to the call, for both sides.
    await second.page.getByRole('button', { name: 'Send Tip' }).first().click();
    const tip = second.page.getByRole('dialog', { name: /^Tip / });
    await tip.locator('input[name="credits"]').fill('5');
    await tip.getByRole('button', { name: 'Send 5 credits' }).click();
    await creator.page
      .getByText(/of it tips and gifts/)
      .last()
      .waitFor();
    await second.page.getByText('Tips and gifts: 5 credits.').waitFor();

    // The other side hangs up during a reload, after the free seconds.
    await moveStartBack(id, 20);
    await second.page.goto('about:blank');
    expect((await requestAsCreator('POST', `/api/calls/${id}/end`)).status).toBe(200);
    await second.page.goto('/video-chat');
    await second.page.getByRole('heading', { name: 'The call has ended' }).waitFor();
    await second.page.getByRole('button', { name: '5 stars' }).waitFor();
    expect(await readCall(id)).toMatchObject({ ending: 'hung_up', minutes: 1 });
    const [posted] = await world.rows<{ earned: number }>(
      `select sum(t.amount)::int as earned from ledger_transfers t join ledger_accounts a on a.id = t.credit_account
        where a.owner_id = $1 and (t.owner_id, t.group_id) in (select f.owner_id, f.group_id from ledger_transfers f
          where f.leg = 1 and f.reference in (select $2::text union select reference::text from call_tips_and_gifts where call_id::text = $2::text))`,
      [creatorId, id],
    );
    const receipts = await Promise.all([
      second.page.evaluate((call) => fetch(`/api/calls/${call}/receipt`).then((answer) => answer.json()), id),
      requestAsCreator('GET', `/api/calls/${id}/receipt`).then((answer) => answer.json()),
    ]);
    expect(receipts).toMatchObject([
      { paid: rate + 5, given: 5, tipsAndGifts: [{ kind: 'tip', credits: 5 }], creatorShare: null },
      { paid: rate + 5, given: 5, tipsAndGifts: [{ kind: 'tip', credits: 5 }], creatorShare: posted?.earned },
    ]);
    for (const { page } of [second, creator])
      await page
        .getByRole('dialog')
        .getByText(/^Tip, \d\d:\d\d$/)
        .waitFor();
    expect([...first.faults, ...second.faults]).toEqual([]);
    await first.close();
    await second.close();
  });

  it('offers audio only on a slow network, switches to it by itself, shows data use, and returns on request', {
    tags: ['long'],
  }, async () => {
    const fan = await aCaller();
    const { page } = fan;
    await simulateSlowNetwork(page);
    const id = await connect(fan);
    const takes = async () =>
      Number(/(\d+\.\d) MB a minute/.exec(await page.locator('[data-slot="call"]').innerText())?.[1]);
    await expect.poll(takes).toBeGreaterThan(0);
    await page.evaluate(() => sessionStorage.setItem('slow', 'yes'));
    await page.getByText('Slow network').waitFor();
    await page.getByRole('button', { name: 'Continue with sound only' }).waitFor();
    expect(await findings(page)).toEqual([]);
    const pictured = await takes();
    await page.getByText('Sound only: slow network').waitFor({ timeout: 20_000 });
    await expect.poll(takes, { timeout: 20_000 }).toBeLessThan(pictured);
    const still = await readConnectionStats(page);
    await page.waitForTimeout(1_500);
    const later = await readConnectionStats(page);
    expect(later.framesDecoded).toBe(still.framesDecoded);
    expect(later.soundPackets).toBeGreaterThan(still.soundPackets);
    await page.evaluate(() => sessionStorage.removeItem('slow'));
    await page.getByRole('button', { name: 'Try video again' }).click();
    await expect.poll(async () => (await readConnectionStats(page)).framesDecoded).toBeGreaterThan(later.framesDecoded);
    expect(await readCall(id)).toMatchObject({ ending: null, minutes: 1 });
    await page.getByRole('button', { name: 'End', exact: true }).click();
    await page.getByRole('dialog').getByText('Lasted').waitFor();
    expect(fan.faults).toEqual([]);
    await fan.close();
  });

  it('ends by itself after both sides lost the connection, and costs the time until then', {
    tags: ['long'],
  }, async () => {
    const fan = await aCaller();
    const id = await connect(fan);
    await moveStartBack(id, 70);
    await expect.poll(async () => (await readCall(id)).minutes).toBe(2);
    for (const { page } of [fan, creator])
      await page.evaluate(() =>
        (globalThis as unknown as { connections: RTCPeerConnection[] }).connections.at(-1)?.close(),
      );
    // Both tabs have reported it; then 50 seconds are simulated, in a call in its second minute.
    const statement = `select caller_connected or partner_connected as connected from calls where id = $1`;
    await expect.poll(async () => (await world.rows(statement, [id]))[0]).toEqual({ connected: false });
    await world.rows(
      `update calls set caller_connected_at = started_at + interval '50 seconds',
          partner_connected_at = started_at + interval '50 seconds'
        where id = $1 returning id`,
      [id],
    );
    for (const { page } of [fan, creator])
      await page.getByRole('heading', { name: 'The connection was lost' }).waitFor();
    const found = await readCall(id);
    expect(found).toMatchObject({ minutes: 2, ending: 'dropped', paid: 24 });
    expect(found.lasted).toBeLessThan(60_000);
    expect(await world.rows('select minute from call_minutes where call_id = $1 and returned', [id])).toEqual([
      { minute: 2 },
    ]);
    expect(fan.faults).toEqual([]);
    await fan.close();
  });

  it('ends for both when the credits run out, after a warning', { tags: ['long'] }, async () => {
    const fan = await aCaller();
    const id = await connect(fan);
    await moveStartBack(id, 60);
    await fan.page.getByText('This is the last minute your credits pay for.').waitFor();
    await creator.page.getByText('This may be the last minute: their credits run out.').waitFor();
    await moveStartBack(id, 60);
    await fan.page.getByRole('heading', { name: 'Your credits are used up' }).waitFor();
    await creator.page.getByRole('heading', { name: 'Their credits are used up' }).waitFor();
    expect(await readCall(id)).toMatchObject({ minutes: 2, paid: 24, ending: 'no_credits', lasted: 2 * minuteMs });
    expect((await readConnectionStats(fan.page)).state).toBe('closed');
    await fan.close();
  });
});
