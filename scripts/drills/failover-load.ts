import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDemoBalances } from '../../apps/server/src/modules/credits/demo-balances.ts';
import type { Config } from '../../apps/server/src/platform/config.ts';
import type { Database } from '../../apps/server/src/platform/database.ts';
import { aCreator, aProfile, type TestProfile } from '../../apps/server/test/factories.ts';
import { aTalkingPair, worldOf } from './pairs.ts';

export interface Written {
  kind: 'message' | 'gift';
  /** The id of a message's sender, or the key of a payment: what a second attempt repeats. */
  key: string;
  /** Milliseconds of `performance.now()` at the acknowledgement. */
  at: number;
  attempts: number;
}

export interface FailoverLoad {
  readonly written: readonly Written[];
  /** Answers other than a success, by status or code of the connection. */
  readonly refused: ReadonlyMap<string, number>;
  /** Lets each writer finish what it has begun. */
  stop(): Promise<void>;
}

const writersOfMessages = 4;
const giftGivers = 2;
const everyMs = { message: 60, gift: 400 };
const rosePrice = 50;
const attemptMs = 12_000;

/** Members who write and pay through `urls` until they are stopped, and repeat each write under its key until it is acknowledged. */
export async function startFailoverLoad(options: {
  urls: readonly string[];
  database: Database;
  config: Config;
}): Promise<FailoverLoad> {
  const { urls, database, config } = options;
  const world = worldOf(database, config);
  const written: Written[] = [];
  const refused = new Map<string, number>();
  let isStopping = false;

  async function write(
    who: TestProfile,
    path: string,
    body: object,
    kind: Written['kind'],
    key: string,
  ): Promise<void> {
    for (let attempts = 1; ; attempts += 1) {
      const problem = await fetch(`${urls[attempts % urls.length]}${path}`, {
        method: 'POST',
        headers: {
          cookie: who.cookie,
          'content-type': 'application/json',
          'sec-fetch-site': 'same-origin',
          'idempotency-key': key,
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(attemptMs),
      }).then(
        async (answer) => {
          await answer.arrayBuffer();
          return answer.ok ? null : String(answer.status);
        },
        (error: Error) => (error.cause as NodeJS.ErrnoException | undefined)?.code ?? error.name,
      );
      if (problem === null) {
        written.push({ kind, key, at: performance.now(), attempts });
        return;
      }
      refused.set(problem, (refused.get(problem) ?? 0) + 1);
      await sleep(250);
    }
  }

  async function repeat(kind: Written['kind'], act: (key: string) => Promise<void>): Promise<void> {
    while (!isStopping) {
      await act(randomUUID());
      await sleep(everyMs[kind]);
    }
  }

  const work: (() => Promise<void>)[] = [];
  for (let n = 0; n < writersOfMessages; n += 1) {
    const [one, other] = await aTalkingPair(world);
    work.push(() =>
      repeat('message', (key) =>
        write(
          one,
          `/api/conversations/${other.profileId}/messages`,
          { clientId: key, content: `Word ${key}` },
          'message',
          key,
        ),
      ),
    );
  }
  for (let n = 0; n < giftGivers; n += 1) {
    const [fan, creator] = [await aProfile(world), await aCreator(world)];
    await openDemoBalances(database.db, [{ ownerId: fan.accountId, kind: 'wallet', credits: 500_000 }]);
    const body = { giftId: 'red-rose', price: rosePrice, recipientId: creator.profileId };
    work.push(() => repeat('gift', (key) => write(fan, '/api/gifts/send', body, 'gift', key)));
  }
  const running = Promise.all(work.map((begin) => begin()));
  return {
    written,
    refused,
    async stop() {
      isStopping = true;
      await running;
    },
  };
}
