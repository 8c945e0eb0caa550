import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { isSound, reconcile } from '../apps/server/src/modules/credits/reconcile.ts';
import { ringWithoutDatabase } from '../apps/server/src/platform/key-ring.ts';
import type { RenewalRun } from '../apps/server/src/platform/renewals.ts';
import type { Benchmark } from './lib/benchmark.ts';
import type { ProviderQuestion, ProviderReply } from './lib/renewal-worker.ts';
import { makeRenewalWorld, priceCents } from './lib/renewal-world.ts';

const due = Number(process.env.BENCH_RENEWALS ?? 100_000);
const goalSeconds = 600;
const worker = join(import.meta.dirname, 'lib/renewal-worker.ts');

/** A provider in memory. Every question to charge is a charge: it forgives no second one. */
function createProvider() {
  const charges: { orderId: string; email: string }[] = [];
  const known = new Map<string, number>();
  return {
    charges,
    answer({ n, ask, orderId, email = '', amountCents = 0 }: ProviderQuestion): ProviderReply {
      if (ask === 'charge') {
        charges.push({ orderId, email });
        known.set(orderId, amountCents);
      }
      return { n, amountCents: known.get(orderId) ?? null };
    },
  };
}

export const benchmark: Benchmark = {
  name: 'renewals',
  title: `How long do ${due.toLocaleString('en-ZA').replaceAll(/\s/g, ' ')} due subscriptions take, and is anybody charged twice when the run is killed?`,
  goal: 'under 10 minutes on two cores, killed once in the middle, no one charged twice.',
  async run({ postgres, log }) {
    const { url, database } = await postgres.createMigrated('renewals');
    const masterKey = randomBytes(32).toString('hex');
    const environment = { DATABASE_URL: url, MASTER_KEY: masterKey, DEMO: '0', NODE_ENV: 'test', LOG_LEVEL: 'error' };
    const world = await makeRenewalWorld(
      database,
      { keys: ringWithoutDatabase(Buffer.from(masterKey, 'hex')) },
      { subscribers: due, creators: 1_000 },
    );
    log(`${due} subscriptions of ${world.emails.size} members are due`);
    const provider = createProvider();

    /** Runs a process until nothing is due; `killAfter` charges it is killed without warning. Answers seconds. */
    async function renew(options: { killAfter?: number; laterMs?: number } = {}): Promise<number> {
      const started = performance.now();
      const child: ChildProcess = fork(worker, {
        env: { PATH: process.env.PATH ?? '', ...environment, BENCH_LATER_MS: String(options.laterMs ?? 0) },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      });
      child.on('message', (said: ProviderQuestion | RenewalRun) => {
        if ('paid' in said) return;
        const reply = provider.answer(said);
        if (provider.charges.length === options.killAfter) child.kill('SIGKILL');
        else if (child.connected) child.send(reply, () => {});
      });
      const code = await new Promise<number | null>((done) => child.once('exit', done));
      if (code !== 0 && options.killAfter === undefined) throw new Error(`the run ended with ${code}`);
      const seconds = (performance.now() - started) / 1_000;
      log(`${provider.charges.length} charged after ${seconds.toFixed(1)} s more`);
      return seconds;
    }

    const first = await renew({ killAfter: Math.floor(due / 2) });
    const second = await renew();
    const paid = async () =>
      Number((await database.pool.query('select count(*) as n from subscription_periods')).rows[0]?.n ?? 0);
    const inTime = await paid();
    // Renewals claimed by the killed process are taken up when their claim ends, and queried before they are charged again.
    await renew({ laterMs: 40 * 60_000 });
    const [inTheEnd, sound] = [await paid(), isSound(await reconcile(database.pool))];
    const { rows } = await database.pool.query<{ cash: bigint }>(
      "select sum(balance)::bigint as cash from ledger_accounts where kind = 'cash'",
    );
    const cash = -Number(rows[0]?.cash ?? 0n);
    await database.close();

    const times = new Map<string, number>();
    for (const { email } of provider.charges) times.set(email, (times.get(email) ?? 0) + 1);
    const twice = [...times.values()].filter((count) => count > 1).length;
    const seconds = first + second;
    return {
      measured: 'One run to its end',
      rows: [
        {
          name: 'one process, charges by message to a provider in memory, killed once',
          rounds: [{ perSecond: inTime / seconds, p50: Number.NaN, p99: Number.NaN, failed: 0 }],
        },
      ],
      verdicts: [
        {
          claim: `${due} in under ${goalSeconds / 60} minutes, starting the process twice`,
          reached: seconds < goalSeconds && due - inTime <= 1_000,
          seen: `${seconds.toFixed(0)} s (${first.toFixed(0)} s to the kill, ${second.toFixed(0)} s after it), ${due - inTime} left to the leases of the dead`,
        },
        {
          claim: 'every member was charged exactly once',
          reached: twice === 0 && inTheEnd === due && times.size === due,
          seen: `${twice} twice, ${inTheEnd} paid for ${times.size} members`,
        },
        {
          claim: 'the ledger has every charge once and nothing drifted (I1, I2)',
          reached: sound && cash === due * priceCents,
          seen: sound ? `reconciled at ${cash / 100} rand` : 'differences',
        },
      ],
      notes: [
        'Each renewal is an order, a charge, a paid order with its receipt and receipt mail, a new period, and two transfers; nothing is left out but the provider’s own time. The provider counts every question to charge as a charge, so a second one would show.',
        'Killed with SIGKILL after half the charges, at a moment when the provider has charged and the process does not know. A second process starts immediately; a third, forty minutes later by its clock, takes up the claims of the first.',
      ],
    };
  },
};
