import type pg from 'pg';
import type { ChargeOrder, ProviderEvent } from '../../src/modules/payments/providers/port.ts';
import type { TestApp } from '../app.ts';
import type { TestAccount, TestProfile } from '../factories.ts';
import type { TestProvider } from '../payment-provider.ts';
import type { Crashes } from './crashes.ts';
import type { Random } from './random.ts';
import type { Scenario } from './scenarios.ts';

/** The provider's own state of an order, which the server may not know. */
export interface ProviderOrder {
  order: ChargeOrder;
  paid: boolean;
  isReversed: boolean;
}

export interface World {
  t: TestApp;
  /** A second process on the same database. */
  secondProcess: Awaited<ReturnType<TestApp['startSecondProcess']>>;
  /** Fake accounts that pay nothing and pass their free credits to one creator. */
  farmers: TestProfile[];
  /** Queries the database on a connection that is never cut. */
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  provider: TestProvider;
  random: Random;
  crashes: Crashes;
  fans: TestProfile[];
  creators: (TestProfile & { items: string[]; bundles: string[] })[];
  admin: TestAccount;
  providerOrders: Map<string, ProviderOrder>;
  /** Orders paid with a wrong amount, and whether staff refunded them. */
  wrongAmounts: Map<string, 'held' | 'returned'>;
  /** Webhooks to deliver, in any order and number. */
  pendingWebhooks: ProviderEvent[];
  /** Number of calls that succeeded, by kind of transfer. */
  completed: Map<string, number>;
  /** Number of results, by step and code. */
  outcomes: Map<string, number>;
  /** Number of occurrences of each scenario. */
  occurred: Map<Scenario, number>;
}

export type Step = (world: World) => Promise<unknown>;

export function count<Name extends string>(counts: Map<Name, number>, name: Name): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

export const recordScenario = ({ occurred }: World, name: Scenario): void => count(occurred, name);

export async function passTime(world: World, milliseconds: number): Promise<void> {
  const { t, query } = world;
  t.clock.advance(milliseconds);
  // Claims of interrupted calls expire by the database's clock, which is not simulated.
  await query('update idempotency_keys set claimed_at = claimed_at - make_interval(secs => $1) where status is null', [
    milliseconds / 1000,
  ]);
  // Keeps sessions valid through simulated months; staff's would end after half an hour.
  await query(
    `update sessions set created_at = $1, last_seen_at = $1, expires_at = $1::timestamptz + interval '30 days'
       where last_seen_at < $1::timestamptz - interval '15 minutes'`,
    [t.clock.now()],
  );
  // As if each proved themselves again where it is asked for.
  await query(`update session_proofs set proven_until = $1::timestamptz + interval '30 days'`, [t.clock.now()]);
}
