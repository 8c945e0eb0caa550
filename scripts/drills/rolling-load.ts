import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MessageView } from '@vlam/contract/messaging';
import { openDemoBalances } from '../../apps/server/src/modules/credits/demo-balances.ts';
import type { Config } from '../../apps/server/src/platform/config.ts';
import type { Database } from '../../apps/server/src/platform/database.ts';
import { aCreator, aProfile, type TestProfile } from '../../apps/server/test/factories.ts';
import { type Calls, createCalls } from './drill-calls.ts';
import { type Acknowledged, type Cut, openTab, type Tab } from './drill-tab.ts';
import { aTalkingPair, worldOf } from './pairs.ts';

export interface Seen {
  answered: number;
  failed: readonly string[];
  acknowledged: readonly (Acknowledged & { pair: number })[];
  /** What each side of each pair has of its thread. */
  threads: readonly { pair: number; messages: ReadonlyMap<number, string>; doubled: readonly string[] }[];
  callIds: readonly string[];
  cuts: readonly Cut[];
  tabs: number;
}

const pairsOverSockets = 3;
const pairsOverCalls = 1;
const runningCalls = 2;
const quietTabs = 10;
const readers = 6;
const readEveryMs = 150;
const writeEveryMs = 1_200;
/** As the web app's pages in a call. */
const aliveEveryMs = 5_000;
/** Until the presence of an open socket is stored. */
const presenceMs = 1_000;
const rate = 18;
const paths = ['/api/auth/user', '/api/conversations', '/api/credits/balance', '/api/conversations/unread'];

interface Pair {
  index: number;
  sides: readonly [TestProfile, TestProfile];
}

/** A call that a creator has accepted; both have a page with a socket. */
async function startCall(calls: Calls, fan: TestProfile, creator: TestProfile): Promise<string> {
  await calls.post(creator, '/api/calls/settings', { available: true, creditsPerMinute: rate }, 'PUT');
  const body = { profileId: creator.profileId, creditsPerMinute: rate };
  const call = await calls.post<{ id: string }>(fan, '/api/calls', body);
  if (!call) throw new Error(`no call began: ${calls.failed.at(-1)}`);
  await calls.post(creator, `/api/calls/${call.id}/accept`);
  return call.id;
}

/** A message that is sent once; null when it was not taken, which counts as a failed call. */
async function writeOnce(calls: Calls, own: TestProfile, otherId: string): Promise<Acknowledged | null> {
  const clientId = randomUUID();
  const body = { clientId, content: `Word ${clientId}` };
  const sent = await calls.post<MessageView>(own, `/api/conversations/${otherId}/messages`, body);
  return sent && { clientId, id: sent.id, via: 'call' };
}

/** Members that read, write and call through `url` until it is stopped. */
export async function startRollingLoad(options: {
  url: string;
  database: Database;
  config: Config;
}): Promise<{ stop(): Promise<Seen> }> {
  const { url, database, config } = options;
  const world = worldOf(database, config);
  const calls = createCalls(url);
  const acknowledged: (Acknowledged & { pair: number })[] = [];
  const tabs: Tab[] = [];
  let isStopping = false;
  const open = (own: TestProfile, otherId: string | null) => {
    const tab = openTab({ url, own, otherId, calls });
    tabs.push(tab);
    return tab;
  };

  const aPair = async (index: number): Promise<Pair> => ({ index, sides: await aTalkingPair(world) });
  async function repeat(everyMs: number, act: () => Promise<unknown>): Promise<void> {
    while (!isStopping) {
      await act();
      await sleep(everyMs);
    }
  }
  const keep = (pair: number, sent: Acknowledged) => void acknowledged.push({ ...sent, pair });

  const talking = await Promise.all(Array.from({ length: pairsOverSockets }, (_, index) => aPair(index)));
  const calling = await Promise.all(Array.from({ length: pairsOverCalls }, (_, n) => aPair(pairsOverSockets + n)));
  const threads = [...talking, ...calling].flatMap(({ index, sides: [one, other] }) =>
    [open(one, other.profileId), open(other, one.profileId)].map((tab) => ({ pair: index, tab })),
  );
  for (let n = 0; n < quietTabs; n += 1) open(await aProfile(world), null);
  const callIds: string[] = [];
  const keptAlive: (readonly [string, TestProfile, Tab])[] = [];
  for (let n = 0; n < runningCalls; n += 1) {
    const [fan, creator] = [await aProfile(world), await aCreator(world)];
    await openDemoBalances(database.db, [{ ownerId: fan.accountId, kind: 'wallet', credits: 1_000 }]);
    const sides = [fan, creator].map((who) => [who, open(who, null)] as const);
    // A creator takes calls while a page of theirs is connected.
    while (!sides.every(([, tab]) => tab.isOpen)) await sleep(50);
    await sleep(presenceMs);
    const id = await startCall(calls, fan, creator);
    callIds.push(id);
    for (const [who, tab] of sides) keptAlive.push([id, who, tab]);
  }

  const work = [
    ...threads
      .filter(({ pair }) => pair < pairsOverSockets)
      .map(({ pair, tab }) => repeat(writeEveryMs, () => tab.write().then((sent) => keep(pair, sent)))),
    ...calling.map(({ index, sides: [one, other] }) =>
      repeat(writeEveryMs / 4, async () => {
        const sent = await writeOnce(calls, one, other.profileId);
        if (sent) keep(index, sent);
      }),
    ),
    ...Array.from({ length: readers }, async (_, n) => {
      const who = talking[n % talking.length]?.sides[n % 2] as TestProfile;
      let next = n;
      await repeat(readEveryMs, () => calls.get(who, paths[next++ % paths.length] ?? ''));
    }),
    ...keptAlive.map(([callId, { profileId }, tab]) => {
      let answeredAt = Number.NEGATIVE_INFINITY;
      return repeat(500, async () => {
        if (!tab.isOpen || performance.now() - answeredAt < aliveEveryMs) return;
        const answer = await tab.call('call.alive', { callId, tabId: profileId, connected: true });
        if (answer?.ok) answeredAt = performance.now();
      });
    }),
  ];

  return {
    async stop() {
      isStopping = true;
      await Promise.all(work);
      // Those that are still on their way back, and what they missed.
      const until = performance.now() + 15_000;
      while (!tabs.every(({ isOpen }) => isOpen) && performance.now() < until) await sleep(100);
      await Promise.all(tabs.map((tab) => tab.readOn()));
      for (const tab of tabs) tab.close();
      return {
        answered: calls.answered,
        failed: calls.failed,
        acknowledged,
        threads: threads.map(({ pair, tab: { messages, doubled } }) => ({ pair, messages, doubled })),
        callIds,
        cuts: tabs.flatMap(({ cuts }) => cuts),
        tabs: tabs.length,
      };
    },
  };
}

/** What became of it all, by the database and by what each page has. */
export async function countInDatabase(
  { pool }: Database,
  seen: Seen,
): Promise<{ lost: number; doubled: number; callsCut: number; minutes: number }> {
  const stored = await pool.query<{ id: string }>('select id from messages');
  const storedIds = new Set(stored.rows.map(({ id }) => id));
  const sent = new Set(seen.acknowledged.map(({ id }) => id));
  const notStored = [...sent].filter((id) => !storedIds.has(id)).length;
  const notShown = seen.threads.flatMap(({ pair, messages }) => {
    const shown = new Set(messages.values());
    return seen.acknowledged.filter((one) => one.pair === pair && !shown.has(one.id));
  }).length;
  const shownTwice = seen.threads.reduce((sum, { doubled }) => sum + doubled.length, 0);
  const calls = await pool.query<{ minutes: number; is_over: boolean }>(
    'select minutes, ended_at is not null or started_at is null as is_over from calls where id = any($1::uuid[])',
    [seen.callIds],
  );
  return {
    lost: notStored + notShown,
    // Each message was written under one id of its own, so what is more came of a repeat.
    doubled: stored.rows.length - sent.size + notStored + shownTwice,
    callsCut: seen.callIds.length - calls.rows.filter((call) => !call.is_over).length,
    minutes: calls.rows.reduce((sum, { minutes }) => sum + minutes, 0),
  };
}
