import { banks } from '@vlam/contract/payouts';
import type pg from 'pg';
import { createLedger } from '../src/modules/credits/ledger.ts';
import { type Move, movePosting } from '../src/modules/credits/postings.ts';
import { accountOf, cash } from '../src/modules/credits/service.ts';
import { sealNumber } from '../src/modules/payouts/accounts.ts';
import type { KeyRing } from '../src/platform/key-ring.ts';
import { insertRows } from './bulk.ts';
import { type SamplePerson, seededId } from './people.ts';
import { createRandom, type Random } from './random.ts';
import { demoScale } from './scale.ts';

const hour = 3_600_000;
/** States of the sample world's latest payouts. */
const states = [
  ...Array.from({ length: 5 }, () => 'requested' as const),
  ...Array.from({ length: 3 }, () => 'approved' as const),
  ...Array.from({ length: 12 }, () => 'sent' as const),
  'failed' as const,
  'reversed' as const,
];

interface SamplePayout {
  id: string;
  creator: SamplePerson;
  status: (typeof states)[number];
  amountCents: number;
  accountNumber: string;
  bank: string;
  requestedAt: Date;
  decidedAt: Date | null;
  sentAt: Date | null;
}

/** Payouts of some high earners: requested, under way, sent and failed. The demo accounts have none. */
export async function insertPayouts(world: {
  client: pg.ClientBase;
  people: readonly SamplePerson[];
  keys: KeyRing;
  now: Date;
}): Promise<void> {
  const { client, people, keys, now } = world;
  // A separate random stream, so that other data does not depend on the number of payouts.
  const random = createRandom(demoScale.seed + 1);
  const creators = people.filter((person) => person.creator && !person.canSignIn && !person.sampleSlug);
  const payouts = states.flatMap((status, index) => {
    const creator = creators[index];
    return creator ? [samplePayout(random, creator, status, now)] : [];
  });
  const reasons = { failed: 'The branch code does not exist', reversed: 'The bank could not find the account' };
  await insertRows(
    client,
    'payouts',
    {
      id: 'uuid',
      profile_id: 'uuid',
      account_id: 'uuid',
      amount_cents: 'bigint',
      status: 'text',
      reason: 'text',
      bank_reference: 'text',
      bank: 'text',
      holder_name: 'text',
      account_number_sealed: 'bytea',
      account_ending: 'text',
      branch_code: 'text',
      account_type: 'text',
      requested_at: 'timestamptz',
      decided_at: 'timestamptz',
      sent_at: 'timestamptz',
    },
    payouts.map((payout) => [
      payout.id,
      payout.creator.profileId,
      payout.creator.accountId,
      payout.amountCents,
      payout.status,
      payout.status === 'failed' || payout.status === 'reversed' ? reasons[payout.status] : null,
      payout.sentAt ? `EFT ${payout.accountNumber.slice(0, 5)}` : null,
      payout.bank,
      `${payout.creator.firstName} ${payout.creator.lastName}`,
      `\\x${sealNumber(keys, payout.creator.profileId, payout.accountNumber).toString('hex')}`,
      payout.accountNumber.slice(-4),
      '470010',
      'savings',
      payout.requestedAt,
      payout.decidedAt,
      payout.sentAt,
    ]),
  );
  const ledger = createLedger({ query: (statement) => client.query(statement) });
  await ledger.postAll(payouts.flatMap(movesOf).map(movePosting));
}

function samplePayout(random: Random, creator: SamplePerson, status: SamplePayout['status'], now: Date): SamplePayout {
  const hoursAgo = status === 'requested' ? random.integer(2, 40) : random.integer(60, 140);
  const requestedAt = new Date(now.getTime() - hoursAgo * hour);
  const later = (hours: number) => new Date(requestedAt.getTime() + hours * hour);
  return {
    id: seededId(random, requestedAt, now),
    creator,
    status,
    amountCents: 50_000 + random.integer(0, 80) * 1_000,
    accountNumber: String(random.integer(1_000_000_000, 1_999_999_999)),
    bank: random.pick(banks),
    requestedAt,
    decidedAt: status === 'requested' ? null : later(8),
    sentAt: status === 'sent' || status === 'reversed' ? later(30) : null,
  };
}

function movesOf({
  id,
  creator,
  status,
  amountCents,
  bank,
  accountNumber,
  requestedAt,
  decidedAt,
  sentAt,
}: SamplePayout) {
  const own = { ownerId: creator.profileId, payeeId: creator.profileId, reference: id, amount: amountCents };
  const earned = accountOf(creator.profileId, 'earnings', 'cents');
  const payable = accountOf(creator.profileId, 'payable', 'cents');
  const moves: Move[] = [
    {
      ...own,
      kind: 'payout',
      key: `payout:${id}`,
      description: `Payout to ${bank} …${accountNumber.slice(-4)}`,
      from: earned,
      to: payable,
      at: requestedAt,
    },
  ];
  if (sentAt)
    moves.push({
      ...own,
      kind: 'payout_sent',
      key: `payout:${id}:payout_sent`,
      description: `Sent: EFT ${accountNumber.slice(0, 5)}`,
      from: payable,
      to: cash,
      at: sentAt,
    });
  if (status === 'failed' || status === 'reversed')
    moves.push({
      ...own,
      kind: 'payout_return',
      key: `payout:${id}:payout_return`,
      description: sentAt ? 'Returned by the bank' : 'Payout not sent',
      from: sentAt ? cash : payable,
      to: earned,
      at: new Date((sentAt ?? decidedAt ?? requestedAt).getTime() + 5 * hour),
    });
  return moves;
}
