import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { aProfile } from '../../test/factories.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { closeSockets, openListener, tryUpgrade } from '../../test/sockets.ts';
import { planDrain } from './realtime-drain.ts';

const tab = (accountId: string, activeAt: number) => ({ viewer: { accountId }, activeAt });
const namesOf = (plan: ReturnType<typeof planDrain<ReturnType<typeof tab>>>) =>
  plan.map(({ connection }) => `${connection.viewer.accountId}${connection.activeAt}`);

describe('the order in which sockets are sent away', () => {
  it('takes quiet tabs first, and the tabs of one account in different rounds', () => {
    const plan = planDrain([tab('a', 9), tab('b', 5), tab('a', 1), tab('c', 7), tab('a', 4)], 10_000);
    expect(namesOf(plan)).toEqual(['a1', 'b5', 'c7', 'a4', 'a9']);
  });

  it('spreads many over the window and is soon through with few, each at a random moment of its part', () => {
    const many = Array.from({ length: 1_000 }, (_, index) => tab(String(index), index));
    const spread = planDrain(many, 10_000).map(({ afterMs }) => afterMs);
    expect(spread).toEqual([...spread].sort((one, other) => one - other));
    expect(spread.at(-1)).toBeGreaterThan(9_900);
    expect(spread.at(-1)).toBeLessThanOrEqual(10_000);
    const parts = new Set(spread.map((afterMs, index) => Math.round(afterMs - index * 10)));
    expect(parts.size).toBeGreaterThan(3);
    expect(planDrain([tab('a', 1), tab('b', 2)], 10_000, () => 1).map(({ afterMs }) => afterMs)).toEqual([50, 100]);
    expect(planDrain([], 10_000)).toEqual([]);
  });
});

describe('F15: a process that goes down', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterEach(closeSockets);
  afterAll(() => server.close());

  it('closes every socket with the code that sends its tab elsewhere, takes no new one, and still serves', async () => {
    const [one, other] = [await aProfile(server), await aProfile(server)];
    const tabs = [await openListener(server, one), await openListener(server, one), await openListener(server, other)];
    await server.context.realtime.drain(1_000);
    expect(await Promise.all(tabs.map(({ ended }) => ended))).toEqual([1012, 1012, 1012]);
    const refused = await tryUpgrade(server, { cookie: one.cookie, origin: server.url });
    expect(refused).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
    const page = await fetch(`${server.url}/api/credits/balance`, {
      headers: { cookie: one.cookie, 'sec-fetch-site': 'same-origin' },
    });
    expect(page.status).toBe(200);
  });
});
