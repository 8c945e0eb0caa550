import { type RawBuilder, sql } from 'kysely';
import { createPresenter } from '../../src/modules/messaging/messages/present.ts';
import { chatActor } from '../../src/modules/messaging/posting/chat-actor.ts';
import { createPoster } from '../../src/modules/messaging/posting/post.ts';
import { createMessagePublisher } from '../../src/modules/messaging/posting/publish.ts';
import { createSending, type Sending } from '../../src/modules/messaging/posting/send-message.ts';
import { withoutMedia } from '../../src/modules/messaging/types.ts';
import { transact } from '../../src/platform/after-commit.ts';
import { johannesburgDay } from '../../src/platform/clock.ts';
import { AppError } from '../../src/platform/errors.ts';
import { newId } from '../../src/platform/ids.ts';
import { isUnavailable } from '../../src/platform/postgres-errors.ts';
import { aProfile, giveCredits, type TestProfile } from '../factories.ts';
import { type SecondServer, startSecondServer } from '../second-server.ts';
import { startTestServer, type TestServer } from '../server.ts';
import { after, fingerprint, type Observed, type State, type Step } from './model.ts';
import { members, type Schedule } from './schedules.ts';

export interface Lanes {
  t: TestServer;
  /** One per process; both write to one database. */
  sending: [Sending, Sending];
  close(): Promise<void>;
}

/** Members of one schedule; the last has no quota. */
interface World {
  people: TestProfile[];
}
const concurrency = 40;
const isCounted = (member: number) => member < members - 1;

export async function startLanes(): Promise<Lanes> {
  const t = await startTestServer();
  const second = await startSecondServer(t);
  return {
    t,
    sending: [sendingOf(t), sendingOf(second)],
    async close() {
      await second.close();
      await t.close();
    },
  };
}

function sendingOf({ context }: Pick<SecondServer, 'context'>): Sending {
  const { database, clock, logger, credits, profiles, vip } = context;
  const presenter = createPresenter({ database, credits, media: withoutMedia });
  const listQuotaExempt = async () => new Set<string>();
  return createSending({
    ...{ database, clock, credits, profiles, vip, media: withoutMedia, listQuotaExempt },
    poster: createPoster({ database, clock, listQuotaExempt }),
    publisher: createMessagePublisher({
      ...{ database, logger, credits, presenter },
      realtime: { toProfile() {} },
      onSent() {},
    }),
    requireMayBuy: async () => {},
    knownTo: async () => new Set(),
  });
}

/**
 * Runs the schedules concurrently until all have run or the time is up. `wrong` has a line for each schedule whose
 * results fit no order of its steps.
 */
export async function runSchedules(
  lanes: Lanes,
  schedules: readonly Schedule[],
  { maxMs = Number.POSITIVE_INFINITY } = {},
): Promise<{ wrong: string[]; count: number }> {
  const { t } = lanes;
  const until = performance.now() + maxMs;
  const worlds = await Promise.all(
    Array.from({ length: Math.min(concurrency, schedules.length) }, async (): Promise<World> => {
      const people = await Promise.all(Array.from({ length: members }, () => aProfile(t)));
      const [rich, , , last] = people;
      if (rich) await giveCredits(t, rich.accountId, 400);
      if (last)
        await sql`insert into vip_memberships (account_id, tier, started_at, paid_until)
          values (${last.accountId}, 'diamond', now(), now() + interval '1 day')`.execute(t.db);
      return { people };
    }),
  );
  const wrong: string[] = [];
  let count = 0;
  while (count < schedules.length && wrong.length === 0 && performance.now() < until) {
    await clean(lanes);
    const batch = schedules.slice(count, count + worlds.length);
    const results = await Promise.all(batch.map((each, index) => runOne(lanes, worlds[index] as World, each)));
    for (const [index, line] of results.entries()) if (line) wrong.push(`schedule ${count + index}: ${line}`);
    count += batch.length;
  }
  return { wrong, count };
}

async function clean({ t }: Lanes): Promise<void> {
  for (const table of ['conversations', 'message_quotas', 'blocks'])
    await sql`delete from ${sql.table(table)}`.execute(t.db);
}

async function runOne(lanes: Lanes, { people }: World, { used, moments }: Schedule): Promise<string | null> {
  const { t } = lanes;
  const ids = people.map(({ profileId }) => profileId);
  const counted = used.map((count, member) => (isCounted(member) ? count : 0));
  await sql`insert into message_quotas select profile_id, ${johannesburgDay(t.clock.now())}::date, used
    from unnest(${ids}::uuid[], ${counted}::int[]) as given (profile_id, used)`.execute(t.db);
  const credits = await Promise.all(
    people.map(async ({ accountId }) => (await t.context.credits.balance(accountId)).balance),
  );
  let states: State[] = [{ threads: new Map(), blocks: new Set(), used: counted, credits }];
  const idOf = new Map<string, string>();
  for (const [at, moment] of moments.entries()) {
    // A reply refers to the message stored so far under that name.
    const steps = moment.map(({ step, process }) => ({ step: withReply(step, idOf), process }));
    const observed = await Promise.all(steps.map(({ step, process }) => take(lanes, people, step, process)));
    const seen = steps.map(({ step }, index) => ({ step, observed: observed[index] as Observed }));
    for (const { step, observed: answer } of seen)
      if (step.kind === 'send' && 'id' in answer && !idOf.has(nameOf(step))) idOf.set(nameOf(step), answer.id);
    const next = after(states, seen, isCounted);
    if (next.length === 0)
      return `moment ${at} ${JSON.stringify(seen)} after ${states.map(fingerprint).join(' or ')} (${ids.join(' ')})`;
    states = next;
  }
  const stored = await storedState(lanes, people);
  return states.some((state) => sameAsStored(state, stored))
    ? null
    : `stored ${JSON.stringify(stored)} instead of ${states.map(fingerprint).join(' or ')}`;
}

const nameOf = ({ from, to, key }: { from: number; to: number; key: string }) => `${from} ${to} ${key}`;
const withReply = (step: Step, idOf: ReadonlyMap<string, string>): Step => {
  if (step.kind !== 'send' || step.replyTo === undefined) return step;
  const { replyTo, ...rest } = step;
  const id = idOf.get(replyTo);
  return id ? { ...rest, replyTo: id } : rest;
};

/** A message that is too long is refused by the table: `failed`, with the message of other errors for the reader. */
const refusedWith = (error: unknown): Observed =>
  error instanceof AppError
    ? { refused: error.code }
    : (error as { code?: unknown }).code === '23514'
      ? { refused: 'failed' }
      : { refused: String(error) };

async function take(lanes: Lanes, people: readonly TestProfile[], step: Step, process: 0 | 1): Promise<Observed> {
  const { t, sending } = lanes;
  const [from, other] = [people[step.from] as TestProfile, (to: number) => people[to] as TestProfile];
  const viewer = chatActor(from.accountId, from.profileId);
  const act = async (): Promise<Observed> => {
    if (step.kind === 'send')
      return await sending[process].send(viewer, other(step.to).profileId, {
        clientId: step.key,
        content: step.tooLong ? 'x'.repeat(2_001) : 'Words',
        // A retry is marked as such.
        again: true,
        ...(step.replyTo === undefined ? {} : { replyToId: step.replyTo }),
        ...(step.pays ? { payCredits: 2 as const } : {}),
      });
    if (step.kind === 'toMany') return await writeToMany(lanes, people, step, process);
    const between = other(step.to).profileId;
    if (step.kind === 'block' || step.kind === 'unblock') {
      await (step.kind === 'block' ? blocking : unblocking)(from.profileId, between).execute(t.db);
    } else if (step.kind === 'accept') await t.context.messaging.acceptConversation(viewer, between);
    else if (step.kind === 'decline') await t.context.messaging.declineConversation(viewer, between);
    else await t.context.messaging.deleteConversation(viewer, between);
    return { id: '' };
  };
  // A device without a response retries with the same client id.
  for (let attempt = 1; ; attempt += 1)
    try {
      return await act();
    } catch (error) {
      const isUnknown = isUnavailable(error) || (error instanceof AppError && error.code === 'UNAVAILABLE');
      if (!isUnknown || attempt === 20) return refusedWith(error);
    }
}

const blocking = (one: string, other: string): RawBuilder<unknown> =>
  sql`insert into blocks (blocker_id, blocked_id, created_at) values (${one}, ${other}, now()) on conflict do nothing`;
const unblocking = (one: string, other: string): RawBuilder<unknown> =>
  sql`delete from blocks where blocker_id = ${one} and blocked_id = ${other}`;

/** Ids of stored messages in the order of the recipients; '-' for those not reached. */
async function writeToMany(
  { t, sending }: Lanes,
  people: readonly TestProfile[],
  { from, to, key }: Extract<Step, { kind: 'toMany' }>,
  process: 0 | 1,
): Promise<Observed> {
  const sender = (people[from] as TestProfile).profileId;
  const items = to.map((each) => ({
    id: newId(),
    sender,
    receiver: (people[each] as TestProfile).profileId,
    clientId: key,
    content: 'To all',
    broadcastId: newId(),
    payerAccountId: null,
  }));
  const posted = await transact(t.db, (tx) => sending[process].postWithin(tx, sender, items));
  return { id: posted.map((each, index) => (each ? (items[index]?.id ?? '') : '-')).join(' ') };
}

interface Stored {
  messages: string[];
  used: number[];
  credits: number[];
}

async function storedState({ t }: Lanes, people: readonly TestProfile[]): Promise<Stored> {
  const ids = people.map(({ profileId }) => profileId);
  const { rows } = await sql<{ low_id: string; high_id: string; sender_id: string; client_id: string; id: string }>`
    select c.low_id, c.high_id, m.sender_id, m.client_id, m.id from messages m join conversations c on c.id = m.conversation_id
      where c.low_id = any(${ids}::uuid[])`.execute(t.db);
  const { rows: quotas } = await sql<{ profile_id: string; used: number }>`
    select profile_id, used from message_quotas where profile_id = any(${ids}::uuid[])`.execute(t.db);
  return {
    messages: rows
      .map((row) => {
        const sender = ids.indexOf(row.sender_id);
        const receiver = ids.indexOf(row.sender_id === row.low_id ? row.high_id : row.low_id);
        return `${sender} ${receiver} ${row.client_id} ${row.client_id.startsWith('many') ? '' : row.id}`;
      })
      .sort(),
    used: ids.map((id) => quotas.find((row) => row.profile_id === id)?.used ?? 0),
    credits: await Promise.all(
      people.map(async ({ accountId }) => (await t.context.credits.balance(accountId)).balance),
    ),
  };
}

function sameAsStored(state: State, { messages, used, credits }: Stored): boolean {
  const kept = [...state.threads].flatMap(([pair, thread]) => {
    const [low, high] = pair.split(' ').map(Number);
    return thread.kept.map(({ from, key, id }) => {
      const to = from === low ? high : low;
      return `${from} ${to} ${key} ${key.startsWith('many') ? '' : id}`;
    });
  });
  return JSON.stringify([kept.sort(), state.used, state.credits]) === JSON.stringify([messages, used, credits]);
}
