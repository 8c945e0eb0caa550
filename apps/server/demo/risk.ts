import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Context } from '../src/context.ts';
import { accountOf, cash, losses, type Move } from '../src/modules/credits/service.ts';
import { sampleReference } from '../src/modules/payments/providers/sandbox.ts';
import { newId } from '../src/platform/ids.ts';
import type { Viewer } from '../src/platform/viewer.ts';
import type { SamplePerson } from './people.ts';
import { demoAccounts } from './scale.ts';

const hour = 3_600_000;

interface World {
  client: pg.ClientBase;
  context: Pick<Context, 'risk' | 'credits'>;
  people: readonly SamplePerson[];
  now: Date;
}

/**
 * Money of the sample world that looks unusual, as rows; the rules find it, and staff decide some of it: a ring on one
 * device, a creator who pays themselves, accounts made in a row, charged-back tips, a banned device.
 */
export async function insertRiskCases({ client, context, people, now }: World): Promise<void> {
  const { cases, scan } = context.risk;
  const isOrdinary = ({ canSignIn, sampleSlug, role }: SamplePerson) => !canSignIn && !sampleSlug && role !== 'admin';
  const creators = people.filter((person) => person.creator && isOrdinary(person)).slice(60, 65);
  const fans = people.filter((person) => !person.creator && isOrdinary(person)).slice(400, 440);
  const [ringed, own, charged, cleared, banned] = creators;
  if (!ringed || !own || !charged || !cleared || !banned) throw new Error('the sample world has too few creators');
  const ago = (hours: number) => new Date(now.getTime() - hours * hour);

  await see(client, fans.slice(0, 5), 'ring', ago(30));
  await tip(context, ringed, fans.slice(0, 5), { cents: 18_000, at: ago(3) });
  await see(client, [own, ...fans.slice(5, 7)], 'own', ago(70));
  await tip(context, own, fans.slice(5, 7), { cents: 32_000, at: ago(5) });
  await see(client, fans.slice(7, 12), 'sign-ups', ago(2), true);
  await client.query('update accounts set created_at = $2 where id = any ($1::uuid[])', [
    fans.slice(7, 12).map(({ accountId }) => accountId),
    ago(2),
  ]);
  await see(client, fans.slice(12, 16), 'family', ago(90));
  await tip(context, cleared, fans.slice(12, 16), { cents: 9_000, at: ago(2) });
  await chargeBack(client, context, charged, { payers: fans.slice(16, 36), chargedBack: 4, before: ago });
  await scan.run();
  await scan.countRatios();

  const admin = people.find(({ email }) => email === demoAccounts[3].email);
  if (!admin) throw new Error('the sample world has no admin');
  const viewer = { accountId: admin.accountId, permissions: ['all'] } as unknown as Viewer;
  const caseOf = async (person: SamplePerson) => {
    const { rows } = await client.query<{ id: string }>('select id from risk_cases where account_id = $1', [
      person.accountId,
    ]);
    if (!rows[0]) throw new Error(`no rule found ${person.displayName}`);
    return rows[0].id;
  };
  await cases.freeze(viewer, await caseOf(own), {
    reason: 'Both payers sign in on her own telephone. Asked the bank whose card it is.',
    holdsSpending: false,
  });
  await cases.note(viewer, await caseOf(ringed), 'Five accounts, one device, all tips within a minute.');
  await cases.clear(viewer, await caseOf(cleared), 'A family that shares a tablet; each has a card of their own.');
  await see(client, [banned], 'banned', ago(50));
  const complaint = 'The bank says that the cards of three payers were stolen';
  const confirmed = await cases.open(viewer, banned.accountId, complaint);
  await cases.confirm(viewer, confirmed.id, {
    ...{ reason: 'All three cards were used on this telephone', rule: 'fraud', suspend: false, bans: ['device'] },
    statement: 'This account was used for payments that their holders did not make',
  });
  // As if the frozen one had waited for eleven days.
  await client.query(
    `update risk_cases set opened_at = opened_at - interval '11 days', due_at = due_at - interval '11 days' where id = $1`,
    [await caseOf(own)],
  );
}

/** Lets people be seen on one device; its hash stands for none that exists. */
async function see(
  client: pg.ClientBase,
  people: readonly SamplePerson[],
  device: string,
  at: Date,
  isSignUp = false,
): Promise<void> {
  await client.query(
    `insert into account_sightings (account_id, kind, subject, first_at, last_at, at_sign_up)
       select id, 'device', $2, $3, $3, $4 from unnest($1::uuid[]) as seen (id)`,
    [people.map(({ accountId }) => accountId), createHash('sha256').update(`sample ${device}`).digest(), at, isSignUp],
  );
}

const tipMove = (creator: SamplePerson, payer: SamplePerson, cents: number, at: Date, reference = newId()): Move => ({
  ...{ kind: 'rand_tip', ownerId: payer.accountId, payeeId: creator.profileId, key: newId(), reference, at },
  ...{ description: 'Tip', amount: cents, from: cash, to: accountOf(creator.profileId, 'earnings', 'cents') },
});

async function tip(
  { credits }: World['context'],
  creator: SamplePerson,
  payers: readonly SamplePerson[],
  { cents, at }: { cents: number; at: Date },
): Promise<void> {
  const moves = payers.map((payer, index) => tipMove(creator, payer, cents, new Date(at.getTime() + index * 9_000)));
  await credits.transact((tx) => credits.move(tx, moves));
}

/** Tips in rand by card, of which the first ones were charged back. */
async function chargeBack(
  client: pg.ClientBase,
  { credits }: World['context'],
  creator: SamplePerson,
  {
    payers,
    chargedBack,
    before,
  }: { payers: readonly SamplePerson[]; chargedBack: number; before(hours: number): Date },
): Promise<void> {
  const moves: Move[] = [];
  for (const [index, payer] of payers.entries()) {
    const orderId = newId();
    const at = before((4 + index) * 24);
    const isBack = index < chargedBack;
    await client.query(
      `insert into payment_orders (id, account_id, key, purpose, reference, description, amount_cents, charge_amount,
          charge_currency, state, via, provider, provider_reference, created_at, paid_at, closed_at)
        values ($1::uuid, $2, $1::text, 'tip', $3, 'Tip', 15000, 15000, 'ZAR', $4, 'hosted', 'sandbox', $7, $5, $5, $6)`,
      [
        ...[orderId, payer.accountId, creator.profileId, isBack ? 'charged_back' : 'paid', at],
        ...[isBack ? before(24) : null, sampleReference(orderId)],
      ],
    );
    moves.push(tipMove(creator, payer, 15_000, at, orderId));
    // Earned too long ago to be taken back: the platform's loss.
    if (isBack)
      moves.push({
        ...{ kind: 'chargeback', ownerId: payer.accountId, payeeId: null, key: newId(), reference: orderId },
        ...{ description: 'Tip', amount: 15_000, from: losses.cents, to: cash, at: before(24) },
      });
  }
  await credits.transact((tx) => credits.move(tx, moves));
}
