import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCreator, aPaidPicture, aProfile, giveCredits, type TestProfile } from '../factories.ts';
import { startTestServer, type TestServer } from '../server.ts';

// Real sockets: every call of a race has its own connection.

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function unlock(buyer: TestProfile, contentId: string, key: string) {
  const response = await fetch(`${server.url}/api/content/${contentId}/unlock`, {
    method: 'POST',
    headers: {
      ...{ cookie: buyer.cookie, 'sec-fetch-site': 'same-origin' },
      ...{ 'idempotency-key': key, 'content-type': 'application/json' },
    },
    body: JSON.stringify({ price: 10 }),
  });
  return { status: response.status, text: await response.text() };
}

async function spent(buyer: TestProfile): Promise<{ unlocks: number; credits: number }> {
  const { rows } = await sql<{ unlocks: number; credits: number }>`
    select count(*) filter (where leg = 1)::int as unlocks, sum(amount)::int as credits
      from ledger_transfers where owner_id = ${buyer.accountId} and group_id in
        (select group_id from ledger_transfers where owner_id = ${buyer.accountId} and kind = 'unlock')`.execute(
    server.db,
  );
  return rows[0] ?? { unlocks: 0, credits: 0 };
}

describe('races over HTTP', () => {
  it('T32: 40 parallel unlocks on a balance for 8 sell exactly 8, and the others return the reason', async () => {
    const creator = await aCreator(server);
    const buyer = await aProfile(server);
    await giveCredits(server, buyer.accountId, 85);
    const items = await Promise.all(Array.from({ length: 40 }, () => aPaidPicture(server, { creator, price: 10 })));

    const answers = await Promise.all(items.map(({ contentId }) => unlock(buyer, contentId, randomUUID())));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(8);
    expect(answers.filter(({ status }) => status === 402)).toHaveLength(32);
    expect(await spent(buyer)).toEqual({ unlocks: 8, credits: 80 });
    expect(await server.context.credits.balance(buyer.accountId)).toMatchObject({ balance: 5 });
  });

  it('T32: 400 identical requests charge once, and all succeed', async () => {
    const creator = await aCreator(server);
    const buyer = await aProfile(server);
    await giveCredits(server, buyer.accountId, 85);
    const { contentId } = await aPaidPicture(server, { creator, price: 10 });
    const key = randomUUID();

    const answers = await Promise.all(Array.from({ length: 400 }, () => unlock(buyer, contentId, key)));

    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 400 }, () => 200));
    expect(answers.every(({ text }) => (JSON.parse(text) as { balance: number }).balance === 75)).toBe(true);
    expect(await spent(buyer)).toEqual({ unlocks: 1, credits: 10 });
  });
});
