import { randomUUID } from 'node:crypto';
import type { Page, Route } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import { openDemoBalances } from '../apps/server/src/modules/credits/demo-balances.ts';
import { openDatabase } from '../apps/server/src/platform/database.ts';
import { createRandom } from '../apps/server/test/simulation/random.ts';
import { createPayer } from './support/payer.ts';
import { useWorld, useWriters, visitWorld } from './support/world.ts';

const world = useWorld();
const ids = useWriters(world);
const startCredits = 6_000;
const dayMs = 86_400_000;
const path = '**/api/credits/sync-transaction';

type Intent = ReturnType<typeof anIntent>;
const anIntent = (
  type: 'tip' | 'spend' | 'purchase',
  amount: number,
  at: number,
  metadata: Record<string, string>,
) => ({
  id: randomUUID(),
  type,
  amount,
  description: `${type} of ${amount}`,
  timestamp: new Date(at).toISOString(),
  status: 'pending' as const,
  metadata,
});

/** What is sold once to a buyer: an item, or a paid message. */
interface Sold {
  price: number;
  metadata: { contentId: string } | { messageId: string };
}

async function send<Answer>(cookie: string, path: string, body: unknown): Promise<Answer> {
  const response = await fetch(`${world.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response.json() as Promise<Answer>;
}

/** Two items of the creator, and two photos that they offer this buyer in their thread. */
async function listSold(buyer: { accountId: string; cookie: string }): Promise<Sold[]> {
  const items = await world.rows<{ id: string; price: number }>(
    `select id, price_credits::int as price from content_items
      where profile_id = $1 and state = 'published' and is_premium and price_credits between 1 and 200
        and media_type = 'image' and classification <> 'X18' order by id limit 2`,
    [ids.creator],
  );
  const photos = await world.rows<{ id: string }>(
    `select media_id as id from content_items
      where profile_id = $1 and state = 'published' and media_type = 'image' and classification <> 'X18'
      order by id desc limit 2`,
    [ids.creator],
  );
  const [own] = await world.rows<{ id: string }>('select id from profiles where account_id = $1', [buyer.accountId]);
  await send(buyer.cookie, `/api/conversations/${ids.creator}/messages`, { clientId: randomUUID(), content: 'Hello' });
  const messages: Sold[] = [];
  const { creator } = inject('demoSessions');
  for (const [index, photo] of photos.entries()) {
    const price = [25, 60][index] ?? 0;
    const { id: mediaId } = await send<{ id: string }>(creator, `/api/content/library/${photo.id}/use`, {});
    const offer = { clientId: randomUUID(), mediaId, price };
    const { id } = await send<{ id: string }>(creator, `/api/conversations/${own?.id}/messages`, offer);
    messages.push({ price, metadata: { messageId: id } });
  }
  return [...items.map(({ id, price }) => ({ price, metadata: { contentId: id } })), ...messages];
}

/** What a bad line does with a call; `lost answer` is the one after which no one knows whether the server posted. */
const lines: Record<string, (route: Route) => Promise<void>> = {
  'as it should': (route) => route.continue(),
  'lost call': (route) => route.abort('connectionfailed'),
  'lost answer': async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  },
  'server down': (route) => route.fulfill({ status: 503, json: { code: 'UNAVAILABLE', message: 'Not now' } }),
};

it('T33: after a week of disconnections the ledger has each accepted purchase once, and the device only the refused', {
  timeout: 180_000,
}, async () => {
  const seed = Number(process.env.SEED ?? Date.now() % 100_000);
  console.log(`A week of disconnections: SEED=${seed}`);
  const random = createRandom(seed);
  const payer = await createPayer(world.url);
  const [{ id: accountId } = { id: '' }] = await world.rows<{ id: string }>(
    'select id from accounts where email = $1',
    [payer.email],
  );
  const database = openDatabase(inject('demoDatabaseUrl'), { size: 1 });
  await openDemoBalances(database.db, [{ ownerId: accountId, kind: 'wallet', credits: startCredits }]);
  await database.close();

  const sold = await listSold({ accountId, cookie: payer.cookie });
  expect(sold.map(({ metadata }) => Object.keys(metadata)[0])).toEqual([
    ...['contentId', 'contentId'],
    ...['messageId', 'messageId'],
  ]);
  const bought = new Set<Sold>();
  // Whatever else the week brings, it has an item and a message.
  const due = sold.filter((_each, index) => index % 2 === 0);

  const accepted: Intent[] = [];
  const refused: Intent[] = [];
  let nextTip = 11;
  function decide(at: number): Intent {
    const userId = ids.creator ?? '';
    const first = due.shift();
    const picked = random.pick([
      ...(['tip', 'tip', 'gift', 'purchase', 'purchase'] as const),
      ...(['nobody', 'old price', 'too dear', 'nothing on offer'] as const),
    ]);
    const kind = first ? 'purchase' : picked;
    const chosen = first ?? random.pick(sold);
    const tip = () => {
      // Each amount once, so that a repeat is seen in the ledger.
      nextTip += 1;
      return nextTip;
    };
    const made = {
      tip: () => anIntent('tip', tip(), at, { userId, message: 'From the road' }),
      gift: () => anIntent('spend', 50, at, { userId, giftId: 'red-rose' }),
      // Also one that is bought already: the server accepts it and takes nothing.
      purchase: () => anIntent('purchase', chosen.price, at, { ...chosen.metadata }),
      'nothing on offer': () => anIntent('purchase', 25, at, { contentId: randomUUID() }),
      nobody: () => anIntent('tip', tip(), at, { userId: randomUUID() }),
      'old price': () => anIntent('spend', 40, at, { userId, giftId: 'red-rose' }),
      'too dear': () => anIntent('tip', 9_000, at, { userId }),
    }[kind]();
    if (kind === 'tip' || kind === 'gift' || (kind === 'purchase' && !bought.has(chosen))) accepted.push(made);
    else if (kind !== 'purchase') refused.push(made);
    if (kind === 'purchase') bought.add(chosen);
    return made;
  }

  await visitWorld(
    world,
    {
      cookie: payer.cookie,
      width: 390,
      height: 844,
      expectedFaults: /Failed to load|Failed to fetch|net::|503|sync-transaction/,
    },
    async ({ page, context }) => {
      const begin = Date.now() - 7 * dayMs;
      let now = begin;
      const openPage = async (tab: Page) => {
        await tab.clock.install({ time: now });
        await tab.goto('/credits');
        await tab.getByRole('heading', { level: 1 }).waitFor();
      };
      await openPage(page);
      const queueOf = (tab: Page) =>
        tab.evaluate(
          () =>
            (JSON.parse(localStorage.getItem('offlineCredits') ?? 'null')?.pendingTransactions ?? []) as {
              id: string;
              status: string;
            }[],
        );
      const keep = (added: Intent[]) =>
        page.evaluate(
          ({ more, account, balance }) => {
            const empty = { accountId: account, balance, pendingTransactions: [], lastSyncTime: null };
            const queue = JSON.parse(localStorage.getItem('offlineCredits') ?? 'null') ?? empty;
            queue.pendingTransactions.push(...more);
            localStorage.setItem('offlineCredits', JSON.stringify({ ...queue, syncInProgress: false }));
          },
          { more: added, account: accountId, balance: startCredits },
        );
      let mood = 'as it should';
      await context.route(path, (route) => lines[mood]?.(route));
      const happened = new Map<string, number>();

      for (let day = 0; day < 7; day += 1) {
        for (let time = 0; time < 4; time += 1) {
          await context.setOffline(true);
          await keep(Array.from({ length: random.between(0, 2) }, () => decide(now)));
          mood = random.pick(Object.keys(lines));
          happened.set(mood, (happened.get(mood) ?? 0) + 1);
          await context.setOffline(false);
          // The member closes the app in the middle, opens a second tab, or waits for the next try.
          const next = random.pick(['wait', 'reload', 'second tab'] as const);
          if (next === 'reload') await page.reload();
          if (next === 'second tab') {
            const tab = await context.newPage();
            await openPage(tab);
            await tab.clock.runFor(31_000);
            await tab.close();
          }
          await page.clock.runFor(31_000);
          now += 31_000;
        }
        const skip = begin + (day + 1) * dayMs - now;
        now += skip;
        await page.clock.fastForward(skip);
      }
      mood = 'as it should';
      await page.reload();
      await expect
        .poll(
          async () => {
            await page.clock.runFor(31_000);
            return (await queueOf(page)).filter(({ status }) => status === 'pending');
          },
          { timeout: 60_000 },
        )
        .toEqual([]);

      const left = await queueOf(page);
      expect(left.map(({ id, status }) => `${id} ${status}`).sort()).toEqual(
        refused.map(({ id }) => `${id} failed`).sort(),
      );
      expect([...happened.keys()].sort()).toEqual(Object.keys(lines).sort());
      expect(Math.min(accepted.length, refused.length), 'intents of each kind').toBeGreaterThan(2);
      expect(bought.size, 'items and messages bought').toBeGreaterThan(1);
    },
  );

  const taken = await world.rows<{ amount: number }>(
    `select group_amount::int as amount from ledger_transfers
      where owner_id = $1 and leg = 1 and kind <> 'demo_opening' order by group_amount`,
    [accountId],
  );
  const paid = accepted.map(({ amount }) => amount).sort((one, other) => one - other);
  expect(taken.map(({ amount }) => amount)).toEqual(paid);
  const total = paid.reduce((sum, amount) => sum + amount, 0);
  const response = await fetch(`${world.url}/api/credits/balance`, { headers: { cookie: payer.cookie } });
  expect(((await response.json()) as { balance: number }).balance).toBe(startCredits - total);
});
