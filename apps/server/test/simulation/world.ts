import type pg from 'pg';
import type { ChargeOrder, ProviderEvent } from '../../src/modules/payments/providers/port.ts';
import type { TestApp } from '../app.ts';
import type { TestAccount, TestProfile } from '../factories.ts';
import type { TestProvider } from '../payment-provider.ts';
import type { Crashes } from './crashes.ts';
import type { Ingredient } from './ingredients.ts';
import type { Random } from './random.ts';

/** What the provider did with an order, whatever we know of it. */
export interface ProviderTruth {
  order: ChargeOrder;
  paid: boolean;
  takenBack: boolean;
}

export interface World {
  t: TestApp;
  /** A second process on the same database. */
  beside: Awaited<ReturnType<TestApp['beside']>>;
  /** Invented accounts that pay nothing and give what they are given to one creator. */
  farmers: TestProfile[];
  /** Looks at the database on a connection that nobody cuts. */
  look<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  provider: TestProvider;
  random: Random;
  crashes: Crashes;
  fans: TestProfile[];
  creators: (TestProfile & { items: string[]; bundles: string[] })[];
  admin: TestAccount;
  truth: Map<string, ProviderTruth>;
  /** Orders for which another amount came than was asked for; whether staff gave it back. */
  strange: Map<string, 'held' | 'returned'>;
  /** Webhooks on their way, in any order and number. */
  mailbox: ProviderEvent[];
  /** What was answered as done, by kind of transfer. */
  done: Map<string, number>;
  /** How often each step was answered with what. */
  outcomes: Map<string, number>;
  /** How often each thing happened that the simulation is for. */
  happened: Map<Ingredient, number>;
}

export type Step = (world: World) => Promise<void>;

export function count<Name extends string>(counts: Map<Name, number>, name: Name): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

export const hasHappened = ({ happened }: World, name: Ingredient): void => count(happened, name);

export async function passTime(world: World, milliseconds: number): Promise<void> {
  const { t, look } = world;
  t.clock.advance(milliseconds);
  // A claim of a call that was cut off lapses by the database's clock, which does not run faster.
  await look('update idempotency_keys set claimed_at = claimed_at - make_interval(secs => $1) where status is null', [
    milliseconds / 1000,
  ]);
  // Nobody is signed out by a simulated month; staff would be after half an hour.
  await look(
    `update sessions set created_at = $1, last_seen_at = $1, expires_at = $1::timestamptz + interval '30 days'
       where last_seen_at < $1::timestamptz - interval '15 minutes'`,
    [t.clock.now()],
  );
}
