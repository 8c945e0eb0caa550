import { accountOf, cash } from '../../src/modules/credits/service.ts';
import { newId } from '../../src/platform/ids.ts';
import { refer } from '../referrals.ts';
import { expectShares } from './referral-checks.ts';
import { note, type TermsWorld } from './terms-world.ts';

type Step = (world: TermsWorld) => Promise<void>;
const suspended = 'sold while the referrer was suspended';

/**
 * When a creator's sales brought no share, by their id: the twelve months were over, or who brought them was suspended.
 * By the database's clock.
 */
export type ReferralsWorld = Map<string, { from: Date; to: Date | null }[]>;

/** The first creator referred the second and the third, and the second referred the first. */
export async function startReferrals({ t, creators }: Pick<TermsWorld, 't' | 'creators'>): Promise<void> {
  const [first, second, third] = creators;
  if (!first || !second || !third) throw new Error('too few creators');
  for (const [referrer, referred] of [
    [first, second],
    [first, third],
    [second, first],
  ] as const)
    await refer(t.db, {
      ...{ referrerId: referrer.profileId, referrerAccountId: referrer.accountId },
      ...{ referredId: referred.profileId, accountId: referred.accountId },
    });
}

/** A creator's twelve months are over, or begin anew, which the program never does. */
const endMonths: Step = async (world) => {
  const { random, t, referrals } = world;
  const { rows } = await t.database.pool.query<{ id: string; at: Date; is_over: boolean }>(
    'select referred_id as id, now() as at, until <= now() as is_over from creator_referrals where until is not null order by 1',
  );
  if (rows.length === 0) return;
  const { id, at, is_over: isOver } = random.pick(rows);
  const known = referrals.get(id) ?? [];
  const last = known.findLast(({ to }) => to === null);
  if (isOver && last) last.to = at;
  else known.push({ from: at, to: null });
  referrals.set(id, known);
  await t.database.pool.query(
    `update creator_referrals set until = $2::timestamptz + make_interval(months => $3) where referred_id = $1`,
    [id, at, isOver ? 12 : 0],
  );
  note(world, isOver ? 'months anew' : 'months over');
};

/**
 * A referrer is suspended while a creator they brought is tipped, and is back afterwards. In turn and not at random, so
 * that the other steps of a seed stay what they were.
 */
const suspend: Step = async (world) => {
  const { t, creators, fans, referrals, happened } = world;
  const { pool } = t.database;
  const turn = happened.get(suspended) ?? 0;
  const inTurn = <Each>(all: readonly Each[]): Each => all[turn % all.length] as Each;
  // The first two brought others.
  const referrer = inTurn(creators.slice(0, 2));
  const { rows } = await pool.query<{ id: string }>(
    'select referred_id as id from creator_referrals where referrer_id = $1 order by 1',
    [referrer.profileId],
  );
  if (rows.length === 0) return;
  const { id } = inTurn(rows);
  const setSuspended = async (reason: string | null) =>
    (
      await pool.query<{ at: Date }>(
        `update accounts set suspended_at = case when $2::text is null then null else now() end, suspended_reason = $2
           where id = $1 returning clock_timestamp() as at`,
        [referrer.accountId, reason],
      )
    ).rows[0]?.at as Date;
  const from = await setSuspended('Bought own sales');
  const own = {
    ownerId: inTurn(fans).accountId,
    payeeId: id,
    key: newId(),
    reference: newId(),
    description: 'Tip',
  };
  const to = accountOf(id, 'earnings', 'cents');
  const amount = 101 + 37 * turn;
  const { credits } = t.context;
  await credits.transact((tx) =>
    credits.move(tx, [{ kind: 'rand_tip', ...own, amount, from: cash, to, shared: true }]),
  );
  // Within one millisecond all of it may happen.
  const over = new Date((await setSuspended(null)).getTime() + 1);
  for (const each of rows) referrals.set(each.id, [...(referrals.get(each.id) ?? []), { from, to: over }]);
  note(world, suspended);
};

/** A referrer has a part of the earnings paid out, so that a later refund does not find it. */
const payOut: Step = async (world) => {
  const { random, t, creators } = world;
  const { profileId } = random.pick(creators);
  const from = accountOf(profileId, 'earnings', 'cents');
  const { rows } = await t.database.pool.query<{ balance: number }>(
    'select balance::int as balance from ledger_accounts where id = $1',
    [from.id],
  );
  const amount = Math.floor((rows[0]?.balance ?? 0) * random.pick([0.3, 0.9, 1]));
  if (amount === 0) return;
  const { credits } = t.context;
  const own = { ownerId: profileId, payeeId: profileId, key: newId(), reference: newId(), description: 'Payout' };
  await credits.transact((tx) =>
    credits.move(tx, [{ kind: 'payout', ...own, amount, from, to: accountOf(profileId, 'payable', 'cents') }]),
  );
  note(world, 'paid out');
};

/** Every share is what plain arithmetic says of the sale, and went back with it. */
export async function expectReferrals(world: TermsWorld): Promise<void> {
  const { t, referrals } = world;
  const isClosed = ({ referred, at }: { referred: string; at: Date }) =>
    (referrals.get(referred) ?? []).some(({ from, to }) => at >= from && (to === null || at < to));
  const sales = await expectShares(
    t,
    async (text, values) => (await t.database.pool.query(text, values)).rows,
    (sale) => !isClosed(sale),
  );
  world.happened.set('shares', sales.filter(({ share }) => share > 0).length);
  world.happened.set('shares taken back', sales.filter(({ back }) => back > 0).length);
  world.happened.set('sales without a share', sales.filter(({ share }) => share === 0).length);
}

export const referralSteps: [number, Step][] = [
  [3, endMonths],
  [
    2,
    async (world) => {
      await payOut(world);
      await suspend(world);
    },
  ],
];
