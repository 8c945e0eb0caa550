import { callRates } from '@vlam/contract/rules/calls';
import type pg from 'pg';
import { insertRows } from './bulk.ts';
import { type SamplePerson, seededId } from './people.ts';
import { createRandom, type Random } from './random.ts';
import { demoScale } from './scale.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;
/** Share of the sample creators who take calls, and the number of past calls of each. */
const takesCalls = 0.45;
const callsEach = { min: 0, max: 9 };
/** Past calls of the named demo creators: all rated five stars, so they are listed first while online. */
const callsOfKnown = 14;

export interface SampleCall {
  id: string;
  caller: SamplePerson;
  partner: SamplePerson;
  rate: number;
  ringsAt: Date;
  startedAt: Date;
  seconds: number;
  stars: number | null;
}

export interface SampleCalls {
  settings: { partner: SamplePerson; rate: number }[];
  calls: SampleCall[];
}

/** Price per minute in three bands: half are rising stars, a third premium, the rest VIP. */
const rateOf = (random: Random): number => {
  const band = random.weighted([50, 34, 16]);
  return band === 0
    ? random.integer(callRates.lowest, 15)
    : band === 1
      ? random.integer(16, 20)
      : random.integer(21, callRates.highest);
};

/** Call settings and past calls. Uses a separate random stream, so that other data does not change with it. */
export function sampleCalls(people: readonly SamplePerson[], now: Date): SampleCalls {
  const random = createRandom(demoScale.seed + 9);
  const fans = people.filter((person) => !person.creator && !person.canSignIn).slice(0, 9_000);
  const settings: SampleCalls['settings'] = [];
  const calls: SampleCall[] = [];
  for (const partner of people) {
    if (!partner.creator) continue;
    const isKnown = partner.canSignIn || partner.sampleSlug !== null;
    if (!isKnown && !random.chance(takesCalls)) continue;
    const rate = isKnown ? 18 : rateOf(random);
    settings.push({ partner, rate });
    const likedness = 3.4 + random.next() * 1.6;
    let free = Math.max(partner.createdAt.getTime(), now.getTime() - 60 * dayMs);
    const had = random.integer(callsEach.min, callsEach.max);
    for (let left = isKnown ? callsOfKnown : had; left > 0; left -= 1) {
      const ringsAt = new Date(free + Math.floor(random.next() * (isKnown ? 3 : 5) * dayMs));
      const startedAt = new Date(ringsAt.getTime() + random.integer(4_000, 22_000));
      const seconds = random.integer(50, 720);
      free = startedAt.getTime() + seconds * 1000 + minuteMs;
      if (free > now.getTime() - dayMs) break;
      const drawn = Math.round(likedness + (random.next() - 0.5) * 2.2);
      calls.push({
        id: seededId(random, ringsAt, now),
        caller: random.pick(fans),
        partner,
        rate,
        ringsAt,
        startedAt,
        seconds,
        stars: isKnown ? 5 : random.chance(0.7) ? Math.max(1, Math.min(5, drawn)) : null,
      });
    }
  }
  return { settings, calls };
}

/** Start of each charged minute of a call. */
export const minutesOf = ({ startedAt, seconds }: SampleCall): Date[] =>
  Array.from({ length: Math.floor(seconds / 60) + 1 }, (_, index) => new Date(startedAt.getTime() + index * minuteMs));

export async function insertCalls(client: pg.ClientBase, { settings, calls }: SampleCalls, now: Date): Promise<void> {
  const had = Map.groupBy(calls, ({ partner }) => partner.profileId);
  await insertRows(
    client,
    'call_settings',
    {
      profile_id: 'uuid',
      available: 'boolean',
      credits_per_minute: 'smallint',
      ratings: 'integer',
      stars: 'integer',
      accepted_calls: 'integer',
      accept_wait_ms: 'bigint',
      changed_at: 'timestamptz',
    },
    settings.map(({ partner, rate }) => {
      const own = had.get(partner.profileId) ?? [];
      const stars = own.flatMap((call) => call.stars ?? []);
      const waited = own.reduce((sum, call) => sum + call.startedAt.getTime() - call.ringsAt.getTime(), 0);
      return [
        partner.profileId,
        true,
        rate,
        stars.length,
        stars.reduce((sum, each) => sum + each, 0),
        own.length,
        waited,
        partner.createdAt < now ? partner.createdAt : now,
      ];
    }),
  );
  await insertRows(
    client,
    'calls',
    {
      id: 'uuid',
      caller_account_id: 'uuid',
      caller_id: 'uuid',
      partner_id: 'uuid',
      credits_per_minute: 'smallint',
      minute_ms: 'integer',
      created_at: 'timestamptz',
      accepted_at: 'timestamptz',
      started_at: 'timestamptz',
      ended_at: 'timestamptz',
      ending: 'text',
      caller_seen_at: 'timestamptz',
      partner_seen_at: 'timestamptz',
      caller_connected: 'boolean',
      partner_connected: 'boolean',
      minutes: 'integer',
      stars: 'smallint',
    },
    calls.map((call) => {
      const endedAt = new Date(call.startedAt.getTime() + call.seconds * 1000);
      return [
        call.id,
        call.caller.accountId,
        call.caller.profileId,
        call.partner.profileId,
        call.rate,
        minuteMs,
        call.ringsAt,
        call.startedAt,
        call.startedAt,
        endedAt,
        'hung_up',
        endedAt,
        endedAt,
        true,
        true,
        minutesOf(call).length,
        call.stars,
      ];
    }),
  );
  await insertRows(
    client,
    'call_minutes',
    { call_id: 'uuid', minute: 'integer', started_at: 'timestamptz', credits: 'smallint' },
    calls.flatMap((call) => minutesOf(call).map((startedAt, index) => [call.id, index + 1, startedAt, call.rate])),
  );
}
